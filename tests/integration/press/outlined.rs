//! Text as outlines, for houses that refuse fonts: its content is still checked.

use std::ffi::OsStr;

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::preflight::{PrintedDeck, check_against};

use super::*;
use crate::foreign;
use crate::pdf_file::Document;

/// Cards 10 and 34 for a house that refuses fonts.
fn sent() -> NamedFile {
    upload(&house("mbprint"), "future-imperfect").remove(0)
}

fn theme() -> Theme {
    house("mbprint").fitted(&Theme::built_in("future-imperfect").unwrap()).unwrap()
}

/// Checks a file against a deck, with read-back and comparison of pictures.
fn against(file: &NamedFile, deck: &Deck) -> actiondeck::preflight::Checked {
    let printed = PrintedDeck::new(deck, &theme()).unwrap();
    let expectation = Expectation::for_vendor(&house("mbprint")).with_drawing();
    check_against(&file.path, &file.bytes, &expectation, &printed)
}

#[test]
fn outlined_faces_are_compared_as_pictures() {
    let file = sent();
    let pdf = Document::load_mem(&file.bytes).unwrap();
    let fonts = pdf.objects.values().filter_map(|object| object.as_dict().ok());
    assert_eq!(0, fonts.filter(|dictionary| dictionary.has_type(b"Font")).count());
    let found = against(&file, &deck());
    assert!(found.report.passes(), "{}", found.report);
    let read = found.read_back.unwrap();
    assert!(read.cards == 2 && read.texts == 0 && read.agrees(), "{read}: {:?}", read.differences);
    // Two cards and their backs, and the title card with its back.
    let seen = found.seen.unwrap();
    assert_eq!((6, true, 0), (seen.faces, seen.agrees(), seen.not_compared.len()), "{seen}");
}

#[test]
fn a_changed_figure_is_found_among_shapes() {
    let text = include_str!("../../data/deck.csv");
    let line = text.lines().find(|line| line.starts_with("34,")).unwrap();
    let cells: Vec<&str> = line.split(',').collect();
    let place = (5..cells.len()).find(|&place| cells[place] == "3").unwrap();
    let changed: Vec<&str> =
        (0..).zip(&cells).map(|(at, cell)| if at == place { "4" } else { cell }).collect();
    let other = Deck::read("Sample.csv", &text.replace(line, &changed.join(","))).unwrap();
    let found = against(&sent(), &other);
    let seen = found.seen.unwrap();
    let differences: Vec<String> = seen.differences.iter().map(ToString::to_string).collect();
    let is_figure = |own: &String| own.contains("card 34: ") && !own.contains("edition");
    assert_eq!(1, differences.iter().filter(|own| is_figure(own)).count(), "{differences:?}");
}

#[test]
fn small_white_letters_on_four_inks_are_reported() {
    // Without suits, the word "rank" is below the figure.
    let csv = include_str!("../../data/deck.csv").lines().map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        [&cells[..2], &cells[3..]].concat().join(",")
    });
    let csv: Vec<String> = csv.collect();
    let deck = Deck::read("Sample.csv", &csv.join("\n")).unwrap_or_else(|error| panic!("{error}"));
    for (yellow, size, is_reported) in
        [("5", "2.1", true), ("5", "2.6", true), ("0", "2.6", false), ("5", "2.83", false)]
    {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in Theme::built_in_files("future-imperfect").unwrap() {
            // The world behind the word below the rank.
            let text = text.replace("[93, 67, 0, 52]", &format!("[93, 67, {yellow}, 52]"));
            let text = text.replace("font-size=\"2.83\"", &format!("font-size=\"{size}\""));
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let theme = Theme::read(folder.path()).unwrap_or_else(|problems| panic!("{problems}"));
        let mut outlined = house("drivethrucards");
        let actiondeck::render::vendor::Upload::Press(press) = &mut outlined.upload else {
            panic!()
        };
        press.text = actiondeck::face::Lettering::Outlined;
        for vendor in [house("drivethrucards"), outlined] {
            let mut job = Job::new(&deck, &theme);
            vendor.set_up(&mut job).unwrap_or_else(|problems| panic!("{problems}"));
            job.cards = only("34", CardNumbers::POKER).unwrap();
            let file = job.run(|_| ()).unwrap_or_else(|problems| panic!("{problems}")).remove(0);
            let report = judge(&file, &vendor);
            // The size of outlines is an upper estimate.
            let is_live = job.pdf_lettering == actiondeck::face::Lettering::Live;
            let is_reported = is_reported && (is_live || size == "2.1");
            let rules: &[&str] = if is_reported { &["pdf.reversed-text"] } else { &[] };
            assert_eq!(rules, broken(&report), "{yellow} {size}: {report}");
            let of_four = " pt in 93 / 67 / 5 / 52 % of the four inks";
            assert_eq!(is_reported, report.to_string().contains(of_four), "{report}");
            let exactly = report.to_string().contains(&format!("white text of 7.4{of_four}"));
            assert_eq!(is_live && is_reported && size == "2.6", exactly, "{report}");
        }
    }
}

#[test]
fn fonts_are_refused_by_houses_that_require_outlines() {
    let house = house("mbprint");
    let mut live = house.clone();
    let actiondeck::render::vendor::Upload::Press(press) = &mut live.upload else { panic!() };
    press.text = actiondeck::face::Lettering::Live;
    let file = upload(&live, "future-imperfect").remove(0);
    assert_eq!(["pdf.upload-text"], *broken(&judge(&file, &house)));
    assert!(judge(&file, &live).passes());
    assert!(judge(&sent(), &live).passes(), "outlines pass where fonts are accepted");
}

#[test]
fn shapes_of_words_outside_the_safe_zone_are_reported() {
    let mut narrow = house("mbprint");
    let actiondeck::render::vendor::Upload::Press(press) = &mut narrow.upload else { panic!() };
    press.safe = actiondeck::geometry::Mm(6.0);
    let report = judge(&sent(), &narrow);
    assert_eq!(["pdf.safe-zone"], *broken(&report));
    let text = report.to_string();
    assert!(
        text.contains("shapes that look like a word") && text.contains("safe distance is 6 mm"),
        "{text}"
    );
}

#[test]
fn outlines_replace_letters_in_place_without_fonts() {
    let mut live = house("mbprint");
    let actiondeck::render::vendor::Upload::Press(press) = &mut live.upload else { panic!() };
    press.text = actiondeck::face::Lettering::Live;
    let folder = tempfile::tempdir().unwrap();
    let mut pages = Vec::new();
    for (name, file) in
        [("outlined", sent()), ("live", upload(&live, "future-imperfect").remove(0))]
    {
        let path = folder.path().join(format!("{name}.pdf"));
        std::fs::write(&path, &file.bytes).unwrap();
        let Some(fonts) = foreign::stdout("pdffonts", [&path]) else { return };
        assert_eq!(name == "live", fonts.lines().count() > 2, "{fonts}");
        let picture = folder.path().join(format!("{name}.ppm"));
        let options = ["draw", "-q", "-r", "300", "-c", "rgb", "-o"].map(OsStr::new);
        let files = [picture.as_os_str(), path.as_os_str(), OsStr::new("1")];
        let drawn = foreign::stdout("mutool", options.into_iter().chain(files));
        if drawn.is_none() {
            return;
        }
        pages.push(std::fs::read(picture).unwrap());
    }
    assert_eq!(pages[0].len(), pages[1].len());
    // Antialiased edges differ slightly, but no pixel turns from ink to paper. In grey the half-covered
    // edge of a white letter on four inks is black, because MuPDF adds up inks that overprint.
    let far = pages[0].iter().zip(&pages[1]).filter(|(one, other)| one.abs_diff(**other) > 160);
    assert!(far.count() < pages[0].len() / 20_000, "letters moved");
}
