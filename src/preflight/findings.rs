//! What was found in finished files, in words and as JSON: the rules they break, the figures that are not
//! the deck's, the faces that look otherwise, the cards that are missing.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// The form of the findings as JSON, described in `docs/json.md`.
const FORMAT: &str = "actiondeck-preflight/1";

/// What was found in all files.
#[derive(Debug, Serialize)]
pub struct Findings {
    /// The form of these findings as JSON.
    format: &'static str,
    /// File by file.
    pub files: Vec<Finding>,
    /// What the files are together, where a deck was given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<PrintedSet>,
}

/// What was found in one file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    #[serde(flatten)]
    report: Report,
    /// The printed figures against the deck, where a deck was given and the file could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) read_back: Option<ReadBack>,
    /// How the faces look, where a deck was given and the file was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seen: Option<SeenFaces>,
    /// Width and height in millimetres to which it is cut, if it says so.
    #[serde(skip)]
    pub(super) cut_mm: Option<[f64; 2]>,
}

impl Findings {
    /// The findings on files, several at a time, in the order of the files. `path` says where a file lies;
    /// by that is told which are taken up together.
    pub(crate) fn check<F: Sync>(
        files: &[F],
        printed: Option<&PrintedDeck>,
        wanted: WantedCards<'_>,
        path: impl Fn(&F) -> &Path,
        find: impl Fn(&F) -> Finding + Sync,
    ) -> Self {
        Self::joined(check_each(files, printed, path, find), wanted)
    }

    /// The findings on single files, in the order of the files, with what the files are together.
    pub(crate) fn joined(mut files: Vec<Finding>, wanted: WantedCards<'_>) -> Self {
        tell_behind(&mut files);
        let read = files.iter().filter_map(|finding| {
            Some((finding.report.file.as_str(), finding.report.kind, finding.read_back.as_ref()?))
        });
        let decks = printed_sets(read, wanted);
        Self { format: FORMAT, files, decks }
    }

    /// The findings on every print file of the printed cards, held against what is expected of them.
    /// `progress` is told how many of how many files are checked.
    pub fn of_printed(
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

    /// Whether every file keeps its rules and could be checked, all figures are the deck's, and no card is missing.
    pub fn hold(&self) -> bool {
        self.files.iter().all(Finding::holds) && self.decks.iter().all(PrintedSet::holds)
    }

    /// The findings as JSON.
    pub fn json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        format!("{}\n", text.expect("findings hold nothing that JSON cannot say"))
    }

    /// What does not hold, in words.
    pub fn faults(&self) -> String {
        let files = self.files.iter().filter(|finding| !finding.holds());
        let decks = self.decks.iter().filter(|deck| !deck.holds());
        files.map(ToString::to_string).chain(decks.map(|deck| format!("{deck}\n"))).collect()
    }
}

impl fmt::Display for Findings {
    /// File by file and deck by deck. Many pictures that hold are told together.
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

/// What `check` makes of each file, several at a time; in the order of the files, though those whose faces are drawn
/// alike are taken up together. `path` says where a file lies.
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
    // Whatever a library gives up on is a finding already; what is left is a fault of ours.
    checked.into_iter().map(|(_, checked)| checked.expect("no check panics")).collect()
}

/// When a file is taken up: those of one face together, which is parsed for the first of them, and what is
/// drawn in inks last, when nothing else is kept any more.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    Face(FaceId),
    Sheet,
    Document,
}

impl Turn {
    fn from_path(path: &Path, printed: Option<&PrintedDeck>) -> Self {
        let is_document = path.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("pdf"));
        let named = || printed?.looks().named(path.to_str()?);
        if is_document { Self::Document } else { named().map_or(Self::Sheet, Self::Face) }
    }
}

/// Tells where a file of backs has another back than belongs behind the fronts of the file beside it.
fn tell_behind(files: &mut [Finding]) {
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

/// Differences in looks of one file that are told as text.
const TOLD: usize = 100;

/// How many files are told one by one even if nothing is wrong with them.
const SHORT: usize = 8;

impl Finding {
    /// Checks one file, and its figures against a whole printed deck.
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

    /// A file whose bytes could not be had, for this reason.
    pub(crate) fn unread(name: &str, reason: &str) -> Self {
        Self { report: unread(name, reason), read_back: None, seen: None, cut_mm: None }
    }

    /// A file of this kind at which the checking process ended, for this reason.
    pub(crate) fn unfinished(name: &str, kind: Kind, reason: &str) -> Self {
        let report = Report { kind, ..unread(name, reason) };
        Self { report, read_back: None, seen: None, cut_mm: None }
    }

    /// The file, as it was named.
    pub fn name(&self) -> &str {
        &self.report.file
    }

    /// The figures that were read, if there were any: backs bear none.
    pub(crate) fn cards(&self) -> Option<&ReadBack> {
        self.read_back.as_ref().filter(|read| read.cards > 0)
    }

    /// How the faces look, if they were looked at.
    pub fn seen(&self) -> Option<&SeenFaces> {
        self.seen.as_ref()
    }

    /// Width and height in millimetres to which it is cut, if it says so.
    pub(crate) fn cut_mm(&self) -> Option<[f64; 2]> {
        self.cut_mm
    }

    /// Whether cards of the deck are on it, and every figure and face that was compared is theirs.
    pub(crate) fn shows_deck(&self) -> bool {
        self.cards().is_some_and(ReadBack::agrees)
            && self.seen.as_ref().is_none_or(|seen| seen.agrees() && seen.not_compared.is_empty())
    }

    /// Whether so much of its cards is wrong that they are likely to be of something else: of their texts, or of their
    /// looks where they have none.
    pub(crate) fn is_unlike_deck(&self) -> bool {
        self.cards().is_some_and(|read| {
            let seen = self.seen.as_ref().filter(|_| read.texts == 0);
            let looks = seen.map_or(0, |seen| seen.differences.len());
            read.difference_count() + looks >= read.cards
        })
    }

    /// Whether no rule is broken or left unchecked, all figures are the deck's and every face looks as it should.
    pub(crate) fn holds(&self) -> bool {
        self.report.passes()
            && self.read_back.as_ref().is_none_or(ReadBack::agrees)
            && self.seen.as_ref().is_none_or(SeenFaces::agrees)
    }
}

impl fmt::Display for Finding {
    /// A line, and one for every broken rule and every difference.
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
            for difference in seen.differences.iter().take(TOLD) {
                writeln!(f, "    {difference}")?;
            }
            if let Some(more) = seen.differences.len().checked_sub(TOLD + 1) {
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

/// Whether a file is called as print files are.
pub(crate) fn is_print_file(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ["pdf", "png", "svg"].contains(&ending.to_ascii_lowercase().as_str())
}
