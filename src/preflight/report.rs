//! Reports: the verdict of each rule on a file.

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::limits::{FAULT_LENGTH, FAULTS, PLACES};
use super::transfer::{StaticText, interned};
use crate::wording::grouped;

/// The report on one file.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// The name of the file, as given by the caller.
    pub file: String,
    /// Its kind.
    pub kind: Kind,
    /// The results of all rules.
    pub rules: Vec<RuleResult>,
}

/// The kind of a file, by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Kind {
    /// A PDF.
    Pdf,
    /// A PNG.
    Png,
    /// An SVG, or another XML file.
    Svg,
    /// None of these.
    Unknown,
}

/// A rule with its verdict.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RuleResult {
    /// Its name, such as `pdf.trapped`. Names do not change between versions.
    #[serde(deserialize_with = "interned")]
    pub rule: StaticText,
    /// What it requires.
    #[serde(rename = "asks", deserialize_with = "interned")]
    pub requirement: StaticText,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: RuleVerdict,
}

/// The verdict of a rule.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum RuleVerdict {
    /// The file conforms to it.
    Pass,
    /// The file conforms to it, with remarks.
    Remark {
        /// The remarks.
        remarks: Vec<Fault>,
    },
    /// The file violates it.
    Fail {
        /// The faults.
        faults: Vec<Fault>,
    },
    /// The check could not be completed. The file does not pass.
    Unchecked {
        /// What was not checked, and why.
        gaps: Vec<Fault>,
    },
    /// It does not apply or was not requested.
    Skip {
        /// The reason.
        why: String,
    },
}

/// One violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[schemars(rename = "PreflightFault")]
pub struct Fault {
    /// The page, from 1; absent if it concerns the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// What is wrong.
    pub reason: String,
}

impl Report {
    /// Whether no rule is violated and every check that applies was completed.
    pub fn passes(&self) -> bool {
        self.failures().next().is_none() && self.unchecked().next().is_none()
    }

    /// The checks that were not completed, with the reasons.
    pub fn unchecked(&self) -> impl Iterator<Item = (&RuleResult, &[Fault])> {
        self.rules.iter().filter_map(|result| match &result.verdict {
            RuleVerdict::Unchecked { gaps } => Some((result, gaps.as_slice())),
            _ => None,
        })
    }

    /// The remarks, by rule.
    pub fn remarks(&self) -> impl Iterator<Item = (&RuleResult, &[Fault])> {
        self.rules.iter().filter_map(|result| match &result.verdict {
            RuleVerdict::Remark { remarks } => Some((result, remarks.as_slice())),
            _ => None,
        })
    }

    /// The violated rules with their faults.
    pub fn failures(&self) -> impl Iterator<Item = (&RuleResult, &[Fault])> {
        self.rules.iter().filter_map(|result| match &result.verdict {
            RuleVerdict::Fail { faults } => Some((result, faults.as_slice())),
            _ => None,
        })
    }
}

impl RuleVerdict {
    /// Pass without faults, else fail.
    pub(super) fn from_faults(faults: impl IntoIterator<Item = Fault>) -> Self {
        faults.into_iter().collect::<Faults>().verdict()
    }

    /// Pass if `holds`, else fail with this reason.
    pub(super) fn whether(holds: bool, reason: impl Into<String>) -> Self {
        Self::from_faults((!holds).then(|| Fault::whole(reason)))
    }

    /// Pass without remarks, else pass with them.
    pub(super) fn remark(remarks: Vec<Fault>) -> Self {
        if remarks.is_empty() { Self::Pass } else { Self::Remark { remarks } }
    }

    /// The verdict on drawn pages; skipped if they were not drawn.
    pub(super) fn from_looks(looked: Option<&Vec<Fault>>) -> Self {
        match looked {
            Some(faults) => Self::from_faults(faults.iter().cloned()),
            None => Self::skip("drawing is turned off (--quick)"),
        }
    }

    /// The verdict on placement records; skipped if there are none, or no deck that gives the size of the cards.
    pub(super) fn from_records(faults: Option<&Vec<Fault>>) -> Self {
        match faults {
            Some(faults) => Self::from_faults(faults.iter().cloned()),
            None => Self::skip("no placement record, or no deck (--deck) to compare it with"),
        }
    }

    /// The verdict on bar codes; skipped if none was read.
    pub(super) fn from_barcodes(faults: Option<&Vec<Fault>>) -> Self {
        match faults {
            Some(faults) => Self::from_faults(faults.iter().cloned()),
            None => {
                Self::skip("no placement record has a bar code, or drawing is turned off (--quick)")
            }
        }
    }

    pub(super) fn skip(why: impl Into<String>) -> Self {
        Self::Skip { why: why.into() }
    }

    /// The check could not be made at all.
    pub(super) fn unchecked(why: impl Into<String>) -> Self {
        Self::Unchecked { gaps: vec![Fault::whole(why)] }
    }

    /// Turns a verdict without faults into an unchecked one if there are gaps.
    pub(super) fn or_unchecked(self, gaps: &Faults) -> Self {
        match self {
            Self::Fail { .. } => self,
            _ if gaps.is_empty() => self,
            _ => Self::Unchecked { gaps: gaps.listed() },
        }
    }

    /// Adds remarks to a pass.
    pub(super) fn or_remark(self, remarks: &Faults) -> Self {
        match self {
            Self::Pass => Self::remark(remarks.listed()),
            other => other,
        }
    }
}

impl Fault {
    pub(super) fn whole(reason: impl Into<String>) -> Self {
        Self::at(None, reason)
    }

    pub(super) fn on(page: u32, reason: impl Into<String>) -> Self {
        Self::at(Some(page), reason)
    }

    /// A fault on a page, if the file has pages. The reason may quote the file and is cut if it is too long.
    pub(super) fn at(page: Option<u32>, reason: impl Into<String>) -> Self {
        let mut reason = reason.into();
        if let Some((end, _)) = reason.char_indices().nth(FAULT_LENGTH.most) {
            reason.truncate(end);
            reason.push('…');
        }
        Self { page, reason }
    }
}

/// The faults of a rule: up to a limit they are stored, the others only counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    reported: Vec<Fault>,
    reasons: BTreeSet<String>,
    /// Faults added by [`add_once`](Self::add_once).
    once: BTreeSet<(Option<u32>, String)>,
    more: usize,
}

impl Faults {
    /// Whether one of the stored faults is on this page.
    pub(super) fn are_of(&self, page: u32) -> bool {
        self.reported.iter().any(|fault| fault.page == Some(page))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.reported.is_empty()
    }

    /// Whether further faults are only counted.
    pub(super) fn is_full(&self) -> bool {
        self.more > 0
    }

    /// Adds a fault.
    pub(super) fn add(&mut self, fault: Fault) {
        let known = self.reasons.contains(&fault.reason);
        if self.reported.len() == PLACES.most || (!known && self.reasons.len() == FAULTS.most) {
            self.more += 1;
            return;
        }
        if !known {
            self.reasons.insert(fault.reason.clone());
        }
        self.reported.push(fault);
    }

    /// Adds a fault unless it was added before.
    pub(super) fn add_once(&mut self, fault: Fault) {
        let key = (fault.page, fault.reason.clone());
        if !self.once.contains(&key) {
            let before = self.reported.len();
            self.add(fault);
            // Faults that are only counted are not remembered: their number is not limited.
            if self.reported.len() > before {
                self.once.insert(key);
            }
        }
    }

    /// Adds the faults of another collection.
    pub(super) fn extend(&mut self, others: &Self) {
        others.reported.iter().cloned().for_each(|fault| self.add(fault));
        self.more += others.more;
    }

    /// The stored faults, and the number of others.
    pub(super) fn into_reported(self) -> (Vec<Fault>, usize) {
        (self.reported, self.more)
    }

    /// Pass without faults, else fail.
    pub(super) fn verdict(&self) -> RuleVerdict {
        if self.is_empty() {
            return RuleVerdict::Pass;
        }
        RuleVerdict::Fail { faults: self.listed() }
    }

    /// The stored faults, followed by a line with the number of others, if any.
    fn listed(&self) -> Vec<Fault> {
        let mut faults = self.reported.clone();
        if self.more > 0 {
            faults.push(Fault::whole(format!("and {} more", grouped(self.more))));
        }
        faults
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<T: IntoIterator<Item = Fault>>(faults: T) -> Self {
        let mut all = Self::default();
        faults.into_iter().for_each(|fault| all.add(fault));
        all
    }
}

impl RuleResult {
    /// The file could be read.
    pub(super) fn readable() -> Self {
        Self { rule: "readable", requirement: "the file can be read", verdict: RuleVerdict::Pass }
    }

    pub(super) fn unreadable(reason: impl Into<String>) -> Self {
        let verdict = RuleVerdict::from_faults(vec![Fault::whole(reason)]);
        Self { rule: "readable", requirement: "the file can be read", verdict }
    }
}

impl fmt::Display for Report {
    /// The number of passed checks; then the notes, the incomplete checks and the violated rules, one line for each
    /// reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked =
            self.rules.iter().filter(|r| !matches!(r.verdict, RuleVerdict::Skip { .. })).count();
        let unchecked: Vec<&str> = self.unchecked().map(|(result, _)| result.rule).collect();
        let passed = asked - self.failures().count() - unchecked.len();
        write!(f, "{}: {passed} of {asked} checks passed", self.file)?;
        if !unchecked.is_empty() {
            write!(f, ", {} not checked: {}", unchecked.len(), unchecked.join(", "))?;
        }
        for (result, remarks) in self.remarks() {
            for (pages, reason) in by_reason(remarks) {
                write!(f, "\n  {}{pages}: note: {reason}", result.rule)?;
            }
        }
        for (result, gaps) in self.unchecked() {
            for (pages, reason) in by_reason(gaps) {
                write!(f, "\n  {}{pages}: not checked: {reason}", result.rule)?;
            }
        }
        for (result, faults) in self.failures() {
            for (pages, reason) in by_reason(faults) {
                let (rule, requirement) = (result.rule, result.requirement);
                write!(f, "\n  {rule}{pages}: {reason} (asked: {requirement})")?;
            }
        }
        Ok(())
    }
}

/// Each distinct reason with its pages, in the order of first appearance.
fn by_reason(faults: &[Fault]) -> Vec<(Pages, &str)> {
    let mut lines: Vec<(Pages, &str)> = Vec::new();
    for fault in faults {
        let known = lines.iter().position(|(_, reason)| *reason == fault.reason);
        let line = known.unwrap_or_else(|| {
            lines.push((Pages(Vec::new()), &fault.reason));
            lines.len() - 1
        });
        lines[line].0.0.extend(fault.page);
    }
    lines
}

/// Rising page numbers in words: `, page 3`, `, pages 1–54`, `, pages 1, 3, 5 and 40 more`.
struct Pages(Vec<u32>);

impl fmt::Display for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 5;
        match &self.0[..] {
            [] => Ok(()),
            [page] => write!(f, ", page {page}"),
            [first, .., last]
                if usize::try_from(last - first).is_ok_and(|n| n + 1 == self.0.len()) =>
            {
                write!(f, ", pages {first}–{last}")
            }
            pages => {
                let listed: Vec<String> = pages.iter().take(MOST).map(u32::to_string).collect();
                write!(f, ", pages {}", listed.join(", "))?;
                match pages.len().checked_sub(MOST) {
                    Some(more) if more > 0 => write!(f, " and {more} more"),
                    _ => Ok(()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_on_many_pages_is_one_line() {
        let on = |pages: &[u32]| Pages(pages.to_vec()).to_string();
        assert_eq!("", on(&[]));
        assert_eq!(", page 3", on(&[3]));
        assert_eq!(", pages 1–54", on(&(1..=54).collect::<Vec<_>>()));
        assert_eq!(", pages 1, 3", on(&[1, 3]));
        assert_eq!(", pages 1, 3, 5, 7, 9 and 2 more", on(&[1, 3, 5, 7, 9, 11, 13]));
        let faults = vec![Fault::on(1, "thin"), Fault::on(2, "thin"), Fault::whole("odd")];
        let verdict = RuleVerdict::from_faults(faults);
        let rules = vec![RuleResult { rule: "pdf.x", requirement: "y", verdict }];
        let report = Report { file: "f".to_owned(), kind: Kind::Pdf, rules };
        let text = report.to_string();
        assert_eq!(3, text.lines().count(), "{text}");
        assert!(text.contains("pdf.x, pages 1–2: thin (asked: y)"), "{text}");
    }

    #[test]
    fn an_incomplete_check_is_named_and_does_not_pass() {
        let result = |rule, verdict| RuleResult { rule, requirement: "y", verdict };
        let rules = vec![
            result("pdf.a", RuleVerdict::Pass),
            result("pdf.b", RuleVerdict::skip("no vendor was named")),
            result(
                "pdf.c",
                RuleVerdict::Pass.or_unchecked(&Faults::from_iter([Fault::on(2, "odd")])),
            ),
            result("pdf.d", RuleVerdict::Pass.or_unchecked(&Faults::default())),
        ];
        let report = Report { file: "f".to_owned(), kind: Kind::Pdf, rules };
        assert!(!report.passes());
        let text = report.to_string();
        let expected =
            "f: 2 of 3 checks passed, 1 not checked: pdf.c\n  pdf.c, page 2: not checked: odd";
        assert_eq!(expected, text);
        let broken = RuleVerdict::whether(false, "thin");
        let gaps = Faults::from_iter([Fault::on(2, "odd")]);
        assert_eq!(broken, broken.clone().or_unchecked(&gaps), "a fault takes precedence");
    }
}
