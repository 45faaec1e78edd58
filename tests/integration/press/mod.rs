//! Uploads to print houses: the files of every house, its rules, and the plates.

mod defects;
mod four_colour;
pub mod images;
mod ledger;
mod orders;
mod outlined;
mod overprint;
mod paint;
mod plates;
mod profile;
mod retail;
mod tuck_box;

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::face::{Extra, Theme};
use actiondeck::preflight::{Expectation, Report, check};
use actiondeck::render::vendor::Vendor;
use actiondeck::render::{ExtraFront, Job, NamedFile, only};

use crate::lookup::OutputAssert;
use crate::program::actiondeck;

fn deck() -> Deck {
    Deck::read("Sample.csv", include_str!("../../data/deck.csv")).unwrap()
}

fn house(name: &str) -> Vendor {
    Vendor::built_in(name).unwrap()
}

/// The upload of cards 10 and 34 to a house.
fn upload(vendor: &Vendor, theme: &str) -> Vec<NamedFile> {
    let (deck, theme) = (deck(), vendor.fitted(&Theme::built_in(theme).unwrap()).unwrap());
    let mut job = Job::new(&deck, &theme);
    vendor.set_up(&mut job).unwrap_or_else(|problems| panic!("{problems}"));
    job.cards = only("10,34", CardNumbers::POKER).unwrap();
    job.extras = vec![ExtraFront::Theme(Extra::Title)];
    job.run(|_| ()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn judge(file: &NamedFile, vendor: &Vendor) -> Report {
    check(&file.path, &file.bytes, &Expectation::for_vendor(vendor))
}

fn broken(report: &Report) -> Vec<&'static str> {
    report.failures().map(|(result, _)| result.rule).collect()
}

#[test]
fn each_house_is_sent_its_files_and_nothing_else() {
    let paths = |name: &str| -> Vec<String> {
        let files = upload(&house(name), "future-imperfect");
        files.into_iter().map(|file| file.path).collect()
    };
    assert_eq!(["drivethrucards/deck.pdf"], *paths("drivethrucards"));
    assert_eq!(["press-x4/deck.pdf"], *paths("press-x4"));
    assert_eq!(["mbprint/sample.pdf"], *paths("mbprint"));
    assert_eq!(["printplaygames/12x18.pdf"], *paths("printplaygames"));
    for name in ["thegamecrafter", "makeplayingcards", "printerstudio"] {
        let expected =
            ["fronts/card-10.png", "fronts/card-34.png", "fronts/title.png", "backs/back.png"]
                .map(|path| format!("{name}/{path}"));
        assert_eq!(expected, *paths(name));
    }
    let sheets = ["a4-3x3", "letter-3x3", "universal", "a4-bleed", "letter-bleed"];
    let sheets = sheets.into_iter().chain(["gutterfold-a4", "gutterfold-letter"]);
    let expected: Vec<String> = sheets.map(|sheet| format!("home/{sheet}.pdf")).collect();
    assert_eq!(expected, paths("home"));
}

#[test]
fn every_themes_upload_passes_the_checks_of_its_house() {
    for theme in ["future-imperfect", "west", "ink-saver", "high-contrast"] {
        for name in Vendor::built_in_names() {
            let vendor = house(name);
            for file in upload(&vendor, theme) {
                let report = judge(&file, &vendor);
                assert!(report.passes(), "{theme}: {report}");
            }
        }
    }
}

/// A folder with the sample deck, as `deck.csv`.
fn folder_with_deck() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("deck.csv"), include_str!("../../data/deck.csv")).unwrap();
    folder
}

#[test]
fn render_writes_the_upload_and_preflight_judges_it() {
    let folder = folder_with_deck();
    let here =
        |arguments: &[&str]| actiondeck().current_dir(folder.path()).args(arguments).assert();
    let houses = "drivethrucards,thegamecrafter";
    here(&["render", "deck.csv", "--only", "10,34", "--vendor", houses, "-o", "up"]).code(0);
    let pdf = "up/drivethrucards/deck.pdf";
    let png = "up/thegamecrafter/fronts/card-34.png";
    here(&["preflight", "--vendor", "drivethrucards", pdf]).code(0).says("checks passed");
    here(&["preflight", "--vendor", "thegamecrafter", png]).code(0).says("checks passed");
    // Checked for the wrong house.
    here(&["preflight", "--vendor", "makeplayingcards", png]).code(1).says("png.size");
    here(&["preflight", "--vendor", "drivethrucards", png]).code(1).says("upload.kind");
    here(&["preflight", "--vendor", "press-x4", pdf]).code(1).says("pdf.version");
    let unknown = here(&["render", "deck.csv", "--vendor", "nonesuch"]).code(2);
    unknown.complains("drivethrucards, thegamecrafter");
    here(&["render", "deck.csv", "--vendor", "home", "--sheet", "single"]).code(2);
    let large = here(&["render", "deck.csv", "--size", "a6", "--vendor", houses]).code(2);
    large.complains("does not cut cards of 105 × 148 mm");
    // A custom house in a file.
    let (_, text) = Vendor::built_in_files().next().unwrap();
    let text = text.replace("back-first", "front-first");
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    here(&["render", "deck.csv", "--only", "10,34", "--vendor", "mine.toml", "-o", "up"]).code(0);
    here(&["preflight", "--vendor", "mine.toml", "up/mine/deck.pdf"]).code(0);
    here(&["preflight", "--vendor", "drivethrucards", "up/mine/deck.pdf"]).code(1).says("order");
}

#[test]
fn every_house_with_tarot_cards_takes_the_tarot_theme() {
    let folder = folder_with_deck();
    let here =
        |arguments: &[&str]| actiondeck().current_dir(folder.path()).args(arguments).assert();
    // The fit of values depends on the theme, not on the house.
    let theme = ["deck.csv", "--theme", "large-print", "--only", "10,34"];
    let houses = "drivethrucards,thegamecrafter,makeplayingcards,press-x4";
    here(&[&["render"], &theme[..], &["--vendor", houses, "-o", "up"]].concat()).code(0);
    for picture in ["thegamecrafter", "makeplayingcards"] {
        let file = format!("up/{picture}/fronts/card-34.png");
        here(&["preflight", "--vendor", picture, &file]).code(0).says("checks passed");
    }
    for press in ["drivethrucards", "press-x4"] {
        let file = format!("up/{press}/deck.pdf");
        let read = ["preflight", "--vendor", press, &file, "--deck"];
        here(&[&read[..], &theme[..]].concat()).code(0).says("2 cards");
    }
}

#[test]
fn pictures_have_the_pixels_of_the_house_and_true_size() {
    let size = |file: &NamedFile| {
        let mut reader = png::Decoder::new(std::io::Cursor::new(&file.bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let info = reader.info();
        ((info.width, info.height), info.pixel_dims.unwrap().xppu, pixels)
    };
    let crafter = upload(&house("thegamecrafter"), "high-contrast");
    let maker = upload(&house("makeplayingcards"), "high-contrast");
    for (one, other) in crafter.iter().zip(&maker) {
        let ((width, height), per_metre, large) = size(one);
        assert_eq!(((825, 1125), 11_811), ((width, height), per_metre));
        let (shape, per_metre, small) = size(other);
        assert_eq!(((822, 1122), 11_811), (shape, per_metre));
        // The same card with a pixel and a half less on each side.
        let at = |pixels: &[u8], width: usize, x: usize, y: usize| {
            i32::from(pixels[(y * width + x) * 3 + 1])
        };
        let off: i32 = (100..700)
            .map(|x| {
                let y = 300 + x / 2;
                let near = (0..4).map(|step| at(&large, 825, x + step % 2 + 1, y + step / 2 + 1));
                let here = at(&small, 822, x, y);
                i32::from(near.map(|there| (there - here).abs()).min() > Some(96))
            })
            .sum();
        assert!(off < 12, "{}: {off} of 600 pixels differ", one.path);
    }
}
