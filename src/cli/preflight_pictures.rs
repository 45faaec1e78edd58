//! Pictures of what does not look as it should: files of a folder, and a page for a browser.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::Failure;
use super::folder::OutputFolder;
use crate::html_page;
use crate::preflight::{Finding, Findings, SeenDifference};
use crate::render::NamedFile;
use crate::wording::{counted, escaped};

impl Findings {
    /// Writes a picture of each difference into a folder, named after file and page.
    ///
    /// # Errors
    /// As [`OutputFolder::prepare`] and [`OutputFolder::replace`].
    pub(in crate::cli) fn write_pictures(&self, folder: &Path) -> Result<(), Failure> {
        let folder = OutputFolder::prepare(folder, Some("preflight"), false, &[])?;
        let mut files = Vec::new();
        for finding in &self.files {
            for (difference, picture) in pictures(finding) {
                let stem = Path::new(finding.name()).file_name().and_then(|name| name.to_str());
                let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
                let stem: String = stem.unwrap_or("file").chars().map(safe).collect();
                let page = difference.page.map(|page| format!("-page-{page:03}"));
                let number = files.len() + 1;
                let path = format!("{number:03}-{stem}{}.png", page.unwrap_or_default());
                files.push(NamedFile { path, bytes: picture.to_vec() });
            }
        }
        folder.replace(&files)
    }

    /// The findings as a page for a browser, with the pictures in it.
    pub(in crate::cli) fn html(&self) -> String {
        let style = "body{font:15px/1.4 system-ui,sans-serif;margin:2em;max-width:60em}\
                     img{max-width:100%;display:block;margin:.3em 0 1em}\
                     pre{white-space:pre-wrap}";
        let mut page = String::from("<h1>Preflight</h1>\n");
        page += &format!("<pre>{}</pre>\n", escaped(&self.to_string()));
        let shown: usize = self.files.iter().map(|finding| pictures(finding).count()).sum();
        if shown > 0 {
            page += &format!(
                "<h2>{}: what ought to be there, left, and what is there</h2>\n",
                counted(shown, "difference")
            );
        }
        for finding in &self.files {
            for (difference, picture) in pictures(finding) {
                page += &format!(
                    "<p>{}: {}<img alt=\"\" src=\"data:image/png;base64,{}\"></p>\n",
                    escaped(finding.name()),
                    escaped(&difference.to_string()),
                    STANDARD.encode(picture)
                );
            }
        }
        html_page::page("Preflight", style, &page)
    }
}

/// The differences of which there is a picture.
fn pictures(finding: &Finding) -> impl Iterator<Item = (&SeenDifference, &[u8])> {
    let differences = finding.seen().into_iter().flat_map(|seen| &seen.differences);
    differences.filter_map(|difference| Some((difference, difference.picture.as_deref()?)))
}
