//! `actiondeck validate`: exit codes and files.

use std::path::Path;

use actiondeck::json_formats::JsonFormat;
use assert_cmd::Command;
use serde_json::Value;

use crate::json_formats::valid;
use crate::kept;

const DECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deck.csv");

fn validate(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("actiondeck").unwrap().arg("validate").args(arguments).assert()
}

fn json(arguments: &[&str]) -> Value {
    let output = validate(&[&[DECK, "--json"], arguments].concat());
    valid(JsonFormat::Validation, &output.get_output().stdout)
}

#[test]
fn a_deck_that_falls_short_ends_in_1_and_names_cards_and_cells() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(DECK).unwrap();
    // Card 1 is the two of clubs.
    let spoilt = text.replace("\n1,1,1,", "\n1,9,1,");
    assert_ne!(text, spoilt);
    let file = folder.path().join("spoilt.csv");
    std::fs::write(&file, spoilt).unwrap();
    let output = validate(&[file.to_str().unwrap()]).code(1).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("card 1, rank: found 9 where 1 belongs"), "{text}");
    assert_eq!("", String::from_utf8(output.stderr).unwrap());
}

#[test]
fn a_missing_deck_ends_in_3_and_a_broken_one_in_2() {
    validate(&["nowhere.json"]).code(3);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deck.csv");
    std::fs::write(&file, "number,rank\n0,x\n").unwrap();
    validate(&[file.to_str().unwrap()]).code(2);
    validate(&[DECK, "--spec", "no-such-preset"]).code(2);
}

#[test]
fn an_edited_csv_has_the_name_of_the_deck_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let built_in = include_str!("../../templates/decks/future-imperfect.json");
    let deck = actiondeck::deck::Deck::read("deck.json", built_in).unwrap();
    let file = folder.path().join("deck.csv");
    let judged = |csv: &str| {
        std::fs::write(&file, csv).unwrap();
        let output = validate(&[file.to_str().unwrap()]).get_output().stdout.clone();
        String::from_utf8(output).unwrap().lines().next().unwrap().to_owned()
    };
    let csv = deck.to_csv();
    assert!(judged(&csv).starts_with("deck (edition"));
    std::fs::write(folder.path().join("deck.json"), built_in).unwrap();
    assert!(judged(&csv).ends_with("judged by the spec of Future Imperfect"), "{}", judged(&csv));
    // An edited file keeps the name but is no longer the deck of the spec.
    let edited = csv.replacen("\n1,1,1,", "\n1,9,1,", 1);
    let heading = judged(&edited);
    assert!(heading.starts_with("Future Imperfect (edition"), "{heading}");
    assert!(heading.ends_with("without a spec"), "{heading}");
}

#[test]
fn the_report_shows_every_figure_with_limit_and_verdict() {
    // Limits and verdicts of the sample deck, whose statistics are poor. Unit tests check the figures.
    let output = validate(&[DECK, "--spec", "future-imperfect"]).code(1).get_output().clone();
    kept::snapshot("validation.txt", &String::from_utf8(output.stdout).unwrap());
}

#[test]
fn every_figure_is_documented() {
    let validation = json(&["--spec", "future-imperfect"]);
    let page = include_str!("../../docs/json.md");
    for figure in validation["figures"].as_array().unwrap() {
        let id = figure["id"].as_str().unwrap();
        assert!(page.contains(&format!("`{id}`")), "{id}");
    }
}

#[test]
fn two_runs_write_the_same_bytes_and_leave_foreign_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let write = |html: &str, csv: &str| validate(&[DECK, "--html", html, "--csv", csv]);
    write(&path("one.html"), &path("one.csv"));
    write(&path("two.html"), &path("two.csv"));
    // Once more over its own files.
    write(&path("two.html"), &path("two.csv"));
    let read = |name: &str| std::fs::read(Path::new(&path(name))).unwrap();
    assert_eq!(read("one.html"), read("two.html"));
    assert_eq!(read("one.csv"), read("two.csv"));
    std::fs::write(path("notes.html"), "my own words").unwrap();
    write(&path("notes.html"), &path("one.csv")).code(2);
    assert_eq!(b"my own words".to_vec(), read("notes.html"));
}

#[test]
fn the_csv_has_one_figure_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("figures.csv");
    let figures = json(&["--csv", file.to_str().unwrap()])["figures"].as_array().unwrap().len();
    let text = std::fs::read_to_string(file).unwrap();
    assert!(
        text.starts_with("figure,unit,achieved,limit,verdict,at,achieved_exact,least\n"),
        "{text}"
    );
    assert_eq!(figures + 1, text.lines().count());
}

#[test]
fn the_figures_fold_to_the_width_of_the_terminal() {
    let widest = |columns: &str| {
        let mut program = crate::program::actiondeck();
        let said = program.args(["validate", "tests/data/deck.csv"]).env("COLUMNS", columns);
        let said = String::from_utf8(said.assert().get_output().stdout.clone()).unwrap();
        let table = said.lines().take_while(|line| !line.starts_with("Largest error"));
        table.skip_while(|line| !line.contains("achieved")).map(|it| it.chars().count()).max()
    };
    assert!(widest("80") <= Some(80), "{:?}", widest("80"));
    assert!(widest("200") > Some(80));
}

#[test]
fn the_page_fits_a_phone_and_a_sheet_of_paper_in_chromium() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    // The sample deck breaks rules, so the page has every section.
    validate(&[DECK, "--spec", "future-imperfect", "--html", file("page.html").to_str().unwrap()]);
    // A frame with the width of a phone, because windows have a larger minimum.
    let frame = "<iframe id=f src=page.html style=\"width:400px;height:800px\"></iframe><p id=measured></p>\
         <script>onload = () => { const root = f.contentDocument.documentElement; \
         measured.textContent = 'wide ' + root.scrollWidth + ' of ' + root.clientWidth + ' high ' \
         + root.scrollHeight; };</script>";
    std::fs::write(file("frame.html"), frame).unwrap();
    let common = [
        "--headless".to_owned(),
        "--no-sandbox".to_owned(),
        "--disable-gpu".to_owned(),
        "--disable-background-networking".to_owned(),
        "--allow-file-access-from-files".to_owned(),
        format!("--user-data-dir={}", file("profile").display()),
    ];
    let ask = |more: &[String]| crate::foreign::stdout("chromium", common.iter().chain(more));
    let address = |name: &str| format!("file://{}", file(name).display());
    let Some(seen) = ask(&["--dump-dom".to_owned(), address("frame.html")]) else { return };
    let output = seen.split("<p id=\"measured\">wide ").nth(1).unwrap_or_else(|| panic!("{seen}"));
    let words: Vec<usize> = output.split([' ', '<']).filter_map(|word| word.parse().ok()).collect();
    assert!(words[0] <= words[1] && words[1] <= 400 && words[2] > 3000, "{output}");
    let print = format!("--print-to-pdf={}", file("page.pdf").display());
    ask(&[print, "--no-pdf-header-footer".to_owned(), address("page.html")]);
    let Some(info) = crate::foreign::stdout("pdfinfo", [file("page.pdf")]) else { return };
    let pages = info.lines().find_map(|line| line.strip_prefix("Pages:")).unwrap();
    assert!((5..30).contains(&pages.trim().parse::<u32>().unwrap()), "{info}");
}

#[test]
fn the_html_reports_render_under_their_content_security_policy() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let run = |arguments: &[&str]| {
        let mut program = crate::program::actiondeck();
        program.current_dir(folder.path()).args(arguments).output().unwrap()
    };
    let deck = actiondeck::Deck::built_in();
    std::fs::write(file("deck.json"), deck.to_json()).unwrap();
    let lines = deck.to_csv().replace("left leg", "left knee");
    std::fs::write(file("other.csv"), lines).unwrap();
    run(&["validate", "deck.json", "--html", "statistics.html"]);
    run(&["diff", "deck.json", "other.csv", "--html", "diff.html"]);
    run(&["build", "deck.json", "--format", "pdf", "--sheet", "single", "-o", "out"]);
    let pages =
        ["statistics", "diff", "out/report/preflight"].map(|name| file(&format!("{name}.html")));
    for page in &pages {
        let text = std::fs::read_to_string(page).unwrap();
        let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ";
        assert!(text.contains(policy) && !text.contains("unsafe"), "{page}");
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/report_pages.cjs");
    let arguments: Vec<&str> =
        [script, "/usr/bin/chromium"].into_iter().chain(pages.iter().map(String::as_str)).collect();
    let Some(seen) = crate::foreign::node(&["puppeteer-core"], &arguments) else { return };
    let seen: serde_json::Value = serde_json::from_str(&seen).unwrap();
    let shown = [("svgs", 10), ("tables", 1), ("texts", 1)];
    for (page, (what, least)) in seen.as_array().unwrap().iter().zip(shown) {
        assert_eq!(serde_json::json!([]), page["messages"], "{page:#}");
        assert_ne!("none", page["style"]["width"], "{page:#}");
        assert_eq!(true, page["data"], "pictures within the page are shown: {page:#}");
        assert!(page[what].as_u64() >= Some(least), "{page:#}");
        assert_eq!(
            (false, false),
            (page["injected"] == true, page["narrowed"] == true),
            "{page:#}"
        );
        let blocked = page["blocked"].to_string();
        for kind in ["script-src", "style-src", "img-src"] {
            assert!(blocked.contains(kind), "{page:#}");
        }
    }
}

#[test]
fn a_missed_limit_ends_generate_build_and_validate_in_1() {
    let spec = "format = \"actiondeck-spec/1\"\nname = \"Strict\"\nabbreviation = \"S\"\nseed = 1\n\
        without = [\"effect\", \"hit\", \"burst\", \"penetration\", \"scatter\", \"failure\", \"unintended\"]\n\
        [cause]\ncolumns = [\"d6\"]\nrows = 2\n[limits]\njoint_rms = 0.1\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deck.toml");
    let run = |typed: &str, code: i32| {
        let arguments = typed.split(' ');
        let mut command = Command::cargo_bin("actiondeck").unwrap();
        let output = command.current_dir(folder.path()).args(arguments).assert().code(code);
        let output = output.get_output().clone();
        let said = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (said(output.stdout), said(output.stderr))
    };
    std::fs::write(&file, spec).unwrap();
    let (_, verdict) = run("generate deck.toml --effort quick -q -o quick.json", 1);
    let judged = "The deck falls short in 1 of 8 limits: joint threshold errors, root mean square ";
    assert!(
        verdict.starts_with(judged)
            && verdict.contains(" cards (limit 0.100; the way out: a limit of 0.297"),
        "{verdict}"
    );
    assert_eq!(1, verdict.lines().count(), "{verdict}");
    // The same without `--quiet`; the deck is written.
    assert_eq!(verdict, run("generate deck.toml --effort quick -o again.json", 1).1);
    let (report, complaint) = run("validate quick.json --spec deck.toml", 1);
    assert!(report.lines().any(|line| line == verdict.trim_end()), "{report}");
    assert_eq!("", complaint);
    let print = "--format svg --sheet single";
    let (report, complaint) = run(&format!("build deck.toml --effort quick {print}"), 1);
    assert!(report.lines().any(|line| line == verdict.trim_end()), "{report}");
    assert!(complaint.lines().any(|line| line == verdict.trim_end()), "{complaint}");
    assert!(folder.path().join("output/deck.json").is_file());
    let (_, complaint) = run(&format!("build quick.json -q -o second {print}"), 1);
    assert_eq!(verdict, complaint);
    // A deck that meets its limits prints nothing and ends in 0.
    std::fs::write(&file, spec.replace("0.1\n", "9.9\n")).unwrap();
    let silent = run("generate deck.toml --effort quick -q -o good.json", 0);
    assert_eq!((String::new(), String::new()), silent);
}
