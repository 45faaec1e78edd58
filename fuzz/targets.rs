//! The fuzz targets: functions that take any bytes and must not panic or hang.
//!
//! A file that is accepted must be equal after it is written and read again. In an input of several
//! files a form feed (0x0C) separates one from the next.

use std::sync::LazyLock;

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::diagnostic::Source;
use actiondeck::dice::{CheckDice, Die, EffectDice};
use actiondeck::diff;
use actiondeck::face::{self, Binder, Theme};
use actiondeck::preflight::{self, Expectation, PrintedDeck};
use actiondeck::render::png::Dpi;
use actiondeck::render::sheet::{Packing, Sheet};
use actiondeck::render::vendor::Vendor;
use actiondeck::render::{Job, Printer};
use actiondeck::spec::Spec;
use actiondeck::table::lookup::{Check, Draw, EffectCell, Pool, TargetNumber};
use actiondeck::table::rules::{Character, Hit, HouseRules, Reliability, Size, Weapon};
use actiondeck::table::session::{Session, with_checks};
use actiondeck::validate;

/// A target: its name and the function that runs an input.
pub type Target = (&'static str, fn(&[u8]));

/// Every target except the prompt, which only builds for fuzzing export.
pub const ALL: [Target; 9] = [
    ("deck", deck),
    ("dice", dice),
    ("pdf", pdf),
    ("pictures", pictures),
    ("session", session),
    ("spec", spec),
    ("svg", svg),
    ("tables", tables),
    ("template", template),
];

/// The deck of the sessions and of the printed cards.
pub static DECK: LazyLock<Deck> = LazyLock::new(|| {
    Deck::read("deck.csv", include_str!("../tests/data/deck.csv")).expect("the deck is valid")
});

/// The expected faces of print files.
static PRINTED: LazyLock<PrintedDeck> = LazyLock::new(|| {
    let theme = Theme::built_in("future-imperfect").expect("the theme is valid");
    PrintedDeck::new(&DECK, &theme).expect("the theme binds")
});

/// A theme with one word, which is fast to draw.
const SMALL_THEME: &str = include_str!("seeds/template/theme.toml");
const SMALL_CARD: &str = include_str!("seeds/template/card.svg");
const SMALL_BACK: &str = include_str!("seeds/template/back.svg");

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Dice notation and every other value that is typed as one word.
pub fn dice(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    if let Ok(dice) = text.parse::<CheckDice>() {
        assert_eq!(Ok(dice), dice.to_string().parse());
        if let Ok(pool) = Pool::new(&*DECK, dice) {
            let check = Check { pool, target: None };
            for card in CardNumbers::POKER.iter() {
                check.answer(&Draw::single(card)).expect("a single card always answers");
            }
        }
    }
    if let Ok(dice) = text.parse::<EffectDice>() {
        assert_eq!(Ok(dice), dice.to_string().parse());
        let _ = EffectCell::new(&*DECK, dice);
    }
    if let Ok(die) = text.parse::<Die>() {
        assert_eq!(Ok(die), die.to_string().parse());
    }
    let _ = text.parse::<Draw>();
    let _ = text.parse::<TargetNumber>();
    let _ = text.parse::<Hit>();
    let _ = text.parse::<Size>();
    let _ = text.parse::<Reliability>();
}

/// The reader of session files.
pub fn session(bytes: &[u8]) {
    let read = |bytes: &[u8]| match Session::read("s.json", bytes, &DECK) {
        Ok(resumed) => {
            let mut session = resumed.session;
            let again = Session::read("s.json", session.to_text().as_bytes(), &DECK);
            assert_eq!(Ok(&session), again.as_ref().map(|resumed| &resumed.session));
            while !session.log().is_empty() {
                session.undo(1);
            }
        }
        Err(problems) => describe(&problems),
    };
    read(bytes);
    // With valid checksums, so that the parser behind them is reached.
    if let Some(text) = text(bytes) {
        read(with_checks(text).as_bytes());
    }
}

/// Decks as CSV and JSON; decks that are read are validated and compared with another.
pub fn deck(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    for name in ["deck.csv", "deck.json"] {
        let deck = match Deck::read(name, text) {
            Ok(deck) => deck,
            Err(problems) => {
                describe(&problems);
                continue;
            }
        };
        let csv = Deck::read("deck.csv", &deck.to_csv());
        assert_eq!(Ok(deck.digest()), csv.map(|deck| deck.digest()));
        assert_eq!(Ok(&deck), Deck::read("deck.json", &deck.to_json()).as_ref());
        let _ = validate::report::html(&validate::validate(&deck, None));
        let _ = diff::report::html(&diff::diff((&DECK, None), (&deck, None)));
    }
}

/// Weapons, characters, house rules, sheets, print houses and printers.
pub fn tables(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let _ = Weapon::read_table("weapons.csv", text).inspect_err(describe);
    let _ = Character::read_table("characters.csv", text).inspect_err(describe);
    let _ = HouseRules::read("rules.toml", text).inspect_err(describe);
    let source = Source::new("file.toml", text);
    let theme = Theme::built_in("future-imperfect").expect("the theme is valid");
    if let Ok(sheet) = Sheet::read("file", &source).inspect_err(describe) {
        let _ = Packing::new(&sheet, theme.format());
    }
    if let Ok(printers) = Printer::read_all(&source).inspect_err(describe) {
        // Writing rounds to the precision of a printer, so the written text is compared.
        let written = |printers: &[Printer]| printers.iter().map(Printer::to_toml).collect();
        let once: String = written(&printers);
        let again = Printer::read_all(&Source::new("again.toml", once.clone()));
        assert_eq!(Ok(once), again.map(|printers| written(&printers)));
    }
    if let Ok(vendor) = Vendor::read("file", &source).inspect_err(describe) {
        let _ = vendor.fitted(&theme);
        let mut job = Job::new(&DECK, &theme);
        let _ = vendor.set_up(&mut job);
        let _ = Expectation::for_vendor(&vendor);
    }
}

/// A spec and its pins.
pub fn spec(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let (spec, pins) = text.split_once('\u{c}').unwrap_or((text, ""));
    match Spec::read("spec.toml", spec, &mut |_| Ok(pins.to_owned())) {
        Ok(spec) => {
            let _ = spec.layout();
            let _ = validate::report::terminal(&validate::validate(&DECK, Some(&spec)), None);
        }
        Err(problems) => describe(&problems),
    }
}

/// A theme of theme.toml, card.svg and back.svg; missing files have valid defaults. A valid theme is printed.
pub fn template(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let mut files = text.split('\u{c}');
    let mut file = |name: &str, usual: &'static str| {
        Source::new(name, files.next().filter(|text| !text.is_empty()).unwrap_or(usual))
    };
    let (card, back) = (file("card.svg", SMALL_CARD), file("back.svg", SMALL_BACK));
    let theme = Theme::from_sources([file("theme.toml", SMALL_THEME), card, back]);
    match theme {
        Ok(theme) => check_and_print(&theme),
        Err(problems) => describe(&problems),
    }
}

fn check_and_print(theme: &Theme) {
    describe(&face::check(theme, &DECK));
    if let Err(problems) = Binder::new(theme, &DECK) {
        return describe(&problems);
    }
    let mut job =
        Job::new(&DECK, theme).with_sheets(vec![Sheet::built_in("single").expect("is there")]);
    job.cards.truncate(1);
    job.png = Some(Dpi::new(36).expect("is allowed"));
    let _ = job.run(|_| ()).inspect_err(describe);
}

/// A picture on the back of a theme, and as a print file.
pub fn pictures(bytes: &[u8]) {
    preflight::check("file.png", bytes, &Expectation::default());
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("picture"), bytes).expect("a file can be written");
    let image = "<image x=\"5\" y=\"5\" width=\"40\" height=\"40\" href=\"picture\"/></svg>";
    let back = Source::new("back.svg", SMALL_BACK.replace("</svg>", image));
    let sources =
        [Source::new("theme.toml", SMALL_THEME), Source::new("card.svg", SMALL_CARD), back];
    let theme = Theme::from_sources(sources).and_then(|theme| theme.linked(folder.path()));
    let theme = theme.expect("the theme is valid");
    check_and_print(&theme);
}

/// A PDF print file.
pub fn pdf(bytes: &[u8]) {
    finished("file.pdf", bytes, b"%PDF-");
}

/// An SVG print file.
pub fn svg(bytes: &[u8]) {
    finished("file.svg", bytes, b"<");
}

/// Checks a print file with the right signature by all rules and those of a print house, and reads it back.
fn finished(name: &str, bytes: &[u8], begins: &[u8]) {
    static HOUSE: LazyLock<Expectation> = LazyLock::new(|| {
        Expectation::for_vendor(&Vendor::built_in("drivethrucards").expect("is there"))
            .with_drawing()
    });
    if bytes.starts_with(begins) {
        let report = preflight::check_against(name, bytes, &HOUSE, &PRINTED).report;
        // A caught panic is a finding while fuzzing.
        let is_panic = |fault: &preflight::Fault| fault.reason.contains("the program failed on it");
        let has_panicked = report.failures().any(|(_, faults)| faults.iter().any(is_panic));
        assert!(!(cfg!(fuzzing) && has_panicked), "{report}");
    }
}

/// Formats the problems, which must not panic.
fn describe(problems: &actiondeck::diagnostic::Problems) {
    let _ = problems.to_string();
}
