//! Folders of print files: recursive search, reprints, renamed files, and files of earlier runs.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::lookup::OutputAssert;
use crate::program::{actiondeck, files};

/// Runs the program in a folder with the sample deck.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deck.csv"), include_str!("../../data/deck.csv")).unwrap();
    folder
}

fn run(folder: &Path, arguments: &str) -> assert_cmd::assert::Assert {
    actiondeck().current_dir(folder).args(arguments.split(' ')).assert()
}

#[test]
fn upload_folders_are_searched_recursively() {
    let folder = folder();
    let here = |arguments: &str| run(folder.path(), arguments);
    here("render deck.csv --only 3,10 --vendor thegamecrafter,drivethrucards -o send").code(0);
    let checked = "preflight --vendor thegamecrafter --deck deck.csv send/thegamecrafter";
    here(checked).code(1).says("missing: 0, 1, 2, 4");
    here(&format!("{checked} --only 3,10")).code(0).says("all equal");
    here(&format!("{checked} --only 3,11")).code(1).says("missing: 11; not requested: 10");
    let pdf = "preflight --vendor drivethrucards --deck deck.csv send/drivethrucards --only";
    here(&format!("{pdf} 3,10")).code(0).says("2 cards");
    here(&format!("{pdf} 3,10,11")).code(1).says("missing: 11");
    here("preflight send --only 3").code(2);
    here("preflight send --deck deck.csv --only 3,99")
        .code(2)
        .complains("card \"99\" does not exist");
    // All subfolders are searched, except hidden ones.
    fs::create_dir_all(folder.path().join("send/.cache")).unwrap();
    fs::write(folder.path().join("send/.cache/old.pdf"), "no PDF").unwrap();
    let all = here("preflight send").code(0);
    all.says("send/drivethrucards/deck.pdf: ").says("send/thegamecrafter/fronts/card-10.png: ");
}

#[test]
fn a_picture_under_the_name_of_another_card_is_reported() {
    let folder = folder();
    let here = |arguments: &str| run(folder.path(), arguments);
    here("render deck.csv --only 10,11 --format svg,png -o made").code(0);
    for kind in ["svg", "png"] {
        let path = |name: &str| folder.path().join(format!("made/cards/{kind}/{name}.{kind}"));
        fs::rename(path("card-10"), path("x")).unwrap();
        fs::rename(path("card-11"), path("card-10")).unwrap();
        fs::rename(path("x"), path("card-11")).unwrap();
        let read = format!("preflight --deck deck.csv --only 10,11 made/cards/{kind}");
        let refused = here(&read).code(1);
        refused
            .says("named after card 10 but shows card 11")
            .says("named after card 11 but shows card 10");
    }
}

#[test]
fn an_upload_folder_keeps_only_the_last_run_and_foreign_files() {
    let folder = folder();
    let here = |arguments: &str| run(folder.path(), arguments);
    let names = || -> BTreeSet<String> { files(&folder.path().join("up")).into_keys().collect() };
    let set =
        |names: &[&str]| -> BTreeSet<String> { names.iter().map(|n| (*n).to_owned()).collect() };
    here("render deck.csv --only 3 --vendor thegamecrafter --extras title -o up").code(0);
    here("render deck.csv --only 3 --format png -o up").code(0);
    fs::write(folder.path().join("up/thegamecrafter/note.txt"), "mine").unwrap();
    here("render deck.csv --only 4 --vendor thegamecrafter -o up").code(0);
    let expected = set(&[
        "SHA256SUMS",
        "cards/png/back.png",
        "cards/png/card-03.png",
        "thegamecrafter/backs/back.png",
        "thegamecrafter/fronts/card-04.png",
        "thegamecrafter/note.txt",
    ]);
    assert_eq!(expected, names());
    let sums = fs::read_to_string(folder.path().join("up/SHA256SUMS")).unwrap();
    assert!(sums.contains("card-04.png") && !sums.contains("title.png"), "{sums}");
    // An edited file is not removed.
    fs::write(folder.path().join("up/thegamecrafter/fronts/card-04.png"), "drawn over").unwrap();
    here("render deck.csv --only 5 --vendor thegamecrafter -o up").code(0);
    assert!(names().contains("thegamecrafter/fronts/card-04.png"));
}

#[test]
fn render_fails_for_files_that_preflight_refuses() {
    let folder = folder();
    let here = |arguments: &str| run(folder.path(), arguments);
    here("new mine").code(0);
    let theme = files(folder.path())
        .into_keys()
        .find(|name| name.ends_with("theme.toml"))
        .map(|name| folder.path().join(name).parent().unwrap().to_owned())
        .unwrap();
    let card = fs::read_to_string(theme.join("card.svg")).unwrap();
    let ground = "x=\"-3.175\" y=\"-3.175\" width=\"69.85\" height=\"95.25\"";
    let swap = |from: &str, to: &str| {
        assert!(card.contains(from), "{from}");
        fs::write(theme.join("card.svg"), card.replacen(from, to, 1)).unwrap();
    };
    let theme_name = theme.display();
    let print = format!("render deck.csv --only 3 --theme {theme_name} -o out --force");
    swap(ground, "x=\"0\" y=\"0\" width=\"63.5\" height=\"88.9\"");
    let house = here(&format!("{print} --vendor drivethrucards")).code(1);
    house.complains("pdf.bleed").complains("the background ends at the cut");
    here(&format!("{print} --format svg,png"))
        .code(1)
        .complains("svg.bleed")
        .complains("png.bleed");
    swap("stroke-width=\"0.15\"", "stroke-width=\"0.03\"");
    here(&format!("{print} --vendor drivethrucards")).code(1).complains("pdf.hairlines");
    here(&format!("{print} --format svg")).code(1).complains("svg.hairlines");
}

#[test]
fn pages_of_another_size_are_reported_with_the_option_for_it() {
    let folder = folder();
    let here = |arguments: &str| run(folder.path(), arguments);
    here("render deck.csv --only 3,10 --vendor drivethrucards --size us-tarot -o tarot").code(0);
    let tarot = "preflight tarot/drivethrucards --quick --deck deck.csv --only 3,10";
    here(tarot).code(2).complains(
        "the pages are cut to 69.85 × 120.65 mm, the cards of this theme to 63.5 × 88.9 mm; \
         accepted: --size us-tarot",
    );
    here(&format!("{tarot} --size tarot")).code(2).complains("accepted: --size us-tarot");
    here(&format!("{tarot} --size us-tarot")).code(0);
    // The same cut, with the cards drawn smaller inside it.
    here("render deck.csv --only 3,10 --vendor mbprint -o inside").code(0);
    let inside = "preflight inside/mbprint --quick --deck deck.csv --only 3,10";
    here(inside)
        .code(2)
        .complains("further inside the cut")
        .complains("accepted: --vendor mbprint");
    here(&format!("{inside} --vendor mbprint")).code(0);
}
