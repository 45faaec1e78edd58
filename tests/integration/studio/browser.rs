//! A designer's session in a headless browser: open, move a slider, pin a cell, look at the map, compare
//! with the last edition, save, export; by clicks and by keyboard, wide and narrow, light and dark.

use std::fs;

use serde_json::Value;

use super::{SPEC, Studio};
use crate::foreign;

const SESSION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/studio/session.cjs");

#[test]
fn a_designer_tunes_pins_compares_saves_and_exports_by_clicks_and_by_keyboard() {
    let studio = Studio::open();
    let arguments = [SESSION, &studio.address, "/usr/bin/chromium"];
    let Some(said) = foreign::node(&["puppeteer-core", "axe-core"], &arguments) else { return };
    let found: Value = serde_json::from_str(&said).unwrap();
    let list = |key: &str| found[key].as_array().unwrap().clone();
    assert!(list("messages").is_empty(), "{:#}", found["messages"]);
    assert!(list("axe").is_empty(), "{:#}", found["axe"]);
    assert!(list("widths").iter().all(|beyond| *beyond == 0), "{}", found["widths"]);
    let own = format!("http://127.0.0.1:{}/", studio.port());
    assert!(list("requests").iter().all(|url| url.as_str().unwrap().starts_with(&own)));
    assert_eq!(own, found["address"], "the token does not stay in the address");

    // The slider: the others give way, what it costs is told, one step back undoes all of it.
    assert_eq!(serde_json::json!([30, 36, 54, 30]), found["slider"]);
    assert!(found["sketched"].as_str().unwrap().contains("Searching"), "{}", found["sketched"]);
    assert!(
        list("curves")[0] != list("curves")[1],
        "the curve of the column that was edited comes up and moves"
    );
    // The pin, and the cell after another deck was made.
    assert!(found["pinned"].as_str().unwrap().ends_with(", pinned"), "{}", found["pinned"]);
    assert!(found["map"].as_str().unwrap().contains(" from independent"), "{}", found["map"]);
    assert!(found["compared"].as_str().unwrap().contains("became"), "{}", found["compared"]);
    assert_eq!(
        serde_json::json!(["line 10", "rows = 33"]),
        found["fault"],
        "the fault leads to it"
    );
    assert!(list("keyboard").iter().all(|reached| *reached == true), "{}", found["keyboard"]);
    assert_eq!("beforeunload", found["leaving"], "who leaves with unsaved edits is asked");
    assert_eq!(b"PK"[..], *found["archive"].as_str().unwrap().as_bytes(), "{}", found["archive"]);

    let saved = fs::read_to_string(studio.spec()).unwrap();
    assert!(saved.contains("d8 = [6, 7, 7] # water"), "{saved}");
    assert!(saved.contains("# How thick the armour of the camel is."), "{saved}");
    assert!(saved.starts_with(SPEC.split("seed").next().unwrap()), "{saved}");
    let pins = fs::read_to_string(studio.folder.path().join("pins.csv")).unwrap();
    assert!(pins.starts_with("card,grid,row,column,value,note\n34,cause,1,d6,"), "{pins}");
}
