//! Snapshots: results in files that are reviewed when they change, and transcripts in documents.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --release` writes the new results; `git diff` shows the changes.

use std::fs;
use std::path::Path;

/// Compares a result with its file in `tests/integration/snapshots`.
pub fn snapshot(name: &str, result: &str) {
    file(&format!("tests/integration/snapshots/{name}"), result);
}

/// Compares a result with a file, named from the root of the repository.
pub fn file(name: &str, result: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(path, result).unwrap();
        return;
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    if let Some(difference) = difference(&kept, result) {
        panic!("{name} {difference}\nUPDATE_SNAPSHOTS=1 cargo test --release keeps the new one");
    }
}

/// Compares a picture with a file, named from the root of the repository.
pub fn picture(name: &str, result: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(path, result).unwrap();
        return;
    }
    let same = fs::read(path).is_ok_and(|kept| kept == result);
    assert!(
        same,
        "{name} is another picture\nUPDATE_SNAPSHOTS=1 cargo test --release keeps the new one"
    );
}

/// Describes the first line in which two texts differ.
fn difference(kept: &str, result: &str) -> Option<String> {
    let (mut old, mut new) = (kept.split('\n'), result.split('\n'));
    for number in 1.. {
        let show =
            |line: Option<&str>| line.map_or("nothing".to_owned(), |line| format!("{line:?}"));
        match (old.next(), new.next()) {
            (None, None) => return None,
            (old, new) if old != new => {
                return Some(format!("line {number}\n  was {}\n  is  {}", show(old), show(new)));
            }
            _ => {}
        }
    }
    None
}

#[test]
fn any_difference_is_reported_by_its_line() {
    assert_eq!(None, difference("a\nb\n", "a\nb\n"));
    assert_eq!("line 2\n  was \"b\"\n  is  \"c\"", difference("a\nb\n", "a\nc\n").unwrap());
    assert_eq!("line 2\n  was nothing\n  is  \"\"", difference("a", "a\n").unwrap());
    assert_eq!("line 2\n  was \"\"\n  is  nothing", difference("a\n", "a").unwrap());
}
