//! HTML reports: rendering of their templates, and the Content Security Policy of their styles.
//!
//! Each page extends `templates/report/page.html`. Its policy allows no script, no external resources and
//! only the page's own style, so that text from a foreign file cannot run.

use askama::Template;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The style sheet of a report.
pub(crate) struct Style {
    pub css: &'static str,
}

impl Style {
    pub fn new(css: &'static str) -> Self {
        Self { css }
    }

    /// The hash by which the page's Content Security Policy allows the style sheet.
    pub fn hash(&self) -> String {
        source_hash(self.css)
    }
}

/// Renders a page.
pub(crate) fn render(page: &impl Template) -> String {
    page.render().expect("writing to a string does not fail")
}

/// The hash by which a Content Security Policy allows a script or a style sheet.
pub(crate) fn source_hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Template)]
    #[template(
        source = "{% extends \"report/page.html\" %}{% block title %}{{ title }}{% endblock %}",
        ext = "html"
    )]
    struct Page {
        style: Style,
        title: &'static str,
    }

    #[test]
    fn a_page_allows_its_own_style_and_no_script() {
        let page = render(&Page { style: Style::new("p { color: red }\n"), title: "<script>" });
        let (_, rest) = page.split_once("<style>").unwrap();
        let (style, _) = rest.split_once("</style>").unwrap();
        assert!(page.contains(&format!("style-src '{}';", source_hash(style))), "{page}");
        assert!(page.contains("default-src 'none'") && !page.contains("unsafe"), "{page}");
        assert!(page.contains("<title>&#60;script&#62;</title>"), "{page}");
        assert!(page.find("Content-Security-Policy") < page.find("<style>"), "{page}");
    }

    #[test]
    fn the_hash_is_that_of_the_standard() {
        // The example of Content Security Policy Level 3, section 6.7.3.
        let hash = source_hash("alert('Hello, world.');");
        assert_eq!("sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=", hash);
    }
}
