//! Backs behind their fronts after the paper is turned, measured on pages drawn by poppler.

use std::path::Path;

use actiondeck::deck::{CardNumber, CardNumbers, Deck};
use actiondeck::face::{Faces, Theme};
use actiondeck::preflight::{Expectation, Findings, PrintedDeck, WantedCards};
use actiondeck::render::sheet::{CardOrder, Collation, Flip, PageOrder, Sheet, Sides};
use actiondeck::render::{Job, NamedFile, only};

use super::{BackText, COLOURS, deck, lists, theme};
use crate::foreign;

/// A pseudo-random generator with a fixed sequence.
struct Rng(u64);

impl Rng {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A drawn page.
struct Drawn {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
}

impl Drawn {
    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let place = (y * self.width + x) * 3;
        [self.rgb[place], self.rgb[place + 1], self.rgb[place + 2]]
    }

    /// The colour at a point, if the surrounding pixels have the same.
    fn patch(&self, x: usize, y: usize) -> Option<[u8; 3]> {
        let own = self.at(x, y);
        let spread = own.iter().max()? - own.iter().min()?;
        let inside = (2..self.width - 2).contains(&x) && (2..self.height - 2).contains(&y);
        let alike =
            inside && (x - 2..=x + 2).all(|x| (y - 2..=y + 2).all(|y| self.at(x, y) == own));
        (spread > 60 && alike).then_some(own)
    }
}

/// Every page of a PDF as poppler draws it, at 20 dots per inch.
fn pages(folder: &Path, file: &NamedFile) -> Option<Vec<Drawn>> {
    let path = folder.join("drawn.pdf");
    std::fs::write(&path, &file.bytes).unwrap();
    let stem = folder.join("page");
    let files = [&path, &stem].map(|path| path.display().to_string());
    foreign::stdout("pdftoppm", ["-r", "20"].map(str::to_owned).into_iter().chain(files))?;
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "ppm"))
        .collect();
    names.sort();
    let read = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        std::fs::remove_file(path).unwrap();
        let head: Vec<&[u8]> = bytes.splitn(4, |byte| byte.is_ascii_whitespace()).collect();
        let number = |text: &[u8]| std::str::from_utf8(text).unwrap().parse::<usize>().unwrap();
        let (width, height) = (number(head[1]), number(head[2]));
        Drawn { width, height, rgb: bytes[bytes.len() - width * height * 3..].to_vec() }
    };
    Some(names.iter().map(read).collect())
}

/// Counts the places of fronts with another colour and with the same colour behind them.
///
/// The paper is turned about its long or short edge, or folded.
fn behind(front: &Drawn, back: &Drawn, sideways: bool, upper: bool) -> [usize; 2] {
    let mut found = [0, 0];
    let rows = if upper { front.height / 2 - 2 } else { front.height };
    for y in (0..rows).step_by(3) {
        for x in (0..front.width).step_by(3) {
            let Some(colour) = front.patch(x, y) else { continue };
            let (u, v) = match sideways {
                true => (back.width - 1 - x, y),
                false => (x, back.height - 1 - y),
            };
            // At the edge of a patch the colour may be a pixel off.
            if let Some(there) = back.patch(u, v) {
                found[usize::from(there == colour)] += 1;
            } else if !(u.saturating_sub(3)..=(u + 3).min(back.width - 1)).any(|u| {
                (v.saturating_sub(3)..=(v + 3).min(back.height - 1))
                    .any(|v| back.patch(u, v) == Some(colour))
            }) {
                found[0] += 1;
            }
        }
    }
    found
}

/// A combination of print settings.
#[derive(Debug)]
struct PrintSettings {
    sheet: Sheet,
    flip: Flip,
    order: CardOrder,
    collation: Collation,
    copies: usize,
    cards: Vec<CardNumber>,
    backs: Vec<usize>,
    back_text: BackText,
}

impl PrintSettings {
    fn random(rng: &mut Rng) -> Self {
        let names = ["a4-3x3", "letter-bleed", "12x18", "gutterfold-a4", "a4-bleed", "single"];
        let mut sheet = Sheet::built_in(names[rng.below(names.len())]).unwrap();
        let orders = [PageOrder::FrontFirst, PageOrder::BackFirst, PageOrder::TwoFiles];
        sheet.order = match sheet.sides {
            Sides::Duplex => orders[rng.below(3)],
            Sides::Fold => PageOrder::FrontFirst,
        };
        let several = 2 + rng.below(4);
        let backs = (0..54).map(|_| rng.below(several)).collect();
        let few = 1 + rng.below(12);
        let card = |card: usize| CardNumber::new((card * 4 + rng.below(4)) as u8).unwrap();
        let cards: Vec<CardNumber> = (0..few).map(card).collect();
        Self {
            sheet,
            flip: [Flip::LongEdge, Flip::ShortEdge][rng.below(2)],
            order: [CardOrder::Number, CardOrder::Stack][rng.below(2)],
            collation: [Collation::Interleaved, Collation::FrontsFirst][rng.below(2)],
            copies: 1 + rng.below(3),
            cards,
            backs,
            back_text: [BackText::DeckName, BackText::Blank][rng.below(2)],
        }
    }

    fn files(&self, deck: &Deck, theme: &Theme) -> Vec<NamedFile> {
        let mut job = Job::new(deck, theme)
            .with_sheets(vec![self.sheet.clone()])
            .with_svg(false)
            .with_png(None)
            .with_cards(self.cards.clone())
            .with_copies(self.copies);
        job.arrangement.flip = self.flip;
        job.arrangement.order = self.order;
        job.arrangement.collation = self.collation;
        job.run(|_| ()).unwrap_or_else(|problems| panic!("{problems}"))
    }

    /// The fronts and the backs behind them, by the order of the pages.
    fn sides<'d>(&self, drawn: &'d [Vec<Drawn>]) -> Vec<[&'d Drawn; 2]> {
        if let [fronts, backs] = drawn {
            return fronts.iter().zip(backs).map(|(front, back)| [front, back]).collect();
        }
        let pages: Vec<&Drawn> = drawn[0].iter().collect();
        if self.sheet.sides == Sides::Fold {
            return pages.into_iter().map(|page| [page; 2]).collect();
        }
        if self.collation == Collation::FrontsFirst {
            let (fronts, backs) = pages.split_at(pages.len() / 2);
            return fronts.iter().zip(backs).map(|(front, back)| [*front, *back]).collect();
        }
        let turned = self.sheet.order == PageOrder::BackFirst;
        pages
            .chunks(2)
            .map(|two| if turned { [two[1], two[0]] } else { [two[0], two[1]] })
            .collect()
    }

    /// The findings of preflight on the backs in these files.
    fn found(&self, files: &[NamedFile], printed: &PrintedDeck) -> Vec<String> {
        let wanted = WantedCards { cards: &self.cards, extras: &[], copies: self.copies };
        let expectation = Expectation::default().with_drawing();
        let findings = Findings::check_printed(files, &expectation, printed, wanted, &|_, _| ());
        let seen = findings.files.iter().filter_map(|file| file.seen());
        seen.flat_map(|seen| seen.differences.iter().map(ToString::to_string)).collect()
    }
}

#[test]
fn every_back_is_behind_its_front_on_every_sheet() {
    let deck = deck();
    let mut rng = Rng(54);
    let (mut compared, mut found) = (0, 0);
    for _ in 0..14 {
        let settings = PrintSettings::random(&mut rng);
        let folder = tempfile::tempdir().unwrap();
        let theme =
            theme(folder.path(), &settings.backs, &lists(&settings.backs), settings.back_text);
        let files = settings.files(&deck, &theme);
        let faces = Faces::new(&theme, &deck).unwrap();
        let printed = PrintedDeck::from_cards(&faces, &settings.cards).unwrap();
        assert_eq!(Vec::<String>::new(), settings.found(&files, &printed), "{settings:?}");
        let drawn: Option<Vec<Vec<Drawn>>> =
            files.iter().map(|file| pages(folder.path(), file)).collect();
        let Some(drawn) = drawn else { return };
        for [front, back] in settings.sides(&drawn) {
            let is_folded = settings.sheet.sides == Sides::Fold;
            let sideways = (settings.flip == Flip::LongEdge) == (front.height >= front.width);
            let [other, same] = behind(front, back, sideways && !is_folded, is_folded);
            assert!(other == 0 && same > 0, "{other} of {}: {settings:?}", other + same);
            compared += same;
        }
        // The same fronts with the backs of two cards swapped.
        let cards: Vec<usize> = settings.cards.iter().map(|card| usize::from(card.get())).collect();
        let other = cards.iter().find(|&&card| settings.backs[card] != settings.backs[cards[0]]);
        let Some(&other) = other else { continue };
        let mut exchanged = settings.backs.clone();
        exchanged.swap(cards[0], other);
        let theme =
            self::theme(folder.path(), &settings.backs, &lists(&exchanged), settings.back_text);
        let faults = settings.found(&settings.files(&deck, &theme), &printed);
        let behind = faults.iter().filter(|line| line.contains("behind it instead of")).count();
        assert_eq!(2 * settings.copies, behind, "{faults:#?} {settings:?}");
        found += behind;
    }
    assert!(compared > 1000 && found >= 10, "{compared} {found}");
}

/// A few cards with these backs on a sheet, in all kinds of files.
fn few_cards(sheet: &str, backs: Vec<usize>, back_text: BackText) -> PrintSettings {
    PrintSettings {
        sheet: Sheet::built_in(sheet).unwrap(),
        flip: Flip::LongEdge,
        order: CardOrder::Number,
        collation: Collation::Interleaved,
        copies: 1,
        cards: only("0-4", CardNumbers::POKER).unwrap(),
        backs,
        back_text,
    }
}

#[test]
fn only_identical_backs_may_be_exchanged() {
    let deck = deck();
    let folder = tempfile::tempdir().unwrap();
    let backs = [vec![0, 1, 2, 0, 1], vec![0; 49]].concat();
    for (sheet, back_text) in [("a4-3x3", BackText::DeckName), ("single", BackText::Blank)] {
        let settings = few_cards(sheet, backs.clone(), back_text);
        theme(folder.path(), &settings.backs, &lists(&settings.backs), back_text);
        let [red, blue] = [0, 1].map(|back| folder.path().join(format!("back-{back}.svg")));
        std::fs::copy(red, blue).unwrap();
        let theme = Theme::read(folder.path()).unwrap();
        let faces = Faces::new(&theme, &deck).unwrap();
        let printed = PrintedDeck::from_cards(&faces, &settings.cards).unwrap();
        let mut files = settings.files(&deck, &theme);
        assert_eq!(Vec::<String>::new(), settings.found(&files, &printed), "{sheet}");
        // The third card's back behind the first, and the first's behind the third.
        let exchanged = [vec![2, 1, 0, 0, 1], vec![0; 49]].concat();
        let tables = lists(&exchanged);
        std::fs::remove_file(folder.path().join("theme.toml")).unwrap();
        self::theme(folder.path(), &settings.backs, &tables, back_text);
        std::fs::copy(folder.path().join("back-0.svg"), folder.path().join("back-1.svg")).unwrap();
        files = settings.files(&deck, &Theme::read(folder.path()).unwrap());
        let faults = settings.found(&files, &printed);
        assert_eq!(2, faults.len(), "{sheet}: {faults:#?}");
        assert!(faults.iter().all(|line| line.contains("behind it instead of")), "{faults:#?}");
    }
}

#[test]
fn swapped_and_missing_plain_backs_are_reported() {
    let deck = deck();
    let folder = tempfile::tempdir().unwrap();
    let settings =
        few_cards("a4-3x3", [vec![0, 1, 2, 0, 1], vec![0; 49]].concat(), BackText::Blank);
    let theme = theme(folder.path(), &settings.backs, &lists(&settings.backs), settings.back_text);
    let faces = Faces::new(&theme, &deck).unwrap();
    let printed = PrintedDeck::from_cards(&faces, &settings.cards).unwrap();
    let job = Job::new(&deck, &theme)
        .with_sheets(vec![settings.sheet.clone()])
        .with_png(None)
        .with_cards(settings.cards.clone());
    let mut files = job.run(|_| ()).unwrap();
    files.retain(|file| file.path.contains("-01-"));
    files.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(files.len() == 2 && files[0].path.ends_with("-back.svg"), "{}", files[0].path);
    let mut without_record = files.clone();
    without_record.iter_mut().for_each(remove_record);
    for files in [&files, &without_record] {
        assert_eq!(Vec::<String>::new(), settings.found(files, &printed));
    }
    // The first back of the sheet in another colour.
    let difference = |files: &[NamedFile], colour: &str| {
        let mut files = files.to_vec();
        let back = String::from_utf8(files[0].bytes.clone()).unwrap();
        assert_eq!(2, back.matches(COLOURS[0]).count());
        files[0].bytes = back.replacen(COLOURS[0], colour, 1).into_bytes();
        let [difference] = settings.found(&files, &printed).try_into().unwrap();
        difference
    };
    for (files, colour, expected) in [
        // The record names the expected back.
        (&files, COLOURS[1], "looks altogether different: the back back-1 is there"),
        (&files, "#ffffff", "the back back-0 looks altogether different"),
        (&without_record, COLOURS[1], "has the back back-1 behind it instead of the back back-0"),
        (&without_record, "#ffffff", "has no back behind it instead of the back back-0"),
    ] {
        let difference = difference(files, colour);
        assert!(difference.ends_with(expected), "{difference}");
    }
}

/// A sheet without a placement record.
fn remove_record(file: &mut NamedFile) {
    let text = String::from_utf8(file.bytes.clone()).unwrap();
    let (before, rest) = text.split_once("<metadata id=\"actiondeck-placement\">").unwrap();
    let (_, after) = rest.split_once("</metadata>").unwrap();
    file.bytes = [before, after].concat().into_bytes();
}
