//! Sets of files that should make up a whole deck: a folder of pictures, the pages of a sheet, a PDF.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::reading::ReadBack;
use crate::deck::{CardNumber, CardNumbers};
use crate::preflight::report::Kind;
use crate::wording::counted;

/// Files that should be one deck together.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct PrintedSet {
    /// The common pattern of the file names, such as `cards/svg/card-*.svg`.
    pub files: String,
    /// The number of files.
    pub count: usize,
    /// The number of different cards found.
    pub cards: usize,
    /// The number of compared texts.
    pub texts: usize,
    /// The number of texts that differ from the deck.
    pub differences: usize,
    /// Cards that are missing or found less often than requested.
    pub missing: Vec<CardNumber>,
    /// Extra cards that are missing from a PDF or found less often than requested, by the names of their files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing_extras: Vec<String>,
    /// Cards found more often than requested.
    pub doubled: Vec<CardNumber>,
    /// Cards found but not requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<CardNumber>,
    /// Whether all requested cards must be present. A single picture is a reprint and need not be a whole deck.
    pub should_be_whole: bool,
}

impl PrintedSet {
    /// Whether all texts match the deck and, if required, every card is present the requested number of times.
    pub fn holds(&self) -> bool {
        let whole =
            self.missing.is_empty() && self.missing_extras.is_empty() && self.doubled.is_empty();
        let right = self.differences == 0 && self.cards > 0 && self.unasked.is_empty();
        right && (whole || !self.should_be_whole)
    }
}

impl fmt::Display for PrintedSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cards, texts) = (counted(self.cards, "card"), counted(self.texts, "text"));
        write!(f, "{}: {cards}, {texts}, ", self.files)?;
        match self.differences {
            0 if self.cards == 0 => f.write_str("no card of the deck was found")?,
            0 => f.write_str("all equal")?,
            count => write!(f, "{count} differ")?,
        }
        let list = |cards: &[CardNumber]| {
            let numbers: Vec<String> = cards.iter().map(ToString::to_string).collect();
            numbers.join(", ")
        };
        if self.should_be_whole && self.cards > 0 && !self.missing.is_empty() {
            write!(f, "; missing: {}", list(&self.missing))?;
        }
        if self.should_be_whole && self.cards > 0 && !self.missing_extras.is_empty() {
            write!(f, "; missing extra cards: {}", self.missing_extras.join(", "))?;
        }
        if self.should_be_whole && !self.doubled.is_empty() {
            write!(f, "; too often: {}", list(&self.doubled))?;
        }
        if !self.unasked.is_empty() {
            write!(f, "; not requested: {}", list(&self.unasked))?;
        }
        Ok(())
    }
}

/// The cards that should be printed.
#[derive(Clone, Copy, Debug)]
pub struct WantedCards<'a> {
    /// Their numbers.
    pub cards: &'a [CardNumber],
    /// The names of the extra cards that each PDF should have, as often as they are printed.
    pub extras: &'a [String],
    /// Copies of each on sheets; single pictures count once.
    pub copies: usize,
}

/// File names with the texts read from the files.
type Files<'f> = Vec<(&'f str, &'f ReadBack)>;

/// Groups files into decks. Every PDF is one, with the PDF of its backs if there is one; so are pictures of one kind
/// whose names differ only in their number and side (`card-00.svg`, `card-01.svg`; `a4-3x3-01-front.svg`).
/// Pieces that go with a deck are left out, as are pictures without cards, such as the back, if other pictures of
/// their kind show cards. `wanted` are the cards that each deck should have.
pub fn printed_sets<'f>(
    files: impl IntoIterator<Item = (&'f str, Kind, &'f ReadBack)>,
    wanted: WantedCards<'_>,
) -> Vec<PrintedSet> {
    let mut sets: BTreeMap<String, (Kind, Files<'f>)> = BTreeMap::new();
    for (name, kind, read) in files.into_iter().filter(|(.., read)| read.piece.is_none()) {
        let set = if kind == Kind::Pdf { sides_of(name) } else { set_of(name) };
        sets.entry(set).or_insert_with(|| (kind, Vec::new())).1.push((name, read));
    }
    let made: Vec<(Kind, PrintedSet)> = sets
        .into_iter()
        .map(|(name, (kind, files))| match files[..] {
            [(own, _)] => (kind, set(own.to_owned(), kind, &files, wanted)),
            _ => (kind, set(name, kind, &files, wanted)),
        })
        .collect();
    let shows_cards = |kind: Kind| made.iter().any(|(own, set)| *own == kind && set.cards > 0);
    let counts = |(kind, set): &(Kind, PrintedSet)| {
        set.cards > 0 || set.differences > 0 || *kind == Kind::Pdf || !shows_cards(*kind)
    };
    let kept: Vec<bool> = made.iter().map(counts).collect();
    made.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|((_, set), _)| set).collect()
}

fn set(
    files: String,
    kind: Kind,
    found: &[(&str, &ReadBack)],
    wanted: WantedCards<'_>,
) -> PrintedSet {
    let reads: Vec<&ReadBack> = found.iter().map(|(_, read)| *read).collect();
    let mut copies = [0_usize; CardNumbers::MOST + 1];
    for number in reads.iter().flat_map(|read| &read.numbers) {
        copies[usize::from(number.get())] += 1;
    }
    // Single-card pictures exist once, whatever the number of copies on the sheets.
    let is_once = kind != Kind::Pdf && copies.iter().all(|&copies| copies <= 1);
    let each = if is_once { 1 } else { wanted.copies };
    let with = |asked: &dyn Fn(bool, usize) -> bool| -> Vec<CardNumber> {
        let numbers = (0..).map_while(CardNumber::new).zip(&copies);
        let numbers =
            numbers.filter(|(number, copies)| asked(wanted.cards.contains(number), **copies));
        numbers.map(|(number, _)| number).collect()
    };
    let times = |names: &mut dyn Iterator<Item = &String>, name: &String| {
        names.filter(|other| *other == name).count()
    };
    let is_missing = |name: &&String| {
        let found = times(&mut reads.iter().flat_map(|read| &read.extras), name);
        kind == Kind::Pdf && found < each * times(&mut wanted.extras.iter(), name)
    };
    let missing_extras: BTreeSet<&String> = wanted.extras.iter().filter(is_missing).collect();
    PrintedSet {
        files,
        missing_extras: missing_extras.into_iter().cloned().collect(),
        count: reads.len(),
        cards: with(&|_, copies| copies > 0).len(),
        texts: reads.iter().map(|read| read.texts).sum(),
        differences: reads.iter().map(|read| read.difference_count()).sum(),
        missing: with(&|wanted, copies| wanted && copies < each),
        doubled: with(&|_, copies| copies > each),
        unasked: with(&|wanted, copies| !wanted && copies > 0),
        should_be_whole: kind == Kind::Pdf || reads.len() > 1,
    }
}

/// A PDF's name with a star for its side, if fronts and backs are separate files.
fn sides_of(name: &str) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let stem = ["-fronts", "-backs"].into_iter().find_map(|side| stem.strip_suffix(side));
    stem.map_or_else(|| name.to_owned(), |stem| format!("{stem}-*.{ending}"))
}

/// A file's name without its side, and the side: 0 for fronts, 1 for backs.
pub(in crate::preflight) fn side_of(name: &str) -> Option<(String, usize)> {
    let (stem, ending) = name.rsplit_once('.')?;
    let sides = [("-fronts", 0), ("-front", 0), ("-backs", 1), ("-back", 1)];
    let own = |(side, place): (&str, usize)| Some((stem.strip_suffix(side)?, place));
    let (stem, side) = sides.into_iter().find_map(own)?;
    Some((format!("{stem}.{ending}"), side))
}

/// A file's name with a star for its number and side.
fn set_of(name: &str) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let side = ["-front", "-back"].into_iter().find_map(|side| stem.strip_suffix(side));
    let without = side.unwrap_or(stem).trim_end_matches(|c: char| c.is_ascii_digit());
    if without.len() == stem.len() { name.to_owned() } else { format!("{without}*.{ending}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;

    fn once(cards: &[CardNumber]) -> WantedCards<'_> {
        WantedCards { cards, extras: &[], copies: 1 }
    }

    fn read(numbers: &[u8]) -> ReadBack {
        let numbers: Vec<CardNumber> = numbers.iter().copied().flat_map(CardNumber::new).collect();
        let (cards, texts) = (numbers.len(), 70 * numbers.len());
        let (extras, differences) = (Vec::new(), Vec::new());
        ReadBack { piece: None, cards, texts, numbers, extras, differences, untold: 0 }
    }

    fn all() -> Vec<CardNumber> {
        CardNumbers::POKER.iter().collect()
    }

    #[test]
    fn a_reprint_has_exactly_the_requested_cards() {
        let describe = |cards: &[u8], wanted: &[u8]| {
            let wanted: Vec<CardNumber> =
                wanted.iter().copied().flat_map(CardNumber::new).collect();
            let [set] = printed_sets([("deck.pdf", Kind::Pdf, &read(cards))], once(&wanted))
                .try_into()
                .unwrap();
            (set.holds(), set.to_string())
        };
        assert!(describe(&[3, 7], &[3, 7]).0);
        let (holds, text) = describe(&[3, 8], &[3, 7]);
        assert!(!holds && text.ends_with("; missing: 7; not requested: 8"), "{text}");
    }

    #[test]
    fn names_that_differ_in_number_or_side_are_one_set() {
        assert_eq!("a/card-*.svg", set_of("a/card-34.svg"));
        assert_eq!("a4-3x3-*.svg", set_of("a4-3x3-01-front.svg"));
        assert_eq!("back.svg", set_of("back.svg"));
    }

    #[test]
    fn missing_and_doubled_cards_of_a_folder_are_named() {
        let mut reads: Vec<(String, ReadBack)> =
            (0..54).map(|n| (format!("card-{n:02}.png"), read(&[n]))).collect();
        reads.push(("back.png".to_owned(), read(&[])));
        let sets = |reads: &[(String, ReadBack)]| {
            let reads = reads.iter().map(|(name, read)| (name.as_str(), Kind::Png, read));
            printed_sets(reads, once(&all()))
        };
        let [set] = sets(&reads).try_into().unwrap();
        assert!(set.holds());
        assert_eq!("card-*.png: 54 cards, 3780 texts, all equal", set.to_string());
        reads[7].1 = read(&[8]);
        let [set] = sets(&reads).try_into().unwrap();
        assert!(!set.holds());
        assert!(set.to_string().ends_with("; missing: 7; too often: 8"), "{set}");
    }

    #[test]
    fn one_picture_is_a_reprint_but_a_pdf_is_a_whole_deck() {
        let of = |name, kind| printed_sets([(name, kind, &read(&[34]))], once(&all())).remove(0);
        assert!(of("card-34.svg", Kind::Svg).holds());
        assert!(!of("deck.pdf", Kind::Pdf).holds());
        let nothing = read(&[]);
        assert!(!printed_sets([("photo.png", Kind::Png, &nothing)], once(&all()))[0].holds());
    }
}
