//! A back for each suit, group or card: which lies behind which front once the paper is turned, read
//! literally from what poppler draws, and what becomes of several backs in every other file.

use std::fmt::Write as _;
use std::path::Path;

use actiondeck::deck::{CardNumber, Deck};
use actiondeck::face::{Faces, Theme};
use actiondeck::preflight::{
    Expectation, Findings, PrintedDeck, WantedCards, check, check_against,
};
use actiondeck::render::sheet::{CardOrder, Collation, Flip, PageOrder, Sheet, Sides};
use actiondeck::render::vendor::Vendor;
use actiondeck::render::{Job, NamedFile, only};

use super::deck;
use crate::foreign;
use crate::lookup::Said;
use crate::program::actiondeck;

/// The colours of five backs and of the fronts they belong to.
const COLOURS: [&str; 5] = ["#c02020", "#2040c0", "#109040", "#b09010", "#8020a0"];

/// Numbers that look like chance and are the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

fn svg(body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" width=\"69.85mm\" \
         height=\"95.25mm\" viewBox=\"-3.175 -3.175 69.85 95.25\" \
         font-family=\"IBM Plex Sans Condensed\" font-weight=\"700\" font-size=\"6\">\
         <rect x=\"-3.175\" y=\"-3.175\" width=\"69.85\" height=\"95.25\" fill=\"#ffffff\"/>{body}</svg>\n"
    )
}

/// A patch in the middle of the card, which lies on itself when the card is turned over.
fn patch(colour: &str) -> String {
    format!("<rect x=\"12\" y=\"24\" width=\"39.5\" height=\"40.9\" fill=\"{colour}\"/>")
}

/// The tables that give each card the back of this list, by card number.
fn lists(backs: &[usize]) -> String {
    let mut tables = String::new();
    for place in 0..COLOURS.len() {
        let own = numbers(backs, place);
        if !own.is_empty() {
            let cards = own.join(",");
            write!(tables, "[[back]]\nfile = \"back-{place}.svg\"\ncards = \"{cards}\"\n").unwrap();
        }
    }
    tables
}

fn numbers(backs: &[usize], place: usize) -> Vec<String> {
    let own = (0..backs.len()).filter(|&card| backs[card] == place);
    own.map(|card| card.to_string()).collect()
}

/// What is written on the backs of a theme.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Saying {
    /// The deck's name.
    Same,
    Nothing,
}

/// A theme of five backs that say the same or nothing, with these tables. Each front bears the colour of the
/// back that belongs behind it, by card number.
fn theme(folder: &Path, fronts: &[usize], tables: &str, saying: Saying) -> Theme {
    let mut toml = "name = \"backs\"\ntitle = \"Backs\"\n\
        [swatches.paper]\nrgb = \"#ffffff\"\ncmyk = [0, 0, 0, 0]\n\
        [swatches.black]\nrgb = \"#000000\"\ncmyk = [0, 0, 0, 100]\n"
        .to_owned();
    let inks =
        [[15, 100, 90, 10], [95, 80, 0, 0], [85, 10, 95, 5], [25, 35, 100, 5], [60, 95, 0, 0]];
    let mut card = "<text x=\"5\" y=\"12\" fill=\"#000000\">{{number}}</text>".to_owned();
    for (place, colour) in COLOURS.iter().enumerate() {
        let cmyk = inks[place];
        write!(toml, "[swatches.c{place}]\nrgb = \"{colour}\"\ncmyk = {cmyk:?}\n").unwrap();
        let (own, patch) = (numbers(fronts, place).join("|"), patch(colour));
        if !own.is_empty() {
            write!(card, "<g inkscape:label=\"is number {own}\">{patch}</g>").unwrap();
        }
        let name =
            "<text x=\"31.75\" y=\"14\" text-anchor=\"middle\" fill=\"#000000\">{{DECK}}</text>";
        let names = match saying {
            Saying::Same => format!("{name}<g transform=\"rotate(180 31.75 44.45)\">{name}</g>"),
            Saying::Nothing => String::new(),
        };
        let back = names + &patch;
        std::fs::write(folder.join(format!("back-{place}.svg")), svg(&back)).unwrap();
    }
    std::fs::write(folder.join("theme.toml"), toml + tables).unwrap();
    std::fs::write(folder.join("card.svg"), svg(&card)).unwrap();
    Theme::read(folder).unwrap_or_else(|problems| panic!("{problems}"))
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

    /// The colour of a patch here, where it is the same all round.
    fn patch(&self, x: usize, y: usize) -> Option<[u8; 3]> {
        let own = self.at(x, y);
        let spread = own.iter().max()? - own.iter().min()?;
        let inside = (2..self.width - 2).contains(&x) && (2..self.height - 2).contains(&y);
        let alike =
            inside && (x - 2..=x + 2).all(|x| (y - 2..=y + 2).all(|y| self.at(x, y) == own));
        (spread > 60 && alike).then_some(own)
    }
}

/// Every page of a PDF as poppler draws it, a tenth of an inch in two pixels.
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

/// How many places of fronts have another colour behind them once the paper is turned about its long or
/// short edge, or folded, and how many have the same.
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
            // A pixel aside at the rim of a patch is no other colour.
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

/// One way to print.
#[derive(Debug)]
struct Way {
    sheet: Sheet,
    flip: Flip,
    order: CardOrder,
    collation: Collation,
    copies: usize,
    cards: Vec<CardNumber>,
    backs: Vec<usize>,
    saying: Saying,
}

impl Way {
    fn by(chance: &mut Chance) -> Self {
        let names = ["a4-3x3", "letter-bleed", "12x18", "gutterfold-a4", "a4-bleed", "single"];
        let mut sheet = Sheet::built_in(names[chance.below(names.len())]).unwrap();
        let orders = [PageOrder::FrontFirst, PageOrder::BackFirst, PageOrder::TwoFiles];
        sheet.order = match sheet.sides {
            Sides::Duplex => orders[chance.below(3)],
            Sides::Fold => PageOrder::FrontFirst,
        };
        let several = 2 + chance.below(4);
        let backs = (0..54).map(|_| chance.below(several)).collect();
        let few = 1 + chance.below(12);
        let card = |card: usize| CardNumber::new((card * 4 + chance.below(4)) as u8).unwrap();
        let cards: Vec<CardNumber> = (0..few).map(card).collect();
        Self {
            sheet,
            flip: [Flip::LongEdge, Flip::ShortEdge][chance.below(2)],
            order: [CardOrder::Number, CardOrder::Stack][chance.below(2)],
            collation: [Collation::Interleaved, Collation::FrontsFirst][chance.below(2)],
            copies: 1 + chance.below(3),
            cards,
            backs,
            saying: [Saying::Same, Saying::Nothing][chance.below(2)],
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

    /// The fronts and the backs behind them, by the order of the pages alone.
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

    /// What preflight finds of the backs in these files.
    fn found(&self, files: &[NamedFile], printed: &PrintedDeck) -> Vec<String> {
        let wanted = WantedCards { cards: &self.cards, copies: self.copies };
        let expectation = Expectation::default().with_drawing();
        let findings = Findings::of_printed(files, &expectation, printed, wanted, &|_, _| ());
        let seen = findings.files.iter().filter_map(|file| file.seen());
        seen.flat_map(|seen| seen.differences.iter().map(ToString::to_string)).collect()
    }
}

#[test]
fn every_back_lies_behind_its_front_however_cards_are_laid_and_paper_is_turned() {
    let deck = deck();
    let mut chance = Chance(54);
    let (mut compared, mut found) = (0, 0);
    for _ in 0..14 {
        let way = Way::by(&mut chance);
        let folder = tempfile::tempdir().unwrap();
        let theme = theme(folder.path(), &way.backs, &lists(&way.backs), way.saying);
        let files = way.files(&deck, &theme);
        let faces = Faces::new(&theme, &deck).unwrap();
        let printed = PrintedDeck::of_cards(&faces, &way.cards).unwrap();
        assert_eq!(Vec::<String>::new(), way.found(&files, &printed), "{way:?}");
        let drawn: Option<Vec<Vec<Drawn>>> =
            files.iter().map(|file| pages(folder.path(), file)).collect();
        let Some(drawn) = drawn else { return };
        for [front, back] in way.sides(&drawn) {
            let is_folded = way.sheet.sides == Sides::Fold;
            let sideways = (way.flip == Flip::LongEdge) == (front.height >= front.width);
            let [other, same] = behind(front, back, sideways && !is_folded, is_folded);
            assert!(other == 0 && same > 0, "{other} of {}: {way:?}", other + same);
            compared += same;
        }
        // The same fronts with the backs of two cards exchanged.
        let cards: Vec<usize> = way.cards.iter().map(|card| usize::from(card.get())).collect();
        let other = cards.iter().find(|&&card| way.backs[card] != way.backs[cards[0]]);
        let Some(&other) = other else { continue };
        let mut exchanged = way.backs.clone();
        exchanged.swap(cards[0], other);
        let theme = self::theme(folder.path(), &way.backs, &lists(&exchanged), way.saying);
        let told = way.found(&way.files(&deck, &theme), &printed);
        let behind = told.iter().filter(|line| line.contains("behind it instead of")).count();
        assert_eq!(2 * way.copies, behind, "{told:#?} {way:?}");
        found += behind;
    }
    assert!(compared > 1000 && found >= 10, "{compared} {found}");
}

/// A few cards on a sheet in all kinds of files, with these backs.
fn few_cards(sheet: &str, backs: Vec<usize>, saying: Saying) -> Way {
    Way {
        sheet: Sheet::built_in(sheet).unwrap(),
        flip: Flip::LongEdge,
        order: CardOrder::Number,
        collation: Collation::Interleaved,
        copies: 1,
        cards: only("0-4").unwrap(),
        backs,
        saying,
    }
}

#[test]
fn backs_that_look_the_same_may_lie_behind_each_other_s_cards_and_others_may_not() {
    let deck = deck();
    let folder = tempfile::tempdir().unwrap();
    let backs = [vec![0, 1, 2, 0, 1], vec![0; 49]].concat();
    for (sheet, saying) in [("a4-3x3", Saying::Same), ("single", Saying::Nothing)] {
        let way = few_cards(sheet, backs.clone(), saying);
        theme(folder.path(), &way.backs, &lists(&way.backs), saying);
        let [red, blue] = [0, 1].map(|back| folder.path().join(format!("back-{back}.svg")));
        std::fs::copy(red, blue).unwrap();
        let theme = Theme::read(folder.path()).unwrap();
        let faces = Faces::new(&theme, &deck).unwrap();
        let printed = PrintedDeck::of_cards(&faces, &way.cards).unwrap();
        let mut files = way.files(&deck, &theme);
        assert_eq!(Vec::<String>::new(), way.found(&files, &printed), "{sheet}");
        // The third card's back behind the first, and the first's behind the third.
        let exchanged = [vec![2, 1, 0, 0, 1], vec![0; 49]].concat();
        let tables = lists(&exchanged);
        std::fs::remove_file(folder.path().join("theme.toml")).unwrap();
        self::theme(folder.path(), &way.backs, &tables, saying);
        std::fs::copy(folder.path().join("back-0.svg"), folder.path().join("back-1.svg")).unwrap();
        files = way.files(&deck, &Theme::read(folder.path()).unwrap());
        let told = way.found(&files, &printed);
        assert_eq!(2, told.len(), "{sheet}: {told:#?}");
        assert!(told.iter().all(|line| line.contains("behind it instead of")), "{told:#?}");
    }
}

#[test]
fn backs_that_say_nothing_are_found_on_sheets_and_told_where_they_are_swapped_or_missing() {
    let deck = deck();
    let folder = tempfile::tempdir().unwrap();
    let way = few_cards("a4-3x3", [vec![0, 1, 2, 0, 1], vec![0; 49]].concat(), Saying::Nothing);
    let theme = theme(folder.path(), &way.backs, &lists(&way.backs), way.saying);
    let faces = Faces::new(&theme, &deck).unwrap();
    let printed = PrintedDeck::of_cards(&faces, &way.cards).unwrap();
    let job = Job::new(&deck, &theme)
        .with_sheets(vec![way.sheet.clone()])
        .with_png(None)
        .with_cards(way.cards.clone());
    let mut files = job.run(|_| ()).unwrap();
    files.retain(|file| file.path.contains("-01-"));
    files.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(files.len() == 2 && files[0].path.ends_with("-back.svg"), "{}", files[0].path);
    assert_eq!(Vec::<String>::new(), way.found(&files, &printed));
    let whole = String::from_utf8(files[0].bytes.clone()).unwrap();
    let mut told_of = |colour: &str| {
        assert_eq!(2, whole.matches(COLOURS[0]).count());
        files[0].bytes = whole.replacen(COLOURS[0], colour, 1).into_bytes();
        way.found(&files, &printed)
    };
    let [swapped] = told_of(COLOURS[1]).try_into().unwrap();
    assert!(
        swapped.ends_with("has the back back-1 behind it instead of the back back-0"),
        "{swapped}"
    );
    let [missing] = told_of("#ffffff").try_into().unwrap();
    assert!(missing.ends_with("has no back behind it instead of the back back-0"), "{missing}");
}

/// The sample deck with a back for the red suits, one for the black and one for the jokers.
pub(super) fn suits(folder: &Path) -> Theme {
    let deck = deck();
    let place = |suit: &str| match suit {
        "hearts" | "diamonds" => 0,
        "clubs" | "spades" => 1,
        _ => 2,
    };
    let fronts: Vec<usize> = deck.cards().iter().map(|card| place(card.suit.name())).collect();
    let tables = "[[back]]\nfile = \"back-0.svg\"\nis = \"suit.name hearts|diamonds\"\n\
        [[back]]\nfile = \"back-1.svg\"\nis = \"suit.name clubs|spades\"\n\
        [[back]]\nfile = \"back-2.svg\"\nis = \"suit.name red joker|black joker\"\n";
    theme(folder, &fronts, tables, Saying::Same)
}

/// The cards a house is sent: two with each of three backs.
pub(super) const SENT: &str = "0,1,2,20,30,53";

fn sent(vendor: &str, theme: &Theme, deck: &Deck) -> Result<Vec<NamedFile>, String> {
    sent_cards(SENT, vendor, theme, deck)
}

pub(super) fn sent_cards(
    cards: &str,
    vendor: &str,
    theme: &Theme,
    deck: &Deck,
) -> Result<Vec<NamedFile>, String> {
    let vendor = Vendor::built_in(vendor).unwrap();
    let mut job = Job::new(deck, theme);
    job.cards = only(cards).unwrap();
    vendor.set_up(&mut job).and_then(|()| job.run(|_| ())).map_err(|problems| problems.to_string())
}

#[test]
fn houses_that_take_several_backs_are_sent_them_and_others_refuse_in_words() {
    let (folder, deck) = (tempfile::tempdir().unwrap(), deck());
    let theme = suits(folder.path());
    for name in ["drivethrucards", "press-x4", "mbprint", "printplaygames"] {
        let vendor = Vendor::built_in(name).unwrap();
        let theme = vendor.fitted(&theme).unwrap();
        let files = sent(name, &theme, &deck).unwrap();
        let [file] = files.as_slice() else { panic!("{name}") };
        let faces = Faces::new(&theme, &deck).unwrap();
        let printed = PrintedDeck::of_cards(&faces, &only(SENT).unwrap()).unwrap();
        let expectation = Expectation::of(&vendor).with_card(theme.format()).with_drawing();
        let checked = check_against(&file.path, &file.bytes, &expectation, &printed);
        let order =
            checked.report.rules.iter().find(|rule| rule.rule == "pdf.upload-order").unwrap();
        assert!(!format!("{:?}", order.verdict).contains("Fail"), "{name}: {order:?}");
        // Without a deck the backs are known by standing there over and over.
        let report = check("sent.pdf", &file.bytes, &Expectation::of(&vendor));
        let broken: Vec<_> = report.failures().map(|(rule, _)| rule.rule).collect();
        assert!(!broken.contains(&"pdf.upload-order"), "{name}: {report}");
        let seen = checked.seen.unwrap();
        assert!(seen.agrees() && seen.faces >= 12, "{name}: {:?}", seen.differences);
        let path = folder.path().join("sent.pdf");
        std::fs::write(&path, &file.bytes).unwrap();
        let path = path.display().to_string();
        foreign::stdout("qpdf", ["--check", &path]);
        foreign::stdout("mutool", ["draw", "-q", "-o", "/dev/null", &path]);
        foreign::stdout(
            "gs",
            ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=nullpage", &path],
        );
        if foreign::has_python_module("pikepdf") {
            let count = "import pikepdf, sys; print(len(pikepdf.open(sys.argv[1]).pages))";
            let counted = foreign::stdout("python3", ["-c", count, &path]).unwrap();
            let expected = if name == "printplaygames" { "2\n" } else { "12\n" };
            assert_eq!(expected, counted, "{name}");
        }
    }
    for name in ["makeplayingcards", "printerstudio"] {
        let paths: Vec<String> =
            sent(name, &theme, &deck).unwrap().into_iter().skip(6).map(|file| file.path).collect();
        let expected = [0, 1, 2].map(|back| format!("{name}/backs/back-{back}.png"));
        assert_eq!(expected, *paths);
    }
    let refused = sent("thegamecrafter", &theme, &deck).unwrap_err();
    assert!(refused.contains("one picture for all backs"), "{refused}");
    assert!(refused.contains("have 3 backs: back-0, back-1, back-2"), "{refused}");
    let mut job = Job::new(&deck, &theme);
    let mut sheet = Sheet::built_in("a4-3x3").unwrap();
    sheet.order = PageOrder::BackLast;
    job.sheets = vec![sheet];
    let refused = job.paths().unwrap_err().to_string();
    assert!(refused.contains("the back is the last page, once"), "{refused}");
    // Cards that have the same back may have it once.
    job.cards = only("52").unwrap();
    assert!(job.paths().is_ok());
}

#[test]
fn the_program_writes_checks_and_exports_several_backs_and_says_that_they_mark_the_deck() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("deck.csv"), include_str!("../../data/deck.csv")).unwrap();
    let run = |arguments: &[&str]| actiondeck().current_dir(folder.path()).args(arguments).assert();
    run(&["template", "new", "look", "--theme", "ink-saver"]).code(0);
    let look = folder.path().join("look");
    let back = std::fs::read_to_string(look.join("back.svg")).unwrap();
    let mut toml = std::fs::read_to_string(look.join("theme.toml")).unwrap();
    for (place, suits) in
        ["hearts|diamonds", "clubs|spades", "red joker|black joker"].iter().enumerate()
    {
        let mark =
            format!("<circle cx=\"31.75\" cy=\"44.45\" r=\"{}\" fill=\"#000000\"/>", 3 + 3 * place);
        let own = back.replace("</svg>", &format!("{mark}</svg>"));
        std::fs::write(look.join(format!("back-{place}.svg")), own).unwrap();
        write!(toml, "\n[[back]]\nfile = \"back-{place}.svg\"\nis = \"suit.name {suits}\"\n")
            .unwrap();
    }
    std::fs::write(look.join("theme.toml"), toml).unwrap();
    std::fs::remove_file(look.join("back.svg")).unwrap();
    run(&["template", "check", "look/back-1.svg", "--deck", "deck.csv"]).code(0);
    let render = ["render", "deck.csv", "--theme", "look", "--only", "0,1,30", "--sheet", "a4-3x3"];
    let made = run(&[&render[..], &["-o", "out"]].concat());
    made.code(0).complains("draws from a marked deck");
    let names: Vec<String> =
        crate::program::files(&folder.path().join("out")).into_keys().collect();
    for name in ["cards/svg/back-0.svg", "cards/png/back-1.png", "sheets/svg/a4-3x3-01-back.svg"] {
        assert!(names.iter().any(|own| own == name), "{name}: {names:?}");
    }
    let out = folder.path().join("out");
    let judged = |file: &str| {
        let file = out.join(file).display().to_string();
        let output = actiondeck()
            .current_dir(folder.path())
            .args(["preflight", "--deck", "deck.csv", "--theme", "look", &file])
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(
        !judged("cards/svg/back-0.svg").contains("difference"),
        "{}",
        judged("cards/svg/back-0.svg")
    );
    // A file of one back under the name of another.
    for kind in ["svg", "png"] {
        let [red, black] = [0, 1].map(|back| out.join(format!("cards/{kind}/back-{back}.{kind}")));
        std::fs::copy(red, black).unwrap();
        let told = judged(&format!("cards/{kind}/back-1.{kind}"));
        assert!(told.contains("the back back-1"), "{kind}: {told}");
    }
    let targets = ["images", "tts", "foundry", "pcio", "vtt", "order-xml"];
    let target = targets.join(",");
    let usual = ["deck.csv", "--theme", "look", "--width", "50", "-o"];
    run(&[&["export", &*target], &usual[..], &["tables"]].concat()).code(0);
    run(&[&["export", "cgs"], &usual[..], &["cgs"]].concat())
        .complains("takes one back for all cards, the theme look has 3");
    let order = std::fs::read_to_string(folder.path().join("tables/order-xml/cards.xml")).unwrap();
    let backs = order.split("<backs>").nth(1).unwrap().split("</backs>").next().unwrap();
    assert_eq!(3, backs.matches("<card>").count(), "{backs}");
    let mut slots: Vec<usize> = backs
        .split("<slots>")
        .skip(1)
        .flat_map(|rest| rest.split("</slots>").next().unwrap().split(','))
        .map(|slot| slot.parse().unwrap())
        .collect();
    slots.sort_unstable();
    assert_eq!((0..54).collect::<Vec<_>>(), slots);
}
