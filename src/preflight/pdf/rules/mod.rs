//! The rules for PDF files, group by group.

mod boxes;
mod colour;
mod features;
mod fonts;
mod identity;
mod intent;
mod metadata;
mod order;
mod paint;
mod press;
mod upload;

use super::examined::OfPdf;
use crate::preflight::rule::Rules;

pub(super) use identity::claimed;

/// Every rule.
pub(super) const RULES: Rules<OfPdf> = Rules(&[
    identity::RULES,
    metadata::RULES,
    intent::RULES,
    boxes::RULES,
    fonts::RULES,
    colour::RULES,
    features::RULES,
    paint::RULES,
    upload::RULES,
]);
