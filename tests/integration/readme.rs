//! Runs the commands of the README and other pages, and compares their output.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --release readme` writes the real output into README.md, docs/odds.md,
//! docs/games.md and docs/play.md.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;

use crate::kept;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const README: &str = include_str!("../../README.md");
const PRINTING: &str = include_str!("../../docs/printing.md");
const BUILT_IN: &str = include_str!("../../templates/decks/future-imperfect.json");

/// The lines of the first code block of a language that contains `needle`.
fn block(page: &'static str, language: &str, needle: &str) -> Vec<&'static str> {
    page.split(&format!("```{language}\n"))
        .skip(1)
        .filter_map(|rest| rest.split_once("\n```").map(|(block, _)| block))
        .find(|block| block.contains(needle))
        .unwrap_or_else(|| panic!("the page has a {language} block with {needle:?}"))
        .lines()
        .collect()
}

#[test]
fn readme_commands_give_the_output_shown() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!("cargo run --release -- build", block(README, "sh", "cargo run")[0]);
    // The first command is the same build.
    let made = rewritten(README, "```console\n", |block| {
        let commands = block.lines().filter_map(|line| line.strip_prefix("$ actiondeck "));
        commands.map(|command| transcript(folder.path(), command)).collect()
    });
    kept::file("README.md", &made);
    every_file_of_the_list_is_there_and_no_other(&folder.path().join("output"));
    the_built_in_deck_is_what_the_default_preset_gives(&folder.path().join("output"));
    the_commands_of_other_pages_work(folder.path());
}

/// Runs the commands of other pages in the folder of a finished build, with the files that they name.
fn the_commands_of_other_pages_work(folder: &Path) {
    fs::create_dir_all(folder.join("templates/decks")).unwrap();
    for (from, to) in [
        ("templates/decks/future-imperfect.toml", "deck.toml"),
        ("templates/decks/future-imperfect-pins.csv", "future-imperfect-pins.csv"),
        ("templates/decks/future-imperfect.json", "templates/decks/future-imperfect.json"),
        ("templates/decks/west-that-wasnt-rules.toml", "rules.toml"),
        ("templates/tables/weapons.csv", "weapons.csv"),
        ("templates/tables/characters.csv", "characters.csv"),
    ] {
        fs::copy(Path::new(ROOT).join(from), folder.join(to)).unwrap();
    }
    let bin = cargo_bin("actiondeck");
    let path = format!("{}:/usr/bin:/bin", bin.parent().unwrap().display());
    for page in ["printing", "reprinting", "exports", "companion"] {
        let text = fs::read_to_string(Path::new(ROOT).join(format!("docs/{page}.md"))).unwrap();
        let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split_once("\n```"));
        for (block, _) in blocks {
            let block = block.replace("\\\n", " ");
            // A second build would be slow.
            let is_run = |line: &&str| {
                line.starts_with("actiondeck ") && !line.starts_with("actiondeck build ")
            };
            for line in block.lines().filter(is_run) {
                let mut shell = Command::new("sh");
                let shell = shell.current_dir(folder).env("PATH", &path).args(["-c", line]);
                let output = shell.output().unwrap();
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "docs/{page}.md: {line}\n{said}");
            }
        }
    }
}

#[test]
fn commands_of_other_pages_give_the_output_shown() {
    for name in ["docs/odds.md", "docs/games.md", "docs/statistics.md"] {
        let page = fs::read_to_string(Path::new(ROOT).join(name)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        if name == "docs/statistics.md" {
            fs::write(folder.path().join("deck.json"), BUILT_IN).unwrap();
        }
        let made = rewritten(&page, "```console\n", |block| {
            let commands = block.lines().filter_map(|line| line.strip_prefix("$ actiondeck "));
            commands.map(|command| transcript(folder.path(), command)).collect()
        });
        kept::file(name, &made);
    }
}

/// A command, its exit code unless 0, and its output.
fn transcript(folder: &Path, command: &str) -> String {
    let output = program(folder, command).output().unwrap();
    let code = match output.status.code().unwrap() {
        0 => String::new(),
        code => format!("? {code}\n"),
    };
    let [out, err] = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
    format!("$ actiondeck {command}\n{code}{out}{err}\n")
}

/// The program with the arguments of a command line, in a folder.
fn program(folder: &Path, arguments: &str) -> Command {
    let mut program = Command::new(cargo_bin("actiondeck"));
    program.current_dir(folder).args(shlex::split(arguments).unwrap());
    program
}

/// The page with each block after `opening` replaced by the result of a function.
fn rewritten(page: &str, opening: &str, mut made: impl FnMut(&str) -> String) -> String {
    let mut parts = page.split(opening);
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        let (block, rest) = part.split_once("```").unwrap();
        text += &format!("{opening}{}```{rest}", made(block));
    }
    text
}

fn every_file_of_the_list_is_there_and_no_other(output: &Path) {
    let list = block(PRINTING, "text", "SHA256SUMS");
    let patterns: Vec<&str> = list.iter().filter_map(|line| line.split(' ').next()).collect();
    let sums = fs::read_to_string(output.join("SHA256SUMS")).unwrap();
    let mut names: Vec<&str> = sums.lines().filter_map(|line| line.split("  ").nth(1)).collect();
    names.push("SHA256SUMS");
    let is_like = |name: &str, pattern: &str| match pattern.split_once('*') {
        None => name == pattern,
        Some((start, end)) => name.starts_with(start) && name.ends_with(end),
    };
    for name in &names {
        assert!(
            patterns.iter().any(|pattern| is_like(name, pattern)),
            "{name} is not in docs/printing.md"
        );
    }
    for pattern in patterns {
        assert!(
            names.iter().any(|name| is_like(name, pattern)),
            "docs/printing.md promises {pattern}"
        );
    }
}

/// Shared by two tests, because a search at normal effort is slow.
fn the_built_in_deck_is_what_the_default_preset_gives(output: &Path) {
    let made = fs::read_to_string(output.join("deck.json")).unwrap();
    assert!(
        made == BUILT_IN,
        "the generator or the preset has changed; make the deck anew with\n\
         cargo run --release -- generate -o templates/decks/future-imperfect.json",
    );
}

/// Plays each block of docs/play.md that starts with `$ actiondeck play`.
///
/// Lines after `> ` are input; all others are the expected output.
#[test]
fn the_transcripts_of_play_are_up_to_date() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/play.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut tables = 0;
    kept::file(
        "docs/play.md",
        &rewritten(&page, "```console\n$ actiondeck play", |block| {
            let (options, lines) = block.split_once('\n').unwrap();
            let mut played = format!("{options}\n");
            tables += 1;
            for line in lines.lines().filter(|line| line.starts_with("> ")) {
                let command = format!("play {options} --session {tables}.json");
                let said =
                    program(folder.path(), &command).write_stdin(&line[2..]).assert().success();
                let answer = String::from_utf8(said.get_output().stdout.clone()).unwrap();
                played.push_str(&format!("{line}\n{answer}"));
            }
            played
        }),
    );
}

#[test]
fn the_readme_has_the_test_command_of_ci() {
    let command = block(README, "sh", "cargo test")[0];
    let ci = fs::read_to_string(Path::new(ROOT).join(".ci/run")).unwrap();
    assert!(ci.lines().any(|line| line == command), "{command}");
}

#[test]
fn every_link_within_the_repository_exists() {
    let pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(str::to_owned);
    let docs = ["docs", "docs/dev"].into_iter().flat_map(|folder| {
        fs::read_dir(Path::new(ROOT).join(folder)).unwrap().map(move |entry| {
            format!("{folder}/{}", entry.unwrap().file_name().into_string().unwrap())
        })
    });
    for page in pages.into_iter().chain(docs).filter(|name| name.ends_with(".md")) {
        let path = Path::new(ROOT).join(&page);
        let text = fs::read_to_string(&path).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            assert!(path.parent().unwrap().join(file).exists(), "{page} links to {target}");
        }
    }
}
