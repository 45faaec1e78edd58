//! A comparison as one HTML page to read and print, without scripts.

use askama::Template;

use super::super::Difference;
use super::{Length, Section};
use crate::html_page::{Style, render};

#[derive(Template)]
#[template(path = "report/diff.html", whitespace = "minimize")]
struct DiffPage {
    style: Style,
    title: String,
    summary: String,
    sections: Vec<Section>,
}

/// The page. Ends in a newline.
pub fn html(difference: &Difference) -> String {
    render(&DiffPage {
        style: Style::new(include_str!("../../../templates/report/diff.css")),
        title: super::heading(difference),
        summary: super::summary(difference),
        sections: super::sections(difference, Length::Full),
    })
}
