//! The rules for PDF files, in groups. A rule on painted content is in the module that collects it.

mod boxes;
mod drawn;
mod features;
mod identity;
mod intent;
mod metadata;
mod order;
mod upload;

use super::examined::PdfRules;
use super::painted::{
    colours, content, fonts, ink, knockout, lines, overprint, reversed, shapes, transparency,
};
use crate::preflight::rule::Rules;

pub(super) use identity::claimed;

/// The table of rules.
pub(super) const RULES: Rules<PdfRules> = Rules(&[
    identity::RULES,
    metadata::RULES,
    intent::RULES,
    boxes::RULES,
    fonts::RULES,
    colours::RULES,
    features::RULES,
    transparency::RULES,
    content::RULES,
    drawn::RULES,
    ink::RULES,
    overprint::RULES,
    lines::RULES,
    knockout::RULES,
    reversed::RULES,
    upload::RULES,
    shapes::RULES,
]);
