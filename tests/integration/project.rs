//! Projects: the remembered theme and spec, and protection of printed editions.

use std::fs;
use std::path::Path;

use actiondeck::Deck;
use assert_cmd::assert::Assert;

use crate::lookup::OutputAssert;
use crate::program::{actiondeck, files};

const DECK: &str = include_str!("../../templates/decks/future-imperfect.json");

fn edition() -> String {
    Deck::built_in().edition().to_string()
}

/// Runs the program in a folder.
fn run(folder: &Path, arguments: &[&str]) -> Assert {
    actiondeck().current_dir(folder).args(arguments).assert()
}

/// Writes the built-in deck into `mine/output`, as a project in `mine` would.
fn project(folder: &Path) {
    run(folder, &["new", "mine", "--preset", "west-that-wasnt", "-q"]).success();
    fs::create_dir(folder.join("mine/output")).unwrap();
    let deck = DECK.replace(r#""theme": "future-imperfect""#, r#""theme": "theme""#);
    assert_ne!(DECK, deck);
    fs::write(folder.join("mine/output/deck.json"), deck).unwrap();
}

const CARD: [&str; 6] = ["--only", "3", "--format", "svg", "--sheet", "single"];

#[test]
fn a_deck_is_drawn_in_the_theme_of_its_project() {
    let folder = tempfile::tempdir().unwrap();
    project(folder.path());
    let mine = folder.path().join("mine");
    let render = |more: &[&str]| {
        run(&mine, &[&["render", "output/deck.json"], &CARD[..], more].concat()).success()
    };
    render(&["-o", "own"]);
    render(&["-o", "named", "--theme", "theme"]);
    assert_eq!(files(&mine.join("own")), files(&mine.join("named")));
    let other = render(&["-o", "other", "--theme", "ink-saver"]);
    other.complains("drawn in the theme ink-saver; the deck's own is theme");
    assert_ne!(files(&mine.join("own")), files(&mine.join("other")));
    // The working folder does not matter.
    let deck = &["render", "mine/output/deck.json", "-o", "above"];
    run(folder.path(), &[deck, &CARD[..]].concat()).success();
    assert_eq!(files(&mine.join("own")), files(&folder.path().join("above")));
    // Reprints, the companion page and exports have the same theme.
    let diff = ["diff", "output/deck.json", "output/deck.json", "--render", "reprint"];
    run(&mine, &diff).success().says("identical");
    run(&mine, &["explain", "3", "--deck", "output/deck.json", "-o", "a.svg"]).success();
    let typed = ["explain", "3", "--deck", "output/deck.json", "--theme", "west", "-o", "b.svg"];
    run(&mine, &typed).success();
    assert_eq!(fs::read(mine.join("a.svg")).unwrap(), fs::read(mine.join("b.svg")).unwrap());
    fs::rename(mine.join("theme"), mine.join("looks")).unwrap();
    let gone = run(&mine, &["render", "output/deck.json", "-o", "gone"]);
    gone.code(2).complains("the theme \"theme\", which is neither beside its file nor above");
}

#[test]
fn files_checked_with_the_wrong_theme_name_the_right_one() {
    let folder = tempfile::tempdir().unwrap();
    project(folder.path());
    let mine = folder.path().join("mine");
    let sheet = ["--only", "3", "--format", "svg,pdf", "--sheet", "single"];
    run(&mine, &[&["render", "output/deck.json", "-o", "own"], &sheet[..]].concat()).success();
    let preflight = |more: &[&str]| {
        let held = ["preflight", "own", "--quick", "--only", "3", "--deck", "output/deck.json"];
        run(&mine, &[&held[..], more].concat())
    };
    preflight(&[]).success();
    let wrong = preflight(&["--theme", "future-imperfect"]).code(2);
    assert!(wrong.get_output().stdout.is_empty());
    wrong.complains("this looks like theme theme, not future-imperfect");
    // A CSV deck has no theme.
    let table = include_str!("../data/deck.csv");
    fs::write(mine.join("table.csv"), table).unwrap();
    let render = ["render", "table.csv", "-o", "west", "--theme", "west"];
    run(&mine, &[&render[..], &sheet[..]].concat()).success();
    let held = ["preflight", "west", "--quick", "--only", "3", "--deck", "table.csv", "--json"];
    let wrong = run(&mine, &held).code(2).says("preflight.other-theme");
    wrong.complains("this looks like theme west, not the deck's own; accepted: --theme west");
}

#[test]
fn a_build_never_replaces_another_edition_without_force() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("deck.json"), DECK).unwrap();
    let quick = ["--format", "svg", "--sheet", "single"];
    let build = |more: &[&str]| run(here, &[&["build"], more, &quick[..]].concat());
    build(&["deck.json", "-o", "out"]).success().says("judged by the spec of Future Imperfect");
    let first = files(&here.join("out"));
    assert_eq!(DECK.as_bytes(), first["deck.json"]);
    let spec = include_str!("../../templates/decks/future-imperfect.toml");
    fs::write(here.join("spec.toml"), spec.replace("name = \"Future", "name = \"Past")).unwrap();
    let pins = include_str!("../../templates/decks/future-imperfect-pins.csv");
    fs::write(here.join("future-imperfect-pins.csv"), pins).unwrap();
    // This is reported before the slow search.
    let other = build(&["deck.json", "--seed", "3", "-o", "out"]).code(2);
    other.complains("is a deck, which is printed as it is");
    for (spec, made) in [
        (&["spec.toml"][..], "made from another spec"),
        (&["future-imperfect", "--seed", "3"], "made from seed 54"),
        (&["future-imperfect", "--effort", "thorough"], "made with normal effort"),
    ] {
        let refused = build(&[spec, &["-o", "out"]].concat()).code(2);
        refused.complains(made).complains(&format!("out/deck.json is edition {}", edition()));
    }
    // One card differs.
    let is_head =
        |line: &&str| ["seed", "effort", "spec_digest"].iter().any(|key| line.contains(key));
    let turned = DECK.lines().filter(|line| !is_head(line)).map(|line| {
        match line.contains("{\"number\":3,") {
            true => line.replace("\"scatter\":9", "\"scatter\":8"),
            false => line.to_owned(),
        }
    });
    let other = super::deck_files::with_right_digest(&turned.collect::<Vec<_>>().join("\n"));
    fs::write(here.join("other.json"), other).unwrap();
    let refused = build(&["other.json", "-o", "out"]).code(2);
    refused.complains(&format!("1 of 54 cards differs from those of edition {}: 3", edition()));
    assert_eq!(first, files(&here.join("out")));
    let replaced = build(&["other.json", "-o", "out", "--new-edition"]);
    replaced.complains(&format!("1 of 54 cards differs from those of edition {}: 3", edition()));
    assert_ne!(first["deck.json"], files(&here.join("out"))["deck.json"]);
}

#[test]
fn a_theme_is_started_recoloured_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let template = |line: &str| run(here, &line.split(' ').collect::<Vec<_>>());
    template("template new noir --theme west").success().complains("written to noir");
    let before = files(&here.join("noir"));
    let theme = String::from_utf8(before["theme.toml"].clone()).unwrap();
    assert!(theme.contains("name = \"noir\""), "{theme}");
    template("template check noir").success().says("noir: nothing found");
    template("template new noir").code(2).complains("noir/theme.toml");
    template("template recolour noir brick=#f07a50")
        .success()
        .complains("brick is #f07a50, in print");
    let after = files(&here.join("noir"));
    let changed = |name: &&String| before[*name] != after[*name];
    let changed: Vec<&String> = before.keys().filter(changed).collect();
    assert_eq!(changed, ["card.svg", "theme.toml"]);
    template("template check noir").success();
    // A copy of a built-in theme with a swatch without inks.
    let forgotten = "leather=#3a1050:20,60,70,80";
    template(&format!("template recolour west {forgotten}"))
        .success()
        .complains("leather is #3a1050");
    template("template check west").code(1).says("swatch leather is #3a1050 on screens but prints");
    template("template recolour west leather=#5e3418").code(2).complains("swatch tooling");
    template("template recolour west rust=#123456 x")
        .code(2)
        .complains("\"x\" is not of the form swatch=colour");
}

#[test]
fn a_csv_of_another_program_is_read_as_a_deck() {
    let folder = tempfile::tempdir().unwrap();
    let answered = |arguments: &[&str], deck: &str| {
        actiondeck().current_dir(folder.path()).args(arguments).write_stdin(deck).assert()
    };
    let shown = format!("Future Imperfect (edition {})", edition());
    answered(&["validate", "-"], DECK).success().says(&shown);
    let table = include_str!("../data/deck.csv");
    answered(&["lookup", "card", "3", "--deck", "-"], table).success();
    answered(&["validate", "-"], "no deck").code(2).complains("stdin.csv");
    answered(&["validate", "-"], "{}").code(2).complains("stdin.json");
}

#[test]
fn without_a_spec_the_project_or_default_deck_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("mine");
    run(folder.path(), &["new", "mine", "-q"]).success();
    // No search is run, because the deck does not exist.
    let generate = ["generate", "--from", "gone.json"];
    run(&project, &generate).failure().complains("from deck.toml in this folder");
    let elsewhere = run(folder.path(), &generate).failure();
    let stderr = String::from_utf8_lossy(&elsewhere.get_output().stderr).into_owned();
    assert!(!stderr.contains("deck.toml") && stderr.contains("gone.json"), "{stderr}");
    std::fs::write(project.join("deck.toml"), "name = 3\n").unwrap();
    for command in ["generate", "build"] {
        run(&project, &[command]).code(2).complains("deck.toml:1:8");
        run(&project, &[command, "future-imperfect", "--from", "gone.json"]).complains("gone.json");
    }
}
