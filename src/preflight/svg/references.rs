//! Rules for references: none outside the file, and none to missing elements.

use std::collections::BTreeMap;

use usvg::roxmltree::Node;

use super::read::{Rule, Svg, href, properties, style_sheet};
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "svg.references",
        requirement: "no references outside the file, since the print house does not have their targets",
        check: outside,
    },
    Rule {
        name: "svg.targets",
        requirement: "all referenced elements are in the file",
        check: targets,
    },
    Rule { name: "svg.ids", requirement: "every id is unique", check: ids },
];

/// A reference and the element that makes it.
struct Reference<'a> {
    target: String,
    by: Node<'a, 'a>,
}

/// Every reference in elements, properties and style sheets.
fn references<'a>(svg: &'a Svg<'a>) -> Vec<Reference<'a>> {
    let mut found = Vec::new();
    for node in svg.elements() {
        let mut add = |target: &str| found.push(Reference { target: target.to_owned(), by: node });
        href(node).into_iter().for_each(&mut add);
        for attribute in properties(node) {
            urls(attribute.value()).into_iter().for_each(&mut add);
        }
        if let Some(sheet) = style_sheet(node) {
            urls(&sheet).into_iter().for_each(&mut add);
            // `@import "file.css"`, the form without `url()`.
            for rest in sheet.split("@import").skip(1) {
                let quoted = rest.trim_start().split(['"', '\'']).nth(1);
                quoted
                    .filter(|_| !rest.trim_start().starts_with("url"))
                    .into_iter()
                    .for_each(&mut add);
            }
        }
    }
    found
}

/// The targets of `url(…)` in a property.
fn urls(value: &str) -> Vec<&str> {
    value
        .split("url(")
        .skip(1)
        .filter_map(|rest| Some(rest[..rest.find(')')?].trim().trim_matches(['"', '\'']).trim()))
        .collect()
}

fn outside(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let inside = |target: &str| {
        let scheme = target.split(':').next().unwrap_or_default().to_ascii_lowercase();
        target.is_empty() || target.starts_with('#') || ["data", "javascript"].contains(&&*scheme)
    };
    let mut faults: Vec<Fault> = references(svg)
        .into_iter()
        .filter(|reference| !inside(&reference.target))
        .map(|reference| {
            Fault::whole(format!("{} refers to {:?}", svg.place(reference.by), reference.target))
        })
        .collect();
    let sheets = svg.xml.root().children().filter_map(|node| node.pi());
    faults.extend(
        sheets
            .filter(|instruction| instruction.target == "xml-stylesheet")
            .map(|_| Fault::whole("the file refers to an external style sheet")),
    );
    RuleVerdict::from_faults(faults)
}

fn targets(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let ids = count_ids(svg);
    let faults = references(svg).into_iter().filter_map(|reference| {
        let id = reference.target.strip_prefix('#')?;
        (!ids.contains_key(id)).then(|| {
            Fault::whole(format!("{} refers to #{id}, which is missing", svg.place(reference.by)))
        })
    });
    RuleVerdict::from_faults(faults)
}

fn ids(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let doubled = count_ids(svg).into_iter().filter(|(_, count)| *count > 1);
    let describe = |(id, count)| Fault::whole(format!("{count} elements have the id {id:?}"));
    RuleVerdict::from_faults(doubled.map(describe))
}

fn count_ids<'a>(svg: &'a Svg<'_>) -> BTreeMap<&'a str, usize> {
    let mut ids = BTreeMap::new();
    for id in svg.xml.descendants().filter_map(|node| node.attribute("id")) {
        *ids.entry(id).or_insert(0) += 1;
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_read_with_and_without_quotes() {
        assert_eq!(["#a", "b.png"], *urls("fill:url(#a);mask: url( 'b.png' )"));
        assert!(urls("fill:url(#a").is_empty());
    }
}
