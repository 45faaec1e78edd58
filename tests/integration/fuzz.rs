//! The fuzz targets on their seeds, on earlier findings, and on randomly damaged seeds.
//!
//! `PROPTEST_CASES=5000 cargo test --release fuzz` runs more cases.

#[path = "../../fuzz/targets.rs"]
mod targets;

use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use targets::Target;

/// The files of a target in a folder of `fuzz/`, by name.
fn files(folder: &str, target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(folder).join(target);
    let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

fn target(name: &str) -> Target {
    *targets::ALL.iter().find(|(known, _)| *known == name).unwrap()
}

#[test]
fn every_target_has_seeds_and_passes_on_them() {
    for (name, bear) in targets::ALL {
        let seeds = files("seeds", name);
        assert!(!seeds.is_empty(), "{name}");
        seeds.iter().for_each(|seed| bear(seed));
    }
}

#[test]
fn every_target_has_a_binary_of_cargo_fuzz() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for (name, _) in targets::ALL {
        let file = format!("fuzz_targets/{name}.rs");
        assert!(manifest.contains(&format!("path = {file:?}")), "{name}");
        let code = fs::read_to_string(folder.join(&file)).unwrap();
        assert!(code.contains(&format!("targets::{name}(bytes)")), "{name}");
    }
}

#[test]
fn every_kept_fuzzing_input_passes() {
    for (name, bear) in targets::ALL {
        for folder in ["kept", "findings"] {
            files(folder, name).iter().for_each(|input| bear(input));
        }
    }
}

/// A seed with bytes replaced, removed or doubled, numbers enlarged, and ranges removed or repeated.
fn damaged(target: &str) -> impl Strategy<Value = Vec<u8>> {
    let wound = (any::<Index>(), any::<u8>(), 0_u8..6, 1_usize..40);
    (select(files("seeds", target)), vec(wound, 0..6)).prop_map(|(mut bytes, wounds)| {
        for (place, byte, kind, length) in wounds {
            if bytes.is_empty() {
                break;
            }
            let place = place.index(bytes.len());
            let stretch = place..(place + length).min(bytes.len());
            match kind {
                0 => bytes[place] = byte,
                1 => drop(bytes.remove(place)),
                2 => bytes.insert(place, byte),
                3 => drop(bytes.splice(place..place, *b"99999999999")),
                4 => drop(bytes.drain(stretch)),
                _ => {
                    let doubled = bytes[stretch].repeat(2);
                    bytes.splice(place..place, doubled);
                }
            }
        }
        bytes
    })
}

/// Slow targets run fewer cases.
fn bears_damage(name: &str, share: u32) {
    let (_, bear) = target(name);
    let cases = ProptestConfig::default().cases / share;
    proptest!(ProptestConfig::with_cases(cases), |(bytes in damaged(name))| bear(&bytes));
}

#[test]
fn decks_with_damage() {
    bears_damage("deck", 4);
}

#[test]
fn pictures_with_damage() {
    bears_damage("pictures", 4);
}

#[test]
fn finished_pdf_files_with_damage() {
    bears_damage("pdf", 1);
}

#[test]
fn finished_svg_files_with_damage() {
    bears_damage("svg", 1);
}

#[test]
fn sessions_with_damage() {
    bears_damage("session", 1);
}

#[test]
fn specs_with_damage() {
    bears_damage("spec", 4);
}

#[test]
fn tables_with_damage() {
    bears_damage("tables", 1);
}

#[test]
fn templates_with_damage() {
    bears_damage("template", 4);
}

proptest! {
    #[test]
    fn dice_of_any_characters(text in "\\PC{0,12}") {
        targets::dice(text.as_bytes());
    }

    #[test]
    fn almost_valid_dice(text in "[0-9()dD+: -]{0,9}") {
        targets::dice(text.as_bytes());
    }

    #[test]
    fn session_files_of_any_characters(text in "\\PC{0,200}") {
        targets::session(text.as_bytes());
    }

    #[test]
    fn tables_of_any_characters(text in "[\\PC\n]{0,200}") {
        targets::tables(text.as_bytes());
    }
}
