//! Pictures of differences: files in a folder, and an HTML page.

use std::path::Path;

use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::Failure;
use super::folder::OutputFolder;
use crate::html_page::{Style, render};
use crate::preflight::{Finding, Findings, SeenDifference};
use crate::render::NamedFile;

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

    /// The findings as an HTML page with the pictures.
    pub(in crate::cli) fn html(&self) -> String {
        let picture = |finding: &Finding, difference: &SeenDifference, picture: &[u8]| Picture {
            file: finding.name().to_owned(),
            difference: difference.to_string(),
            base64: STANDARD.encode(picture),
        };
        let pictures = self.files.iter().flat_map(|finding| {
            pictures(finding).map(move |(difference, bytes)| picture(finding, difference, bytes))
        });
        render(&PreflightPage {
            style: Style::new(include_str!("../../templates/report/preflight.css")),
            findings: self.to_string(),
            pictures: pictures.collect(),
        })
    }
}

#[derive(Template)]
#[template(path = "report/preflight.html", whitespace = "minimize")]
struct PreflightPage {
    style: Style,
    findings: String,
    pictures: Vec<Picture>,
}

/// A picture of a difference, with the file it was found in.
struct Picture {
    file: String,
    difference: String,
    base64: String,
}

/// The differences that have a picture.
fn pictures(finding: &Finding) -> impl Iterator<Item = (&SeenDifference, &[u8])> {
    let differences = finding.seen().into_iter().flat_map(|seen| &seen.differences);
    differences.filter_map(|difference| Some((difference, difference.picture.as_deref()?)))
}
