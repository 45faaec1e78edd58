//! The frame of the HTML pages that the program writes as reports.
//!
//! Each page has a Content Security Policy: no script, nothing loaded, no style but its own. So text
//! from a foreign file stays text, even where escaping it was forgotten.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::wording::escaped;

/// A page with this title, style sheet and body. The title is escaped here, the body is HTML.
pub(crate) fn page(title: &str, style: &str, body: &str) -> String {
    let style = format!("\n{}\n", style.trim_end());
    let policy = format!(
        "default-src 'none'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
        source_hash(&style)
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"generator\" content=\"actiondeck\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

/// The hash by which a Content Security Policy allows a script or a style sheet.
pub(crate) fn source_hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_allows_its_own_style_and_no_script() {
        let page = page("<script>", "p { color: red }\n", "<p>text</p>\n");
        let (_, rest) = page.split_once("<style>").unwrap();
        let (style, _) = rest.split_once("</style>").unwrap();
        assert!(page.contains(&format!("style-src '{}';", source_hash(style))), "{page}");
        assert!(page.contains("default-src 'none'") && !page.contains("unsafe"), "{page}");
        assert!(page.contains("<title>&lt;script&gt;</title>"), "{page}");
        assert!(page.find("Content-Security-Policy") < page.find("<style>"), "{page}");
    }

    #[test]
    fn the_hash_is_that_of_the_standard() {
        // The example of Content Security Policy Level 3, section 6.7.3.
        let hash = source_hash("alert('Hello, world.');");
        assert_eq!("sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=", hash);
    }
}
