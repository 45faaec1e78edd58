//! `scripts/release`: contents of the archives, and the same bytes from two runs.
//!
//! The program is not built; a small system program replaces it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::foreign;
use crate::program::files;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const TARGET: &str = "x86_64-unknown-linux-gnu";
const HOME: &str = "https://decks.example/actiondeck";

fn root(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap()
}

/// Runs the script and returns its stderr.
fn release(arguments: &[&str]) -> String {
    let output = Command::new("python3")
        .arg(format!("{ROOT}/scripts/release"))
        .args(arguments)
        .env("SOURCE_DATE_EPOCH", "1795000000")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    said
}

/// The files of the ready-made deck: paths in the output of `build` and `leaf`, and names in the archive.
const READY_DECK: [(&str, &str); 9] = [
    ("deck.json", "deck.json"),
    ("companion.html", "companion.html"),
    ("report/statistics.html", "statistics.html"),
    ("leaf-a4/leaf.pdf", "rules leaf, A4.pdf"),
    ("leaf-letter/leaf.pdf", "rules leaf, Letter.pdf"),
    ("sheets/a4-3x3.pdf", "print at home, A4.pdf"),
    ("sheets/letter-3x3.pdf", "print at home, Letter.pdf"),
    ("sheets/single.pdf", "for a print house, PDF-X-1a.pdf"),
    ("sheets/single-x4.pdf", "for a print house, PDF-X-4.pdf"),
];

/// A folder with archives of a placeholder program and build.
fn packed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (file, _) in READY_DECK {
        let path = folder.path().join("deck").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "a stand-in").unwrap();
    }
    fs::copy("/bin/true", at("actiondeck")).unwrap();
    let program = assert_cmd::cargo::cargo_bin("actiondeck");
    let (out, built, packed) = (at("out"), at("deck"), at("actiondeck"));
    let runs = program.to_str().unwrap();
    let arguments =
        ["--target", TARGET, "--program", &packed, "--runs", runs, "--built", &built, "-o", &out];
    release(&[&arguments[..], &["--repository", HOME]].concat());
    folder
}

fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn two_runs_pack_the_same_bytes_with_all_parts() {
    let (folder, again) = (packed(), packed());
    let made = files(&folder.path().join("out"));
    assert_eq!(made, files(&again.path().join("out")));
    let archive = format!("actiondeck-{TARGET}-v{}", version());
    let list = foreign::stdout(
        "tar",
        ["tJf", folder.path().join(format!("out/{archive}.txz")).to_str().unwrap()],
    )
    .unwrap();
    for file in [
        "actiondeck",
        "README.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "licences/Rye-OFL.txt",
        "licences/crates.txt",
        "man/actiondeck.1",
        "man/actiondeck-lookup.1",
        "completions/actiondeck.bash",
        "completions/_actiondeck.ps1",
    ] {
        let entry = format!("{archive}/{file}");
        assert!(list.lines().any(|line| line == entry), "{entry} is not in\n{list}");
    }
    let sums = String::from_utf8(made["SHA256SUMS"].clone()).unwrap();
    assert_eq!(made.len() - 1, sums.lines().count());
    let ready = format!("actiondeck-ready-deck-v{}", version());
    let zip = folder.path().join(format!("out/{ready}.zip")).display().to_string();
    let list = foreign::stdout("python3", ["-m", "zipfile", "-l", zip.as_str()]).unwrap();
    for name in READY_DECK.map(|(_, name)| name).into_iter().chain(["read me first.txt"]) {
        assert!(list.contains(&format!("{ready}/{name} ")), "{name} is not in\n{list}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_debian_package_passes_lintian_and_runs_unpacked() {
    if foreign::run("dpkg-deb", ["--version"]).is_none() {
        return;
    }
    let folder = packed();
    let package = folder.path().join(format!("out/actiondeck_{}_amd64.deb", version()));
    let package = package.to_str().unwrap();
    let root = folder.path().join("root");
    foreign::stdout("dpkg-deb", ["-x", package, root.to_str().unwrap()]).unwrap();
    for file in [
        "usr/bin/actiondeck",
        "usr/share/man/man1/actiondeck-build.1.gz",
        "usr/share/bash-completion/completions/actiondeck",
        "usr/share/doc/actiondeck/copyright",
    ] {
        assert!(root.join(file).is_file(), "{file}");
    }
    // The placeholder program prints nothing.
    assert!(Command::new(root.join("usr/bin/actiondeck")).status().unwrap().success());
    let checked = foreign::run("lintian", ["--fail-on", "error,warning", "--allow-root", package]);
    if let Some(checked) = checked {
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(checked.status.success(), "{said}");
        assert_eq!("", said);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_descriptions_name_the_archives_and_their_digests() {
    let folder = packed();
    let out = folder.path().join("out");
    let windows = format!("actiondeck-x86_64-pc-windows-msvc-v{}.zip", version());
    fs::write(out.join(&windows), "a stand-in").unwrap();
    release(&["--describe", out.to_str().unwrap(), "--repository", HOME]);
    let sums = fs::read_to_string(out.join("SHA256SUMS")).unwrap();
    let digest = |name: &str| {
        sums.lines().find_map(|line| line.strip_suffix(&format!("  {name}"))).unwrap().to_owned()
    };
    let scoop: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("actiondeck.json")).unwrap()).unwrap();
    let at = |name: &str| format!("{HOME}/releases/download/v{}/{name}", version());
    assert_eq!(scoop["version"], version());
    assert_eq!(scoop["architecture"]["64bit"]["url"], at(&windows));
    assert_eq!(scoop["architecture"]["64bit"]["hash"], digest(&windows));
    for key in ["description", "homepage", "license", "bin", "checkver", "autoupdate"] {
        assert!(!scoop[key].is_null(), "Scoop asks for {key}");
    }
    let formula = fs::read_to_string(out.join("actiondeck.rb")).unwrap();
    let linux = format!("actiondeck-{TARGET}-v{}.txz", version());
    for part in [at(&linux), digest(&linux), "def install".into(), "test do".into()] {
        assert!(formula.contains(&part), "{part}");
    }
}

/// The template of `cargo binstall` gives the names of the archives.
#[test]
fn cargo_binstall_uses_the_names_of_the_archives() {
    let manifest: toml::Table = root("Cargo.toml").parse().unwrap();
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let filled = |template: &toml::Value, target: &str| {
        let filled = template.as_str().unwrap().replace("{ repo }", HOME);
        let filled = filled.replace("{ name }", "actiondeck").replace("{ target }", target);
        let filled = filled.replace("{ bin }", "actiondeck").replace("{ binary-ext }", "");
        filled.replace("{ version }", &version())
    };
    let archive = format!("actiondeck-{TARGET}-v{}", version());
    assert_eq!(
        format!("{HOME}/releases/download/v{}/{archive}.txz", version()),
        filled(&binstall["pkg-url"], TARGET)
    );
    assert_eq!(format!("{archive}/actiondeck"), filled(&binstall["bin-dir"], TARGET));
    let windows = "x86_64-pc-windows-msvc";
    assert_eq!(
        format!("{HOME}/releases/download/v{0}/actiondeck-{windows}-v{0}.zip", version()),
        filled(&binstall["overrides"][windows]["pkg-url"], windows)
    );
}

#[test]
fn the_workflow_pins_actions_and_builds_for_three_systems() {
    let workflow = root(".github/workflows/release.yml");
    let uses: Vec<&str> =
        workflow.lines().filter_map(|line| line.trim().strip_prefix("- uses: ")).collect();
    assert!(uses.len() >= 4);
    for action in uses {
        let (pin, version) = action.split_once(" # v").unwrap_or_else(|| panic!("{action}"));
        let commit = pin.split_once('@').unwrap().1;
        assert!(commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit()), "{action}");
        assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{action}");
    }
    for target in
        ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-apple-darwin", "windows-msvc"]
    {
        assert!(workflow.contains(target), "{target}");
    }
    assert!(workflow.contains("attestations: write") && workflow.contains("id-token: write"));
    let said = foreign::has_python_module("yaml").then(|| {
        let read = "import yaml; print(sorted(yaml.safe_load(open('.github/workflows/release.yml'))['jobs']))";
        let output = Command::new("python3").args(["-c", read]).current_dir(ROOT).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    });
    assert!(said.is_none_or(|said| said == "['build', 'release']\n"));
}
