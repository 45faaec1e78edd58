//! Tests of folder writing with kills and full disks at every step.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::disk::{Fault, with_fault};
use super::*;
use crate::deck::Digest;

mod random;

type Files = BTreeMap<String, String>;

fn name(text: &str) -> RelativeName {
    RelativeName::new(text).unwrap()
}

fn files(list: &[(&str, &str)]) -> Files {
    list.iter().map(|(name, content)| ((*name).to_owned(), (*content).to_owned())).collect()
}

/// Writes as a command does; fails if there are obstacles.
fn write(
    folder: &Path,
    owner: &str,
    new: &Files,
    earlier: EarlierFiles,
    force: bool,
) -> Result<(), String> {
    let opened = Folder::open(folder, Owner::new(owner)).map_err(|error| error.to_string())?;
    // Files in subfolders are pending before the rest is written.
    let (early, late): (Vec<_>, Vec<_>) = new.iter().partition(|(path, _)| path.contains('/'));
    let put = |(path, text): &(&String, &String)| {
        opened.folder.write_pending(name(path), text.as_bytes()).map_err(|error| error.to_string())
    };
    let early = early.iter().map(put).collect::<Result<Vec<PendingFile>, String>>()?;
    let late = late.iter().map(|(path, text)| NewFile::new(name(path), text.as_bytes()));
    let new = early.iter().map(NewFile::from).chain(late).collect();
    let plan = opened.folder.plan(new, earlier, &[]).map_err(|error| error.to_string())?;
    let hard =
        plan.obstacles.iter().filter(|obstacle| !force || !obstacle.hindrance.can_be_forced());
    let reported: Vec<String> = hard.map(ToString::to_string).collect();
    if !reported.is_empty() {
        return Err(reported.join("; "));
    }
    opened.folder.commit(&plan, &|| false).map_err(|error| error.to_string())
}

/// All visible files except the list.
fn in_sight(folder: &Path) -> Files {
    let mut found = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let entries: Vec<_> = fs::read_dir(&next).unwrap().map(Result::unwrap).collect();
        assert!(next == folder || !entries.is_empty(), "{} is left empty", next.display());
        for entry in entries {
            let path = entry.path();
            let below = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
            if below == STATE || below == LIST {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(below, fs::read_to_string(path).unwrap());
            }
        }
    }
    found
}

/// The list: digest by path.
fn listed(folder: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(folder.join(LIST)).unwrap_or_default();
    let lines = text.lines().map(|line| line.split_once("  ").unwrap());
    lines.map(|(digest, path)| (path.to_owned(), digest.to_owned())).collect()
}

/// The errors that `sha256sum --check` would report.
fn wrong_in_list(folder: &Path) -> Vec<String> {
    let is_wrong = |(path, digest): &(String, String)| {
        fs::read(folder.join(path)).map(|bytes| Digest::from_bytes(&bytes).hex()).ok()
            != Some(digest.clone())
    };
    listed(folder).into_iter().filter(is_wrong).map(|(path, _)| path).collect()
}

fn old_edition() -> Files {
    files(&[("deck.json", "old"), ("cards/1", "old 1"), ("cards/2", "old 2"), ("same", "same")])
}

fn new_edition() -> Files {
    files(&[("deck.json", "new"), ("cards/1", "new 1"), ("sheets/a/1", "new"), ("same", "same")])
}

/// A folder with an old edition, a file of another command and a user's file.
fn furnished() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "build", &old_edition(), EarlierFiles::Go, false).unwrap();
    write(folder.path(), "render", &files(&[("home/1.pdf", "print")]), EarlierFiles::Stay, false)
        .unwrap();
    fs::write(folder.path().join("cards/notes.txt"), "mine").unwrap();
    folder
}

fn with_others(mut edition: Files) -> Files {
    edition.extend(files(&[("home/1.pdf", "print"), ("cards/notes.txt", "mine")]));
    edition
}

#[test]
fn a_command_replaces_and_removes_only_its_own_files() {
    let folder = furnished();
    write(folder.path(), "build", &new_edition(), EarlierFiles::Go, false).unwrap();
    assert_eq!(with_others(new_edition()), in_sight(folder.path()));
    assert_eq!(Vec::<String>::new(), wrong_in_list(folder.path()));
    assert_eq!(5, listed(folder.path()).len());
    let kept: Vec<_> = fs::read_dir(folder.path().join(STATE)).unwrap().collect();
    assert_eq!(1, kept.len(), "the record alone");
}

#[test]
fn after_a_kill_one_edition_is_listed_and_the_next_run_shows_it() {
    let count = {
        let folder = furnished();
        with_fault(None, || write(folder.path(), "build", &new_edition(), EarlierFiles::Go, false))
            .1
    };
    assert!(count > 40, "{count}");
    let (mut olds, mut news) = (0, 0);
    for at in 0..count {
        let folder = furnished();
        let (result, _) = with_fault(Some(Fault::Killed(at)), || {
            write(folder.path(), "build", &new_edition(), EarlierFiles::Go, false)
        });
        assert_eq!(Vec::<String>::new(), wrong_in_list(folder.path()), "killed at {at}");
        // The next run of any command needs no force.
        write(folder.path(), "calibrate", &Files::new(), EarlierFiles::Stay, false).unwrap();
        let found = in_sight(folder.path());
        match found == with_others(old_edition()) {
            true => olds += 1,
            false => {
                assert_eq!(with_others(new_edition()), found, "killed at {at}");
                news += 1;
            }
        }
        assert!(result.is_err() || found == with_others(new_edition()), "killed at {at}");
        assert_eq!(Vec::<String>::new(), wrong_in_list(folder.path()), "killed at {at}");
        assert_eq!(1, fs::read_dir(folder.path().join(STATE)).unwrap().count(), "killed at {at}");
        write(folder.path(), "build", &new_edition(), EarlierFiles::Go, false).unwrap();
        assert_eq!(with_others(new_edition()), in_sight(folder.path()), "killed at {at}");
    }
    assert!(olds > 10 && news > 10, "{olds} old, {news} new");
}

#[test]
fn a_kill_during_recovery_is_finished_by_the_next_run() {
    for first in (30..60).step_by(3) {
        for second in 0..25 {
            let folder = furnished();
            let kill = |at, new: &Files| {
                with_fault(Some(Fault::Killed(at)), || {
                    write(folder.path(), "build", new, EarlierFiles::Go, false)
                })
            };
            let _ = kill(first, &new_edition());
            let _ = kill(second, &new_edition());
            assert_eq!(Vec::<String>::new(), wrong_in_list(folder.path()), "{first}, {second}");
            write(folder.path(), "build", &new_edition(), EarlierFiles::Go, false).unwrap();
            assert_eq!(with_others(new_edition()), in_sight(folder.path()), "{first}, {second}");
            assert_eq!(Vec::<String>::new(), wrong_in_list(folder.path()), "{first}, {second}");
        }
    }
}

#[test]
fn a_refused_change_keeps_the_old_edition_or_is_recovered() {
    for at in 0.. {
        let folder = furnished();
        let (result, changes) = with_fault(Some(Fault::Refused(at)), || {
            write(folder.path(), "build", &new_edition(), EarlierFiles::Go, false)
        });
        if at >= changes {
            break;
        }
        assert_eq!(Vec::<String>::new(), wrong_in_list(folder.path()), "refused at {at}");
        let is_unfinished = result.as_ref().is_err_and(|error| error.contains("cannot finish"));
        if result.is_err() && !is_unfinished {
            assert_eq!(with_others(old_edition()), in_sight(folder.path()), "refused at {at}");
        }
        write(folder.path(), "build", &new_edition(), EarlierFiles::Go, false).unwrap();
        assert_eq!(with_others(new_edition()), in_sight(folder.path()), "refused at {at}");
    }
}

#[test]
fn user_changes_after_a_kill_are_kept() {
    let count = {
        let folder = furnished();
        with_fault(None, || write(folder.path(), "build", &new_edition(), EarlierFiles::Go, false))
            .1
    };
    for at in 0..count {
        let folder = furnished();
        let _ = with_fault(Some(Fault::Killed(at)), || {
            write(folder.path(), "build", &new_edition(), EarlierFiles::Go, false)
        });
        for edited in ["deck.json", "cards/2"] {
            fs::create_dir_all(folder.path().join("cards")).unwrap();
            // As editors do that write a new file.
            let draft = folder.path().join("draft");
            fs::write(&draft, "by hand").unwrap();
            fs::rename(draft, folder.path().join(edited)).unwrap();
        }
        let refused = write(folder.path(), "build", &new_edition(), EarlierFiles::Go, false);
        assert!(refused.unwrap_err().contains("deck.json was changed"), "killed at {at}");
        for edited in ["deck.json", "cards/2"] {
            let text = fs::read_to_string(folder.path().join(edited)).unwrap();
            assert_eq!("by hand", text, "{edited}, killed at {at}");
        }
    }
}

#[test]
fn a_file_changed_after_the_plan_is_kept_and_reported_next_time() {
    let folder = furnished();
    let opened = Folder::open(folder.path(), Owner::new("build")).unwrap();
    let new = NewFile::new(name("deck.json"), b"new");
    let plan = opened.folder.plan(vec![new], EarlierFiles::Go, &[]).unwrap();
    fs::write(folder.path().join("deck.json"), "by hand").unwrap();
    opened.folder.commit(&plan, &|| false).unwrap();
    assert_eq!("by hand", in_sight(folder.path())["deck.json"]);
    let refused =
        write(folder.path(), "build", &old_edition(), EarlierFiles::Go, false).unwrap_err();
    assert_eq!("deck.json was changed since it was written", refused);
}

#[test]
fn a_stopped_run_leaves_nothing() {
    let folder = furnished();
    let before = in_sight(folder.path());
    let opened = Folder::open(folder.path(), Owner::new("build")).unwrap();
    let new = NewFile::new(name("deck.json"), b"new");
    let plan = opened.folder.plan(vec![new], EarlierFiles::Go, &[]).unwrap();
    assert!(matches!(opened.folder.commit(&plan, &|| true), Err(FolderError::Stopped)));
    assert_eq!(before, in_sight(folder.path()));
    assert_eq!(1, fs::read_dir(folder.path().join(STATE)).unwrap().count());
}

#[test]
fn pending_files_round_trip_and_go_with_an_uncommitted_run() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let opened = Folder::open(&out, Owner::new("build")).unwrap();
    let pending = opened.folder.write_pending(name("cards/1"), b"new").unwrap();
    assert_eq!(b"new"[..], pending.read().unwrap());
    assert!(matches!(
        opened.folder.write_pending(name("cards/1"), b"other"),
        Err(FolderError::Twice(_))
    ));
    assert_eq!(Files::new(), in_sight(&out), "nothing is seen yet");
    fs::write(&pending.waits_at, "now").unwrap();
    assert_eq!(std::io::ErrorKind::InvalidData, pending.read().unwrap_err().kind());
    drop(opened);
    assert!(!out.exists());
    // The same in an existing folder.
    let folder = furnished();
    let opened = Folder::open(folder.path(), Owner::new("build")).unwrap();
    opened.folder.write_pending(name("deck.json"), b"new").unwrap();
    drop(opened);
    assert_eq!(with_others(old_edition()), in_sight(folder.path()));
    assert_eq!(1, fs::read_dir(folder.path().join(STATE)).unwrap().count(), "the record alone");
}

#[test]
fn a_folder_has_one_writer_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let first = Folder::open(folder.path(), Owner::new("build")).unwrap();
    let second = Folder::open(folder.path(), Owner::new("render"));
    assert!(matches!(second, Err(FolderError::InUse(_))));
    drop(first);
    Folder::open(folder.path(), Owner::new("render")).unwrap();
    assert_eq!(0, fs::read_dir(folder.path()).unwrap().count(), "nothing is left by a look");
}

#[test]
fn a_list_or_record_cannot_remove_files_outside_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (out, victim) = (folder.path().join("out"), folder.path().join("victim"));
    fs::write(&victim, "hello\n").unwrap();
    let digest = Digest::from_bytes(b"hello\n").hex();
    fs::create_dir_all(out.join(STATE)).unwrap();
    let absolute = victim.display().to_string();
    fs::write(out.join(LIST), format!("{digest}  ../victim\n{digest}  {absolute}\n")).unwrap();
    let entry = format!(r#"{{"owner":"build","digest":"sha256:{digest}"}}"#);
    let entries = format!(r#"{{"../victim":{entry},{absolute:?}:{entry}}}"#);
    fs::write(out.join(STATE).join(RECORD), format!(r#"{{"files":{entries},"list":null}}"#))
        .unwrap();
    // A list that is not on record is a user's file.
    let refused = write(&out, "build", &files(&[("a", "1")]), EarlierFiles::Go, false);
    assert_eq!("SHA256SUMS was not written by actiondeck", refused.unwrap_err());
    write(&out, "build", &files(&[("a", "1")]), EarlierFiles::Go, true).unwrap();
    assert_eq!("hello\n", fs::read_to_string(victim).unwrap());
    assert_eq!(vec!["a".to_owned()], listed(&out).into_keys().collect::<Vec<_>>());
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_and_replaced_only_with_force() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let (out, elsewhere) = (folder.path().join("out"), folder.path().join("elsewhere"));
    fs::create_dir(&out).unwrap();
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("deck.json"), "mine").unwrap();
    symlink(&elsewhere, out.join("cards")).unwrap();
    symlink(elsewhere.join("deck.json"), out.join("deck.json")).unwrap();
    let behind = files(&[("cards/1", "1")]);
    for force in [false, true] {
        let refused = write(&out, "build", &behind, EarlierFiles::Go, force).unwrap_err();
        assert_eq!("cards/1 cannot be written: its folder cards is a link", refused);
    }
    let deck = files(&[("deck.json", "new")]);
    assert_eq!(
        "deck.json is a link",
        write(&out, "build", &deck, EarlierFiles::Go, false).unwrap_err()
    );
    write(&out, "build", &deck, EarlierFiles::Go, true).unwrap();
    assert_eq!("new", fs::read_to_string(out.join("deck.json")).unwrap());
    assert!(!fs::symlink_metadata(out.join("deck.json")).unwrap().is_symlink());
    assert_eq!("mine", fs::read_to_string(elsewhere.join("deck.json")).unwrap());
    assert_eq!(1, fs::read_dir(&elsewhere).unwrap().count());
    fs::remove_file(out.join("cards")).unwrap();
    fs::remove_dir_all(out.join(STATE)).unwrap();
    symlink(&elsewhere, out.join(STATE)).unwrap();
    assert!(
        write(&out, "build", &deck, EarlierFiles::Go, true).unwrap_err().contains("in the way")
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;

    let folder = furnished();
    for private in ["deck.json", LIST] {
        let path = folder.path().join(private);
        fs::set_permissions(path, PermissionsExt::from_mode(0o600)).unwrap();
    }
    write(folder.path(), "build", &new_edition(), EarlierFiles::Go, false).unwrap();
    for (file, expected) in [("deck.json", 0o600), (LIST, 0o600), ("sheets/a/1", 0o644)] {
        let mode = fs::metadata(folder.path().join(file)).unwrap().permissions().mode() & 0o777;
        assert!(mode == expected || (file == "sheets/a/1" && mode != 0o600), "{file} {mode:o}");
    }
}

#[test]
fn an_input_of_the_run_is_never_written_or_removed() {
    let folder = furnished();
    let inputs = [folder.path().join("deck.json"), folder.path().join("cards/2")];
    let opened = Folder::open(folder.path(), Owner::new("build")).unwrap();
    let new = NewFile::new(name("deck.json"), b"new");
    let plan = opened.folder.plan(vec![new], EarlierFiles::Go, &inputs).unwrap();
    assert_eq!(Hindrance::Input, plan.obstacles[0].hindrance);
    assert!(!plan.obstacles[0].hindrance.can_be_forced());
    let plan = opened.folder.plan(Vec::new(), EarlierFiles::Go, &inputs).unwrap();
    opened.folder.commit(&plan, &|| false).unwrap();
    let left = with_others(files(&[("deck.json", "old"), ("cards/2", "old 2")]));
    assert_eq!(left, in_sight(folder.path()));
}
