//! The file of the companion page: its size, its security policy, and refused requests.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::actiondeck;

const DECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/decks/future-imperfect.json");

/// The page of the default deck, written with these options into a folder.
pub fn written(folder: &Path, options: &[&str]) -> PathBuf {
    let page = folder.join("companion.html");
    let mut command = actiondeck();
    command.args(["companion", DECK, "-o"]).arg(&page).args(options).assert().success();
    page
}

#[test]
fn the_page_is_one_small_file_without_network_access() {
    let folder = tempfile::tempdir().unwrap();
    let page = fs::read_to_string(written(folder.path(), &[])).unwrap();
    let most = actiondeck::companion::MOST_BYTES;
    assert!(page.len() <= most, "{} bytes", page.len());
    let docs =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/companion.md")).unwrap();
    let limit =
        format!("| the file, default deck and theme | 1,{},000 bytes | less", most / 1000 % 1000);
    assert!(docs.contains(&limit), "{limit}");
    let (_, policy) = page.split_once("http-equiv=\"Content-Security-Policy\" content=\"").unwrap();
    let (policy, _) = policy.split_once('"').unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
    assert!(policy.contains("connect-src 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    for outside in ["http://", "https://", "src=\"/", " style=\""] {
        assert!(!page.contains(outside), "{outside}");
    }
    let places = ["policy", "deck", "style", "edition", "engine", "texts", "faces", "script"];
    for place in places {
        assert!(!page.contains(&format!("{{{{{place}}}}}")), "{place} is filled");
    }
    // The page may be overwritten, because it has the generator mark of this command.
    let again = fs::read_to_string(written(folder.path(), &[])).unwrap();
    assert!(page == again);
}

#[test]
fn every_theme_gives_a_page_in_its_colours_within_the_size() {
    let folder = tempfile::tempdir().unwrap();
    let mut grounds = Vec::new();
    for theme in ["west", "ink-saver"] {
        let page = fs::read_to_string(written(folder.path(), &["--theme", theme])).unwrap();
        assert!(page.len() <= actiondeck::companion::MOST_BYTES, "{theme}: {} bytes", page.len());
        let (_, colours) = page.split_once("--accent:").unwrap();
        grounds.push(colours[..7].to_owned());
    }
    assert_ne!(grounds[0], grounds[1]);
}

#[test]
fn the_page_refuses_folders_foreign_files_and_bad_tables() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("mine.html"), "my notes").unwrap();
    fs::write(at("bad.csv"), "name,dmg\n").unwrap();
    fs::write(at("bad.toml"), "game = 3\n").unwrap();
    let refused = |code: i32, arguments: &[&str], expected: &[&str]| {
        let mut command = actiondeck();
        command.current_dir(folder.path()).args(["companion", DECK]).args(arguments);
        let output = command.assert().code(code).get_output().clone();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.stdout.is_empty());
        for piece in expected {
            assert!(said.contains(piece), "{arguments:?}: {said}");
        }
    };
    refused(2, &["-o", "mine.html"], &["mine.html was not written by actiondeck"]);
    refused(2, &["-o", "."], &["is a folder"]);
    refused(3, &["-o", "mine.html/page.html"], &["cannot write"]);
    let tables = ["-o", "new.html", "--weapons", "bad.csv", "--rules", "bad.toml"];
    refused(2, &tables, &["bad.csv:1", "bad.toml:1:8"]);
    refused(2, &["-o", "new.html", "--theme", "nonesuch"], &["nonesuch", "future-imperfect"]);
    assert_eq!("my notes", fs::read_to_string(at("mine.html")).unwrap());
    assert!(!at("new.html").exists());
}
