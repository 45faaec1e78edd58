//! The site in a headless browser: its files against those of the program, and a user's session.
//!
//! `scripts/site -o DIR` takes minutes, so the tests use a site made before: `ACTIONDECK_SITE` names its folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::foreign;

/// The folder of the site, if one was made.
fn site() -> Option<PathBuf> {
    let folder = std::env::var_os("ACTIONDECK_SITE").map(PathBuf::from);
    if folder.is_none() {
        assert!(std::env::var_os("CI").is_none(), "ACTIONDECK_SITE names no site");
        #[expect(clippy::print_stderr, reason = "the note a skipped test leaves")]
        {
            eprintln!("skipped: ACTIONDECK_SITE names no site made by scripts/site");
        }
    }
    folder
}

/// Runs a browser session on the site, with a folder for downloads, and returns its findings.
///
/// Panics on console messages, axe violations, elements wider than the page, or requests to other servers.
fn found(script: &str, out: &Path, arguments: &[&str]) -> Option<Value> {
    let site = site()?;
    let script = format!("{}/tests/integration/site/{script}", env!("CARGO_MANIFEST_DIR"));
    let own = [&*script, site.to_str().unwrap(), "/usr/bin/chromium", out.to_str().unwrap()];
    let all: Vec<&str> = own.iter().chain(arguments).copied().collect();
    let said = foreign::node(&["puppeteer-core", "axe-core"], &all)?;
    let found: Value = serde_json::from_str(&said).unwrap();
    for list in ["messages", "axe", "requests"] {
        assert!(found[list].as_array().unwrap().is_empty(), "{list}: {:#}", found[list]);
    }
    assert!(found["widths"].as_array().unwrap().iter().all(|beyond| *beyond == 0), "{found:#}");
    Some(found)
}

/// The files of an archive.
fn unzipped(archive: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(fs::File::open(archive).unwrap()).unwrap();
    let read = (0..archive.len()).map(|index| {
        let mut file = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        (file.name().unwrap().into_owned(), bytes)
    });
    read.collect()
}

/// Packs a project with files of its own: theme, fonts, words and sheets.
fn pack_project(archive: &Path) {
    let home = tempfile::tempdir().unwrap();
    let new = ["new", "mine", "--preset", "oracle", "--language", "de", "--quiet"];
    let made = assert_cmd::Command::cargo_bin("actiondeck").unwrap();
    { made }.args(new).current_dir(home.path()).assert().success();
    let mut zip = zip::ZipWriter::new(fs::File::create(archive).unwrap());
    let mut folders = vec![home.path().join("mine")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(home.path()).unwrap().to_str().unwrap();
            let options = zip::write::SimpleFileOptions::default();
            zip.start_file(name, options).unwrap();
            zip.write_all(&fs::read(&path).unwrap()).unwrap();
        }
    }
    zip.finish().unwrap();
}

#[test]
fn the_site_makes_the_files_of_the_program() {
    let out = tempfile::tempdir().unwrap();
    let decks = [
        "future-imperfect:54",
        "future-imperfect:7",
        "west-that-wasnt:1",
        "west-that-wasnt:2",
        "oracle:3",
        "oracle:4",
        "mine.zip:5",
    ];
    pack_project(&out.path().join("mine.zip"));
    if found("digests.cjs", out.path(), &decks).is_none() {
        return;
    }
    for deck in decks {
        let name = deck.replace(':', "-");
        let folder = out.path().join(&name);
        for (path, bytes) in unzipped(&out.path().join(format!("{name}-project.zip"))) {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        // The sheets of the spec: for a home printer and for a press.
        let build = ["build", "--quiet", "--format", "pdf,png"];
        let built = assert_cmd::Command::cargo_bin("actiondeck").unwrap();
        { built }.args(build).current_dir(&folder).assert().success();
        let made = unzipped(&out.path().join(format!("{name}.zip")));
        let mut compared = [0; 3];
        for (path, bytes) in &made {
            let kind = ["deck.json", ".pdf", ".png"].iter().position(|kind| path.ends_with(kind));
            let Some(kind) = kind else { continue };
            compared[kind] += 1;
            let own = fs::read(folder.join("output").join(path));
            assert!(own.is_ok_and(|own| own == *bytes), "{deck}: {path} differs");
        }
        assert!(compared[0] == 1 && compared[1] >= 1 && compared[2] > 54, "{deck}: {compared:?}");
    }
}

#[test]
fn a_deck_is_designed_judged_printed_played_and_shared_in_a_browser() {
    let out = tempfile::tempdir().unwrap();
    let Some(found) = found("session.cjs", out.path(), &[]) else { return };
    let holds = |name: &str| assert_eq!(true, found[name], "{name}: {found:#}");
    for name in [
        "keyboard",
        "reload",
        "link",
        "archive",
        "cancelled",
        "refusals",
        "vendor",
        "report",
        "companion",
        "offline",
        "trap",
        "refused_storage",
        "inert",
        "fault",
    ] {
        holds(name);
    }
}

/// The largest sizes of the modules, packed: the first card needs the first of them, print the other one too.
const MOST_BYTES: [(&str, u64); 2] = [("design.wasm.gz", 2_300_000), ("print.wasm.gz", 5_250_000)];

#[test]
fn the_modules_are_small() {
    let Some(site) = site() else { return };
    for (name, most) in MOST_BYTES {
        let bytes = fs::metadata(site.join(name)).unwrap().len();
        assert!(bytes <= most, "{name} has {bytes} bytes, more than {most}");
    }
}
