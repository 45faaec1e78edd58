//! Findings on finished files, as text and as JSON: broken rules, wrong texts, faces that look different, missing
//! cards.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::read_back::side_of;
use super::report::Fault;
use super::seen::{FaceId, Imposition, differences_behind};
use super::{
    Checked, Expectation, Kind, PrintedDeck, PrintedSet, ReadBack, Report, SeenFaces, WantedCards,
    check, check_against, printed_sets, unread,
};
use crate::isolate;
use crate::render::NamedFile;
use crate::wording::counted;

const FORMAT: &str = "actiondeck-preflight/1";

/// The findings on all files.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Findings {
    /// The format.
    #[schemars(extend("const" = FORMAT))]
    format: &'static str,
    /// The findings on each file.
    pub files: Vec<Finding>,
    /// The sets that the files make up, if a deck was given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<PrintedSet>,
}

/// The findings on one file.
#[derive(Clone, Debug, JsonSchema, Serialize, Deserialize)]
pub struct Finding {
    #[serde(flatten)]
    report: Report,
    /// The printed texts compared with the deck, if one was given and the file could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) read_back: Option<ReadBack>,
    /// The faces compared as pictures, if a deck was given and the file was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seen: Option<SeenFaces>,
    /// The trim size in millimetres, width and height, if the file states it.
    #[serde(skip)]
    pub(super) cut_mm: Option<[f64; 2]>,
}

impl Findings {
    /// Checks files in parallel. The findings are in the order of the files; `path` returns the path of a file, which
    /// decides the order of the work.
    pub(crate) fn check<F: Sync>(
        files: &[F],
        printed: Option<&PrintedDeck>,
        wanted: WantedCards<'_>,
        path: impl Fn(&F) -> &Path,
        find: impl Fn(&F) -> Finding + Sync,
    ) -> Self {
        Self::joined(check_each(files, printed, path, find), wanted)
    }

    /// Combines the findings on single files, in their order, with the sets they make up.
    pub(crate) fn joined(mut files: Vec<Finding>, wanted: WantedCards<'_>) -> Self {
        add_wrong_backs(&mut files);
        let read = files.iter().filter_map(|finding| {
            Some((finding.report.file.as_str(), finding.report.kind, finding.read_back.as_ref()?))
        });
        let decks = printed_sets(read, wanted);
        Self { format: FORMAT, files, decks }
    }

    /// Checks every print file of the printed cards. `progress` is called with the number of checked files and the
    /// total.
    pub fn check_printed(
        files: &[NamedFile],
        expectation: &Expectation,
        printed: &PrintedDeck,
        wanted: WantedCards<'_>,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Self {
        let is_printed = |file: &&NamedFile| is_print_file(Path::new(&file.path));
        let files: Vec<&NamedFile> = files.iter().filter(is_printed).collect();
        let done = AtomicUsize::new(0);
        Self::check(
            &files,
            Some(printed),
            wanted,
            |file| Path::new(&file.path),
            |file| {
                let found = Finding::check(&file.path, &file.bytes, expectation, Some(printed));
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, files.len());
                found
            },
        )
    }

    /// Whether every file passes every check, all texts match the deck and no card is missing.
    pub fn hold(&self) -> bool {
        self.files.iter().all(Finding::holds) && self.decks.iter().all(PrintedSet::holds)
    }

    /// The findings as JSON.
    pub fn json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        format!("{}\n", text.expect("findings hold nothing that JSON cannot say"))
    }

    /// Describes the files and sets that do not pass.
    pub fn faults(&self) -> String {
        let files = self.files.iter().filter(|finding| !finding.holds());
        let decks = self.decks.iter().filter(|deck| !deck.holds());
        files.map(ToString::to_string).chain(decks.map(|deck| format!("{deck}\n"))).collect()
    }
}

impl fmt::Display for Findings {
    /// The findings by file and by set. If there are many pictures, those that pass are summed up in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let several = self.files.len() > SHORT;
        let mut quiet = 0;
        let mut remarks: BTreeMap<String, usize> = BTreeMap::new();
        for finding in &self.files {
            if several && finding.report.kind != Kind::Pdf && finding.holds() {
                quiet += 1;
                for (result, reported) in finding.report.remarks() {
                    for remark in reported {
                        let line = format!("{}: note: {}", result.rule, remark.reason);
                        *remarks.entry(line).or_default() += 1;
                    }
                }
            } else {
                write!(f, "{finding}")?;
            }
        }
        if quiet > 0 {
            writeln!(f, "{}: all checks passed", counted(quiet, "picture"))?;
        }
        for (remark, count) in remarks {
            writeln!(f, "  of {count}: {remark}")?;
        }
        for deck in self.decks.iter().filter(|deck| deck.count > 1 || !deck.holds()) {
            writeln!(f, "{deck}")?;
        }
        Ok(())
    }
}

/// Runs `check` on files in parallel and returns the results in the order of the files. Files that show the same face
/// are checked one after another. `path` returns the path of a file.
pub(crate) fn check_each<F: Sync, T: Send>(
    files: &[F],
    printed: Option<&PrintedDeck>,
    path: impl Fn(&F) -> &Path,
    check: impl Fn(&F) -> T + Sync,
) -> Vec<T> {
    let mut turns: Vec<usize> = (0..files.len()).collect();
    turns.sort_by_cached_key(|&at| Turn::from_path(path(&files[at]), printed));
    let checked = isolate::each(&turns, |&at| check(&files[at]));
    let mut checked: Vec<_> = turns.into_iter().zip(checked).collect();
    checked.sort_unstable_by_key(|(at, _)| *at);
    // A panic of a library is a finding already; any other is a bug of the program.
    checked.into_iter().map(|(_, checked)| checked.expect("no check panics")).collect()
}

/// The order of the work: files of one face together, so that it is parsed once, and PDFs, which are drawn in inks,
/// last, when the other drawings are no longer needed.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    Face(FaceId),
    Sheet,
    Document,
}

impl Turn {
    fn from_path(path: &Path, printed: Option<&PrintedDeck>) -> Self {
        let is_document = path.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("pdf"));
        let named = || printed?.reference().named(path.to_str()?);
        if is_document { Self::Document } else { named().map_or(Self::Sheet, Self::Face) }
    }
}

/// Adds the wrong backs in a separate file of backs, compared with the file of the fronts.
fn add_wrong_backs(files: &mut [Finding]) {
    let mut sides: BTreeMap<String, [Option<usize>; 2]> = BTreeMap::new();
    for (place, finding) in files.iter().enumerate() {
        if let (Some((name, side)), Some(_)) = (side_of(&finding.report.file), &finding.seen) {
            sides.entry(name).or_default()[side] = Some(place);
        }
    }
    for [fronts, backs] in sides.into_values() {
        let (Some(fronts), Some(backs)) = (fronts, backs) else { continue };
        let mut laid: Vec<Imposition> = Vec::new();
        for place in [fronts, backs] {
            laid.extend(files[place].seen.iter().flat_map(|seen| seen.laid.iter().cloned()));
        }
        if let Some(seen) = &mut files[backs].seen {
            seen.differences.extend(differences_behind(&laid));
        }
    }
}

/// The most differences of one file that are written as text.
const MOST_DIFFERENCES: usize = 100;

/// Up to this many files, each is listed even if it passes.
const SHORT: usize = 8;

impl Finding {
    /// Checks one file, and its texts against a printed deck if one is given.
    pub(crate) fn check(
        name: &str,
        bytes: &[u8],
        expectation: &Expectation,
        deck: Option<&PrintedDeck>,
    ) -> Self {
        let Some(deck) = deck else {
            let report = check(name, bytes, expectation);
            return Self { report, read_back: None, seen: None, cut_mm: None };
        };
        let Checked { report, read_back, seen, cut_mm } =
            check_against(name, bytes, expectation, deck);
        Self { report, read_back, seen, cut_mm }
    }

    /// A file whose bytes could not be read, for this reason.
    pub(crate) fn unread(name: &str, reason: &str) -> Self {
        Self { report: unread(name, reason), read_back: None, seen: None, cut_mm: None }
    }

    /// A file of this kind on which the checking process ended, for this reason.
    pub(crate) fn unfinished(name: &str, kind: Kind, reason: &str) -> Self {
        let report = Report { kind, ..unread(name, reason) };
        Self { report, read_back: None, seen: None, cut_mm: None }
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.report.file
    }

    /// The texts that were read, if any: backs have none.
    pub(crate) fn cards(&self) -> Option<&ReadBack> {
        self.read_back.as_ref().filter(|read| read.cards > 0)
    }

    /// The faces compared as pictures, if any.
    pub fn seen(&self) -> Option<&SeenFaces> {
        self.seen.as_ref()
    }

    /// The trim size in millimetres, width and height, if the file states it.
    pub(crate) fn cut_mm(&self) -> Option<[f64; 2]> {
        self.cut_mm
    }

    /// Whether the file shows cards of the deck, and every compared text and face matches.
    pub(crate) fn shows_deck(&self) -> bool {
        self.cards().is_some_and(ReadBack::agrees)
            && self.seen.as_ref().is_none_or(|seen| seen.agrees() && seen.not_compared.is_empty())
    }

    /// Whether there are at least as many differences as cards, so that the file probably shows something else. Looks
    /// count where no texts were compared.
    pub(crate) fn is_unlike_deck(&self) -> bool {
        self.cards().is_some_and(|read| {
            let seen = self.seen.as_ref().filter(|_| read.texts == 0);
            let looks = seen.map_or(0, |seen| seen.differences.len());
            read.difference_count() + looks >= read.cards
        })
    }

    /// Whether every check passes, all texts match the deck and every face looks right.
    pub(crate) fn holds(&self) -> bool {
        self.report.passes()
            && self.read_back.as_ref().is_none_or(ReadBack::agrees)
            && self.seen.as_ref().is_none_or(SeenFaces::agrees)
    }
}

impl fmt::Display for Finding {
    /// A summary line, then one line for each broken rule and each difference.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.report)?;
        if let Some(read_back) = &self.read_back {
            writeln!(f, "  read back: {read_back}")?;
            for difference in &read_back.differences {
                let page = difference.page.map(|page| format!("page {page}: ")).unwrap_or_default();
                writeln!(f, "    {page}{}", difference.reason)?;
            }
            if read_back.untold > 0 {
                writeln!(f, "    and {} more", read_back.untold)?;
            }
        }
        if let Some(seen) = &self.seen {
            writeln!(f, "  seen: {seen}")?;
            for difference in seen.differences.iter().take(MOST_DIFFERENCES) {
                writeln!(f, "    {difference}")?;
            }
            if let Some(more) = seen.differences.len().checked_sub(MOST_DIFFERENCES + 1) {
                writeln!(f, "    and {} more", more + 1)?;
            }
            for Fault { page, reason } in &seen.not_compared {
                let page = page.map(|page| format!("page {page}: ")).unwrap_or_default();
                writeln!(f, "    {page}{reason}")?;
            }
        }
        Ok(())
    }
}

/// Whether a file has the extension of a print file.
pub(crate) fn is_print_file(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ["pdf", "png", "svg"].contains(&ending.to_ascii_lowercase().as_str())
}
