//! `watch` with files saved as editors save them.

use std::fs;
use std::path::Path;

use super::{Running, SPEC};

/// Saves like most editors: a new file replaces the old one by a rename.
fn save(path: &Path, text: &str) {
    let beside = path.with_extension("new");
    fs::write(&beside, text).unwrap();
    fs::rename(beside, path).unwrap();
}

#[test]
fn watch_follows_every_save_and_survives_faults() {
    let folder = tempfile::tempdir().unwrap();
    let [spec, picture] = ["deck.toml", "preview.svg"].map(|name| folder.path().join(name));
    fs::write(&spec, SPEC).unwrap();
    let mut watch = Running::start(folder.path(), &["watch", "deck.toml", "--card", "7"]);
    let line = watch.line();
    assert!(line.starts_with("card 7 of edition ") && line.contains(" sketched in "), "{line}");
    let line = watch.line();
    assert!(line.contains(" drawn in preview.svg: "), "{line}");
    let first = fs::read_to_string(&picture).unwrap();

    // A fault is reported, the picture is kept, and `watch` waits for the files it has read.
    save(&spec, &SPEC.replace("rows = 3", "rows = 33"));
    assert_eq!("waiting for deck.toml", watch.line());
    assert_eq!(first, fs::read_to_string(&picture).unwrap());
    // The original spec: nothing is drawn, and the deck is valid again.
    save(&spec, SPEC);
    assert!(watch.line().starts_with("good again: edition "));
    save(&spec, &SPEC.replace("rows = 3", "rows = 33"));
    assert_eq!("waiting for deck.toml", watch.line());

    // Corrected, with another theme: the same cards are drawn without a search.
    save(&spec, &SPEC.replace("ink-saver", "high-contrast"));
    let line = watch.line();
    assert!(line.contains(" drawn in "), "nothing is searched for a new theme: {line}");
    assert!(watch.line().starts_with("good again: edition "));
    assert_ne!(first, fs::read_to_string(&picture).unwrap());
    // Other counts give other cards.
    save(&spec, &SPEC.replace("0 = 30", "0 = 28").replace("-1 = 12", "-1 = 14"));
    assert!(watch.line().contains(" sketched in "));
    assert!(watch.line().contains(" drawn in "));
    assert!(watch.child.try_wait().unwrap().is_none());
}

#[test]
fn watch_follows_a_table_of_texts() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("words.csv");
    let element = "[[element]]\nid = \"omen\"\ntexts = \"words.csv#scene\"\n";
    fs::write(folder.path().join("deck.toml"), format!("{SPEC}{element}")).unwrap();
    fs::write(&table, "scene,mood\nsun,calm\n").unwrap();
    let mut watch = Running::start(folder.path(), &["watch", "deck.toml", "--card", "7"]);
    for how in [" sketched in ", " drawn in "] {
        assert!(watch.line().contains(how));
    }
    let picture = || fs::read_to_string(folder.path().join("preview.svg")).unwrap();
    let first = picture();
    save(&table, "scene,mood\nmoon,calm\n");
    assert!(watch.line().contains(" sketched in "));
    assert!(watch.line().contains(" drawn in "));
    assert_ne!(first, picture());
    save(&table, "mood\ncalm\n");
    assert_eq!("waiting for deck.toml and 1 file more", watch.line());
    save(&table, "scene,mood\nsun,wild\n");
    assert!(watch.line().contains(" sketched in "));
    assert!(watch.line().contains(" drawn in "));
    assert!(watch.line().starts_with("good again: edition "));
    assert_eq!(first, picture(), "the other column is not printed");
}

#[test]
fn a_foreign_picture_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deck.toml"), SPEC).unwrap();
    fs::write(folder.path().join("mine.svg"), "<svg/>").unwrap();
    let mut watch = crate::program::actiondeck();
    watch.current_dir(folder.path()).args(["watch", "deck.toml", "-o", "mine.svg"]);
    watch.assert().code(2);
    assert_eq!("<svg/>", fs::read_to_string(folder.path().join("mine.svg")).unwrap());
}
