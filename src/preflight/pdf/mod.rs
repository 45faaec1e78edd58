//! PDF files: one load, one pass over the objects, one walk over the pages.

mod examined;
mod file;
mod glyphs;
mod objects;
mod painted;
mod rules;
mod walk;

use self::examined::Examined;
use self::file::Pdf;
use super::expectation::Expectation;
use super::page::Page;
use super::report::RuleResult;
use super::rule::Criteria;

/// The names of all rules.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    rules::RULES.names()
}

/// What became of every rule, and the pages with their letters if they are asked for.
///
/// # Errors
/// Why the file cannot be read, in words.
pub(super) fn check(
    bytes: &[u8],
    expectation: &Expectation,
    texts: bool,
) -> Result<(Vec<RuleResult>, Vec<Page>), String> {
    let pdf = Pdf::read(bytes).map_err(|error| error.to_string())?;
    let standard = expectation.standard.unwrap_or_else(|| rules::claimed(&pdf));
    let criteria = Criteria { standard, expectation };
    let examined = Examined::of(&pdf, &criteria, texts).map_err(|past| past.to_string())?;
    let pages = if texts { glyphs::pages(&examined.painted) } else { Vec::new() };
    Ok((rules::RULES.judge(&examined, &criteria), pages))
}
