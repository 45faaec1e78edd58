//! The README keeps its word: its commands are run and their output is compared.
//!
//! `TRYCMD=overwrite cargo test --release readme` writes the real output into README.md.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const README: &str = include_str!("../../README.md");

/// The lines of the first block of this language that holds `needle`.
fn block(language: &str, needle: &str) -> Vec<&'static str> {
    README
        .split(&format!("```{language}\n"))
        .skip(1)
        .filter_map(|rest| rest.split_once("\n```").map(|(block, _)| block))
        .find(|block| block.contains(needle))
        .unwrap_or_else(|| panic!("README has a {language} block with {needle:?}"))
        .lines()
        .collect()
}

#[test]
fn readme_commands_give_the_output_that_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("README.md");
    // trycmd runs the commands of NAME.md in NAME.in.
    let here = folder.path().join("README.in");
    fs::create_dir(&here).unwrap();
    fs::write(&copy, README).unwrap();

    let build = block("sh", "cargo run");
    let arguments = build[0].strip_prefix("cargo run --release -- ").unwrap();
    Command::new(cargo_bin("actiondeck"))
        .current_dir(&here)
        .args(arguments.split(' '))
        .assert()
        .success();
    every_file_of_the_list_is_there_and_no_other(&here.join("output"));

    let run = std::panic::catch_unwind(|| {
        trycmd::TestCases::new()
            .register_bin("actiondeck", cargo_bin("actiondeck"))
            .case(&copy)
            .run();
    });
    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        fs::copy(&copy, Path::new(ROOT).join("README.md")).unwrap();
    }
    if let Err(panic) = run {
        std::panic::resume_unwind(panic);
    }
}

fn every_file_of_the_list_is_there_and_no_other(output: &Path) {
    let list = block("text", "SHA256SUMS");
    let patterns: Vec<&str> = list.iter().filter_map(|line| line.split(' ').next()).collect();
    let sums = fs::read_to_string(output.join("SHA256SUMS")).unwrap();
    let mut names: Vec<&str> = sums.lines().filter_map(|line| line.split("  ").nth(1)).collect();
    names.push("SHA256SUMS");
    let is_like = |name: &str, pattern: &str| match pattern.split_once('*') {
        None => name == pattern,
        Some((start, end)) => name.starts_with(start) && name.ends_with(end),
    };
    for name in &names {
        assert!(patterns.iter().any(|pattern| is_like(name, pattern)), "{name} is not in README");
    }
    for pattern in patterns {
        assert!(names.iter().any(|name| is_like(name, pattern)), "README promises {pattern}");
    }
}

/// Each block of docs/play.md that begins with `$ actiondeck play` is played: lines after `> ` are
/// typed, everything else is what they are answered.
#[test]
fn the_transcripts_of_the_guide_to_play_are_what_happens() {
    let path = Path::new(ROOT).join("docs/play.md");
    let page = fs::read_to_string(&path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut played = String::new();
    let mut rest = page.as_str();
    let opening = "```console\n$ actiondeck play";
    while let Some((before, after)) = rest.split_once(opening) {
        let (block, end) = after.split_once("```").unwrap();
        let (options, lines) = block.split_once('\n').unwrap();
        played.push_str(&format!("{before}{opening}{options}\n"));
        let session = folder.path().join(format!("{}.json", played.len()));
        for line in lines.lines().filter(|line| line.starts_with("> ")) {
            let output = Command::new(cargo_bin("actiondeck"))
                .current_dir(folder.path())
                .arg("play")
                .args(options.split_whitespace())
                .arg("--session")
                .arg(&session)
                .write_stdin(&line[2..])
                .assert()
                .success();
            let answer = String::from_utf8(output.get_output().stdout.clone()).unwrap();
            played.push_str(&format!("{line}\n{answer}"));
        }
        played.push_str("```");
        rest = end;
    }
    played.push_str(rest);
    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        fs::write(&path, &played).unwrap();
    }
    for (shown, real) in page.lines().zip(played.lines()) {
        assert_eq!(shown, real, "TRYCMD=overwrite cargo test --release readme writes the answers");
    }
    assert_eq!(page.len(), played.len());
}

#[test]
fn the_test_command_of_the_readme_is_the_one_that_ci_runs() {
    let command = block("sh", "cargo test")[0];
    let ci = fs::read_to_string(Path::new(ROOT).join(".ci/run")).unwrap();
    assert!(ci.lines().any(|line| line == command), "{command}");
}

#[test]
fn every_link_within_the_repository_leads_somewhere() {
    let pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(str::to_owned);
    let docs = fs::read_dir(Path::new(ROOT).join("docs"))
        .unwrap()
        .map(|entry| format!("docs/{}", entry.unwrap().file_name().into_string().unwrap()));
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
