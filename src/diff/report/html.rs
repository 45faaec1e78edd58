//! A comparison as one page that needs nothing else: readable, printable, no script.

use super::super::Difference;
use super::Length;
use crate::html_page;
use crate::wording::escaped;

const STYLE: &str = "\
body { font: 15px/1.45 system-ui, sans-serif; color: #16212b; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% } thead { display: table-header-group }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid #c9d2da }
th { border-bottom: 2px solid #16212b } tr { break-inside: avoid }
td { font-variant-numeric: tabular-nums }
@media print { body { margin: 0; max-width: none; font-size: 10pt } }";

/// The page. Ends in a newline.
pub fn html(difference: &Difference) -> String {
    let title = super::heading(difference);
    let mut text =
        format!("<h1>{}</h1>\n<p>{}</p>\n", escaped(&title), escaped(&super::summary(difference)),);
    for section in super::sections(difference, Length::Full) {
        let cell = |tag: &str, text: &str| format!("<{tag}>{}</{tag}>", escaped(text));
        let heads: String = section.heads.iter().map(|head| cell("th", head)).collect();
        text.push_str(&format!("<h2>{}</h2>\n<table>\n", section.title));
        text.push_str(&format!("<thead><tr>{heads}</tr></thead>\n<tbody>\n"));
        for row in &section.rows {
            let cells: String = row.iter().map(|text| cell("td", text)).collect();
            text.push_str(&format!("<tr>{cells}</tr>\n"));
        }
        text.push_str("</tbody>\n</table>\n");
    }
    html_page::page(&title, STYLE, &text)
}
