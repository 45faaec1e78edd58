//! Projects of designers: start, build, change the spec, keep printed cards, compare.

use std::fs;
use std::path::Path;

use actiondeck::deck::Deck;
use actiondeck::face::{self, Theme};
use actiondeck::generate::{Effort, generate};
use actiondeck::json_formats::JsonFormat;
use actiondeck::spec::{PRESETS, Spec, reference, schema, schema_file};
use actiondeck::validate::{CheckReading, validate};

use crate::json_formats::valid;
use crate::lookup::OutputAssert;
use crate::program::actiondeck;

/// Compares a committed file with the program's output; the message has the command that makes it.
fn is_current(path: &str, made: &str, command: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == made, "{} is out of date: {command} -o it", path.display());
}

#[test]
fn the_committed_schema_and_reference_are_up_to_date() {
    is_current(&format!("templates/decks/{}", schema_file()), &schema(), "actiondeck schema");
    is_current("docs/spec.md", &reference(), "actiondeck schema --markdown");
    for preset in PRESETS {
        assert!(preset.spec.starts_with(&format!("#:schema ./{}\n", schema_file())));
    }
}

#[test]
fn a_new_project_generates_the_deck_of_its_preset() {
    let folder = tempfile::tempdir().unwrap();
    let here = |arguments: &[&str]| {
        actiondeck().current_dir(folder.path()).args(arguments).assert().success();
        fs::read(folder.path().join(arguments[arguments.len() - 1])).unwrap()
    };
    actiondeck()
        .current_dir(folder.path())
        .args(["new", "mine", "--preset", "true-dice"])
        .assert()
        .success();
    let own = here(&["generate", "mine/deck.toml", "--effort", "quick", "-o", "own.json"]);
    let preset = here(&["generate", "true-dice", "--effort", "quick", "-o", "preset.json"]);
    let preset = String::from_utf8(preset).unwrap();
    assert_eq!(project_deck(&preset, "mine/"), String::from_utf8(own).unwrap());
}

/// Returns a preset's deck with the theme and the spec of a project in `folder`.
fn project_deck(preset: &str, folder: &str) -> String {
    let theme = format!("\"theme\": \"{folder}theme\"");
    let spec = format!("\"spec\": \"{folder}deck.toml\",\n  \"spec_digest\"");
    // The text lists the parts that a preset leaves out.
    let check = "\"check\": \"bumps\",\n  \"digest\"";
    let own = preset.replace("\"theme\": \"future-imperfect\"", &theme);
    own.replace("\"spec_digest\"", &spec).replace("\"digest\"", check)
}

#[test]
fn every_preset_starts_a_project_and_fits_every_theme() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        actiondeck().current_dir(folder.path()).args(arguments).assert().success();
    };
    for preset in PRESETS {
        run(&["new", preset.name, "--preset", preset.name]);
        let deck = format!("{}.json", preset.name);
        run(&["generate", &format!("{}/deck.toml", preset.name), "--effort", "quick", "-o", &deck]);
        let text = fs::read_to_string(folder.path().join(&deck)).unwrap();
        let deck = Deck::read(&deck, &text).unwrap();
        let own = preset.theme();
        let has_elements = !deck.layout().extras.is_empty();
        for name in Theme::built_in_names().filter(|name| *name == own || has_elements) {
            let faults = face::check(&Theme::built_in(name).unwrap(), &deck);
            assert_eq!("", faults.to_string(), "{} in {name}", preset.name);
        }
        let rules = folder.path().join(preset.name).join("rules.toml");
        assert_eq!(preset.rules.is_some(), rules.is_file(), "{}", preset.name);
    }
}

#[test]
fn a_new_project_builds_unchanged_into_the_deck_of_its_preset() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        actiondeck().current_dir(folder.path()).args(arguments).assert().success()
    };
    run(&["new", "mine", "--preset", "true-dice"]);
    for file in [
        "deck.toml",
        "pins.csv",
        "README.md",
        "actiondeck-spec.schema.json",
        "theme/card.svg",
        "theme/theme.toml",
        "sheets/a4-3x3.toml",
        "vendors/drivethrucards.toml",
    ] {
        assert!(folder.path().join("mine").join(file).is_file(), "{file}");
    }
    run(&["generate", "true-dice", "--effort", "quick", "-o", "preset.json"]);
    let built = actiondeck()
        .current_dir(folder.path().join("mine"))
        .args(["build", "deck.toml", "--effort", "quick", "--dpi", "100"])
        .assert();
    // A quick deck may miss a limit, which is not a fault of the project.
    let code = built.get_output().status.code();
    assert!(matches!(code, Some(0 | 1)), "{code:?}");
    let deck = |path: &str| fs::read_to_string(folder.path().join(path)).unwrap();
    assert_eq!(project_deck(&deck("preset.json"), ""), deck("mine/output/deck.json"));
    let output = folder.path().join("mine/output");
    for kind in ["cards", "sheets"] {
        assert!(fs::read_dir(output.join(kind)).unwrap().count() > 0, "{kind}");
    }
}

#[test]
fn a_project_with_its_own_columns_gets_a_fitting_theme() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = actiondeck();
        command.current_dir(folder.path()).args(arguments).assert()
    };
    run(&["new", "mine", "--columns", "d6,d20", "--rows", "4"]).success();
    run(&["generate", "mine/deck.toml", "--effort", "quick", "-o", "deck.csv"]).success();
    let text = fs::read_to_string(folder.path().join("deck.csv")).unwrap();
    let columns = text.lines().next().unwrap();
    assert!(columns.contains("cause_d20_4") && columns.contains("effect_d6_4"), "{columns}");
    assert!(!columns.contains("d8") && !columns.contains("_d6_5"), "{columns}");
    let deck = Deck::read("deck.csv", &text).unwrap();
    let theme = Theme::read(&folder.path().join("mine/theme")).unwrap();
    assert_eq!("", face::check(&theme, &deck).to_string());
    // This preset has pinned cells in columns that the option removes.
    run(&["new", "other", "--preset", "future-imperfect", "--columns", "d20"])
        .code(2)
        .complains("d4");
    run(&["new", "other", "--rows", "9"]).code(2).complains("1..=8");
}

/// A spec that leaves out what depends on a game, with these lines at the top.
fn bare_spec(top: &str) -> String {
    format!(
        "format = \"actiondeck-spec/1\"\nname = \"Sized\"\nseed = 1\n{top}\n\
         [cause]\ncolumns = [\"d4\", \"d6\", \"d10\", \"d20\"]\nrows = 3\n\
         [effect]\ncolumns = [\"d4\", \"d6\"]\nrows = 2\nclosed = true\n"
    )
}

#[test]
fn decks_of_other_sizes_are_made_judged_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = actiondeck();
        command.current_dir(folder.path()).args(arguments).assert()
    };
    let parts = "\"hit\", \"burst\", \"penetration\", \"failure\", \"unintended\"";
    for (size, more, last, index) in [
        (20, "suits = 2\nranks = 10", 19, "A of diamonds"),
        (36, "suits = 4\nranks = 9", 35, "A of spades"),
        (52, "", 51, "A of spades"),
        (60, "first_number = 1\nsuits = 4\nranks = 14", 60, "black joker"),
        (100, "first_number = 1\nsuits = 4\nranks = 25", 100, "A of spades"),
        (120, "suits = 4\nranks = 30", 119, "A of spades"),
    ] {
        let top = format!("cards = {size}\n{more}\nwithout = [{parts}]");
        fs::write(folder.path().join("deck.toml"), bare_spec(&top)).unwrap();
        let force = ["generate", "deck.toml", "--effort", "quick", "--force", "-o"];
        for file in ["deck.json", "deck.csv"] {
            run(&[&force[..], &[file]].concat());
            let text = fs::read_to_string(folder.path().join(file)).unwrap();
            let deck = Deck::read(file, &text).unwrap();
            assert_eq!(
                (size, last),
                (deck.size(), usize::from(deck.numbers().last().get())),
                "{file}"
            );
            let validation = validate(
                &deck,
                Some(
                    &Spec::read("deck.toml", &bare_spec(&top), &mut |_| Ok(String::new())).unwrap(),
                ),
            );
            assert!(validation.faults.is_empty(), "{size}: {:?}", validation.faults);
            // A die whose sides divide the number of cards is exact.
            for check in
                validation.checks.iter().filter(|check| check.reading == CheckReading::Row(1))
            {
                let is_exact = check.error().to_f64() == 0.0;
                assert_eq!(
                    size % usize::from(check.sides) == 0,
                    is_exact,
                    "d{} of {size}",
                    check.sides
                );
            }
        }
        let shown = ["lookup", "card", &last.to_string(), "--deck", "deck.csv"];
        run(&shown).success().says(index);
        let beyond = (last + 1).to_string();
        run(&["lookup", "card", &beyond, "--deck", "deck.csv"]).code(2).complains("does not exist");
        run(&["odds", "2d6", "--tn", "4", "--deck", "deck.json"])
            .success()
            .says(&format!("{size} cards"));
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused_with_what_would() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |top: &str| {
        fs::write(folder.path().join("deck.toml"), bare_spec(top)).unwrap();
        let mut command = actiondeck();
        command.current_dir(folder.path()).args(["generate", "deck.toml", "-o", "deck.json"]);
        command.assert().code(2)
    };
    refused("cards = 19").complains("a whole number of 20 to 120");
    refused("cards = 60").complains("60 cards are not a poker deck").complains("ranks = 15");
    refused("cards = 60\nsuits = 4\nranks = 16").complains("64 cards").complains("ranks = 15");
    refused("cards = 60\nranks = 9\nwithout = [\"rank\", \"suit\"]").complains("no ranks");
    refused("cards = 60\nyes = \"red\"\nwithout = [\"rank\", \"suit\"]")
        .complains("requires suits");
    refused("jokers = false").complains("unknown key");
}

#[test]
fn new_refuses_a_folder_that_is_not_empty() {
    let folder = tempfile::tempdir().unwrap();
    let new = |more: &[&str]| {
        actiondeck().args(["new".as_ref(), folder.path().as_os_str()]).args(more).assert()
    };
    fs::write(folder.path().join("deck.toml"), "mine").unwrap();
    new(&[]).code(2).complains("--force");
    assert_eq!("mine", fs::read_to_string(folder.path().join("deck.toml")).unwrap());
    new(&["--force"]).success();
    new(&["--preset", "tarot", "--force"]).code(2).complains("future-imperfect");
}

#[test]
fn missing_themes_and_sheets_are_reported_at_their_place() {
    let folder = tempfile::tempdir().unwrap();
    actiondeck()
        .current_dir(folder.path())
        .args(["new", ".", "--preset", "true-dice"])
        .assert()
        .success();
    let path = folder.path().join("deck.toml");
    let text = fs::read_to_string(&path).unwrap();
    let text = text.replacen("theme = \"theme\"", "theme = \"teme\"", 1).replacen(
        "sheets/a4-3x3.toml",
        "sheets/double.toml",
        1,
    );
    fs::write(&path, text).unwrap();
    let assert = actiondeck()
        .current_dir(folder.path())
        .args(["build", "deck.toml"])
        .assert()
        .code(2)
        .complains("deck.toml:");
    let complaint = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    for piece in ["\"teme\" is neither a folder", "double.toml\" is neither a file"] {
        assert!(complaint.contains(piece), "{complaint}");
    }
}

#[test]
fn diff_lists_changes_and_names_identical_decks() {
    let folder = tempfile::tempdir().unwrap();
    let old = include_str!("../data/deck.csv");
    let new = old.replacen("\n1,1,1,no,2,", "\n1,1,1,no,4,", 1);
    assert_ne!(old, new);
    fs::write(folder.path().join("old.csv"), old).unwrap();
    fs::write(folder.path().join("new.csv"), new).unwrap();
    let diff = |arguments: &[&str]| {
        actiondeck().current_dir(folder.path()).arg("diff").args(arguments).assert().code(0)
    };
    diff(&["old.csv", "old.csv"]).says("identical");
    diff(&["old.csv", "new.csv"]).says("cause_d4_1 2 → 4");
    diff(&["old.csv", "new.csv", "--render", "reprint", "--format", "svg", "--sheet", "a4-3x3"]);
    for file in ["card-01.svg", "changelog.svg", "back.svg"] {
        assert!(folder.path().join("reprint/cards/svg").join(file).is_file(), "{file}");
    }
    assert!(!folder.path().join("reprint/cards/svg/card-02.svg").exists());
    let changes = diff(&["old.csv", "new.csv", "--html", "diff.html", "--json"]);
    valid(JsonFormat::Diff, &changes.get_output().stdout);
    let page = fs::read_to_string(folder.path().join("diff.html")).unwrap();
    assert!(page.contains("cause_d4_1 2 → 4") && !page.contains("<script"), "{page}");
}

#[test]
fn lookup_refuses_old_cards_that_have_changed() {
    let folder = tempfile::tempdir().unwrap();
    let preset = PRESETS.iter().find(|preset| preset.name == "true-dice").unwrap();
    // The result of a quick search is enough.
    let old = preset.spec.replace("= 0.10", "= 0.9").replace("0.026", "0.9");
    let old = old.replace("joint_rms = 0.80", "joint_rms = 3").replace("_worst = 5", "_worst = 20");
    let changed = old.replacen("-2 = 6\n-1 = 12", "-2 = 5\n-1 = 13", 1);
    assert_ne!(old, changed);
    fs::write(folder.path().join("old.toml"), old).unwrap();
    fs::write(folder.path().join("new.toml"), changed).unwrap();
    let run = |arguments: &[&str]| actiondeck().current_dir(folder.path()).args(arguments).assert();
    run(&["generate", "old.toml", "--effort", "quick", "-o", "old.json"]).success();
    let kept = &["--from", "old.json", "--effort", "quick", "-o", "new.json"];
    run(&[&["generate", "new.toml"][..], kept].concat()).success();
    let read = |name: &str| {
        Deck::read(name, &fs::read_to_string(folder.path().join(name)).unwrap()).unwrap()
    };
    let (old, new) = (read("old.json"), read("new.json"));
    let outdated = new.outdated(old.edition()).unwrap();
    assert!((1..54).contains(&outdated.len()), "{outdated:?}");
    let edition = old.edition().to_string();
    let lookup = |card: usize| {
        let card = card.to_string();
        run(&["lookup", "card", &card, "--deck", "new.json", "--edition", &edition])
    };
    let changed = usize::from(outdated[0].get());
    let same = (0..54).find(|card| new.cards()[*card] == old.cards()[*card]).unwrap();
    lookup(same).success();
    lookup(changed).code(2).complains("has changed since the edition it bears");
    // Also as a follow-up card.
    let draw = format!("{same}+{changed}");
    run(&[
        "lookup",
        "contest",
        &draw,
        "1d6",
        "9",
        "1d6",
        "--deck",
        "new.json",
        "--edition",
        &edition,
    ])
    .code(2)
    .complains("has changed since");
    // Questions about the whole deck cannot mix editions.
    run(&["odds", "1d6", "--deck", "new.json", "--edition", &edition]).code(2);
    run(&["lookup", "card", "3", "--deck", "old.json", "--edition", &new.edition().to_string()])
        .code(2)
        .complains("is edition");
}

/// A spec of the true-dice preset with changes.
fn tuned(changes: &[(&str, &str)]) -> Spec {
    let mut text = include_str!("../data/every_part.toml").to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let pins = "card,grid,row,column,value,note\n\
        3,cause,1,d6,6,\n*one,cause,1,d8,8,\n*two,cause,2,d8,8,\n*two,scatter,,,12,\n";
    Spec::read("deck.toml", &text, &mut |_| Ok(pins.to_owned()))
        .unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn tuned_specs_of_every_kind_generate_valid_decks() {
    const COLUMNS: &str = "columns = [\"d4\", \"d6\", \"d8\", \"d10\", \"d12\"]";
    let specs = [
        ("other dice", tuned(&[(COLUMNS, "columns = [\"d3\", \"d5\", \"d20\"]")])),
        ("d100, one row", tuned(&[(COLUMNS, "columns = [\"d100\"]"), ("rows = 5", "rows = 1")])),
        ("eight rows", tuned(&[(COLUMNS, "columns = [\"d6\"]"), ("rows = 5", "rows = 8")])),
        ("closed sums", tuned(&[("closed = false", "closed = true")])),
        (
            "elements and pins",
            tuned(&[
                ("seed = 54", "seed = 54\npins = \"pins.csv\""),
                (
                    "[limits]",
                    "[[element]]\nid = \"ladder\"\ndice = \"4dF\"\n\
                     [[element]]\nid = \"fate\"\ncounts = { 1 = 50, 2 = 4 }\n\
                     [[element]]\nid = \"omen\"\ntexts = [\"sun\", \"moon\", \"\"]\n[limits]",
                ),
            ]),
        ),
    ];
    for (what, spec) in specs {
        let deck = generate(&spec, spec.seed, Effort::Quick, &|_| ()).unwrap();
        let faults: Vec<String> =
            validate(&deck, Some(&spec)).faults.iter().map(ToString::to_string).collect();
        assert_eq!(Vec::<String>::new(), faults, "{what}");
        assert_eq!(Ok(deck.digest()), Deck::read("d.csv", &deck.to_csv()).map(|d| d.digest()));
    }
}
