//! Consistency of the two descriptions in a file, Info and the metadata (XMP): programs read either, so they must
//! agree.

use usvg::roxmltree::{Document, Node, ParsingOptions};

use super::super::examined::{Examined, Rule};
use super::super::file::{Pdf, get, shown, text};
use super::identity::is_date;
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(super) const RULES: &[Rule] = &[Rule {
    name: "pdf.metadata",
    requirement: "the metadata can be read and agrees with Info",
    check: agree,
}];

/// A key of Info, the equivalent property of the metadata (ISO 15930-7, 6.6), and its namespace.
const SAME: [(&str, &str, &str); 8] = [
    ("Title", "title", "http://purl.org/dc/elements/1.1/"),
    ("Author", "creator", "http://purl.org/dc/elements/1.1/"),
    ("Subject", "description", "http://purl.org/dc/elements/1.1/"),
    ("Creator", "CreatorTool", "http://ns.adobe.com/xap/1.0/"),
    ("CreationDate", "CreateDate", "http://ns.adobe.com/xap/1.0/"),
    ("ModDate", "ModifyDate", "http://ns.adobe.com/xap/1.0/"),
    ("Producer", "Producer", "http://ns.adobe.com/pdf/1.3/"),
    ("Trapped", "Trapped", "http://ns.adobe.com/pdf/1.3/"),
];

fn agree(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    if !criteria.to_pdfx() {
        return RuleVerdict::skip("no standard is claimed");
    }
    let Some(packet) = &pdf.xmp else {
        return match pdf.catalog().is_some_and(|catalog| catalog.has(b"Metadata")) {
            true => RuleVerdict::whether(false, "the metadata cannot be read as text"),
            false => RuleVerdict::skip("the file has no metadata"),
        };
    };
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    let Ok(metadata) = Document::parse_with_options(packet.trim_start_matches('\u{feff}'), options)
    else {
        return RuleVerdict::whether(false, "the metadata cannot be read as XML");
    };
    let faults = SAME.into_iter().filter_map(|(key, property, namespace)| {
        let in_info = in_info(pdf, key)?;
        let in_packet = property_of(&metadata, property, namespace)?;
        // Invalid values in Info are reported by other rules.
        let same = match key {
            "CreationDate" | "ModDate" => {
                !is_date(&in_info) || moment(&in_info) == moment(&in_packet)
            }
            "Trapped" if !["True", "False"].contains(&in_info.as_str()) => true,
            _ => in_info.trim().is_empty() || in_info.trim() == in_packet.trim(),
        };
        (!same).then(|| {
            Fault::whole(format!("{key} is {in_info:?} in Info and {in_packet:?} in the metadata"))
        })
    });
    RuleVerdict::from_faults(faults)
}

/// A value of Info, a text or a name.
fn in_info(pdf: &Pdf, key: &str) -> Option<String> {
    let info = pdf.info()?;
    let named = get(&pdf.file, info, key)?.as_name().ok().map(shown);
    named.or_else(|| text(&pdf.file, info, key))
}

/// A property of the metadata: an attribute, a text, or the first item of a list.
fn property_of(metadata: &Document<'_>, property: &str, namespace: &str) -> Option<String> {
    let mut nodes = metadata.descendants().filter(Node::is_element);
    nodes.find_map(|node| {
        if node.has_tag_name((namespace, property)) {
            let item = node.descendants().find(|inner| inner.tag_name().name() == "li");
            return Some(item.unwrap_or(node).text().unwrap_or_default().to_owned());
        }
        node.attribute((namespace, property)).map(str::to_owned)
    })
}

/// The day and second of a date in UTC, from either notation: `D:20260102030405+01'00'` or
/// `2026-01-02T03:04:05+01:00`. Omitted parts have their first value.
fn moment(date: &str) -> Option<(i64, i64)> {
    let date = date.strip_prefix("D:").unwrap_or(date).replace('T', "");
    let zone_at = date.char_indices().find(|(at, c)| "Z+".contains(*c) || (*c == '-' && *at > 10));
    let (moment, zone) = date.split_at(zone_at.map_or(date.len(), |(at, _)| at));
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let usual = "00000101000000";
    let mut moment = digits(moment.split('.').next()?);
    if moment.len() < 4 {
        return None;
    }
    if moment.len() < usual.len() {
        moment.push_str(&usual[moment.len()..]);
    }
    let field = |from: usize, to: usize| moment.get(from..to)?.parse::<i64>().ok();
    let days = days_to(field(0, 4)?, field(4, 6)?, field(6, 8)?);
    let seconds = field(8, 10)? * 3_600 + field(10, 12)? * 60 + field(12, 14)?;
    let zone_digits = digits(zone);
    let part = |from: usize, to: usize| {
        zone_digits.get(from..to).and_then(|part| part.parse::<i64>().ok()).unwrap_or(0)
    };
    let minutes = part(0, 2) * 60 + part(2, 4);
    let zone = if zone.starts_with('-') { -minutes } else { minutes };
    let at = days * 86_400 + seconds - zone * 60;
    Some((at.div_euclid(86_400), at.rem_euclid(86_400)))
}

/// The number of days from a fixed day to this one.
fn days_to(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that the leap day is last (Hinnant, `days_from_civil`).
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_of_a_date_are_the_same_moment() {
        let same = [
            "D:20260301003000+01'00'",
            "2026-02-28T23:30:00Z",
            "2026-02-28T23:30:00.000+00:00",
            "D:20260228233000Z",
            "2026-02-28T15:30:00-08:00",
        ];
        for date in same {
            assert_eq!(moment(same[0]), moment(date), "{date}");
            assert!(moment(date).is_some(), "{date}");
        }
        assert_ne!(moment("D:2026"), moment("2026-01-02"));
        assert_eq!(moment("D:2026"), moment("2026-01-01T00:00:00Z"));
        assert_eq!(None, moment("today"));
    }
}
