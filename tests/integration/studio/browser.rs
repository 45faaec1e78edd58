//! Sessions of the studio in a headless browser: slider, pins, map, comparison, save and export.
//!
//! They use clicks and keyboard, wide and narrow pages, light and dark colours.

use std::fs;

use serde_json::{Value, json};

use super::{SPEC, Studio};
use crate::foreign;

/// Runs a browser session on the studio and returns its findings, if a browser is installed.
///
/// Panics on console messages, axe violations, elements wider than the page, or requests to other servers.
fn found(studio: &Studio, script: &str, arguments: &[&str]) -> Option<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/studio/");
    let script = format!("{folder}{script}");
    let own = [&*script, &studio.address, "/usr/bin/chromium"];
    let all: Vec<&str> = own.iter().chain(arguments).copied().collect();
    let said = foreign::node(&["puppeteer-core", "axe-core"], &all)?;
    let found: Value = serde_json::from_str(&said).unwrap();
    let list = |key: &str| found[key].as_array().unwrap();
    assert!(list("messages").is_empty(), "{:#}", found["messages"]);
    assert!(list("axe").is_empty(), "{:#}", found["axe"]);
    assert!(list("widths").iter().all(|beyond| *beyond == 0), "{}", found["widths"]);
    let own = &studio.address;
    assert!(list("requests").iter().all(|url| url.as_str().unwrap().starts_with(own)));
    Some(found)
}

#[test]
fn the_studio_works_by_clicks_and_by_keyboard() {
    let studio = Studio::open();
    let Some(found) = found(&studio, "session.cjs", &[]) else { return };
    let list = |key: &str| found[key].as_array().unwrap().clone();
    assert_eq!(studio.address, found["address"]);

    // The slider: other counts adapt, the cost is shown, and one undo reverts all of it.
    assert_eq!(json!([30, 36, 54, 30]), found["slider"]);
    assert!(found["sketched"].as_str().unwrap().contains("Searching"), "{}", found["sketched"]);
    assert!(
        list("curves")[0] != list("curves")[1],
        "the curve of the edited column is selected and changes"
    );
    // The pin, and the cell in the next deck.
    assert!(found["pinned"].as_str().unwrap().ends_with(", pinned"), "{}", found["pinned"]);
    assert!(found["map"].as_str().unwrap().contains(" from independent"), "{}", found["map"]);
    assert!(found["compared"].as_str().unwrap().contains("became"), "{}", found["compared"]);
    assert_eq!(json!(["line 10", "rows = 33"]), found["fault"], "the fault links to its line");
    assert_eq!("The spec has faults: this is the last valid deck", found["verdict_of_faults"]);
    let undrawn = found["undrawn"].as_str().unwrap();
    assert!(
        undrawn.contains("It cannot be drawn: ") && undrawn.contains("accepted: "),
        "{undrawn}"
    );
    assert!(list("keyboard").iter().all(|reached| *reached == true), "{}", found["keyboard"]);
    assert_eq!(
        "beforeunload", found["leaving"],
        "leaving with unsaved edits asks for confirmation"
    );
    assert_eq!(b"PK"[..], *found["archive"].as_str().unwrap().as_bytes(), "{}", found["archive"]);

    let saved = fs::read_to_string(studio.spec()).unwrap();
    assert!(saved.contains("d8 = [6, 7, 7] # water"), "{saved}");
    assert!(saved.contains("# How thick the armour of the camel is."), "{saved}");
    assert!(saved.starts_with(SPEC.split("seed").next().unwrap()), "{saved}");
    let pins = fs::read_to_string(studio.folder.path().join("pins.csv")).unwrap();
    assert!(pins.starts_with("card,grid,row,column,value,note\n34,cause,1,d6,"), "{pins}");
}

#[test]
fn changes_outside_faults_and_cards_are_shown_where_they_are_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let counts = "-1 = 12\n0 = 30\n1 = 12\n";
    assert!(SPEC.contains(counts));
    let five = "-2 = 6\n-1 = 12\n0 = 18\n1 = 12\n2 = 6\n";
    fs::write(folder.path().join("deck.toml"), SPEC.replace(counts, five)).unwrap();
    let studio = Studio::open_in(folder);
    let spec = studio.spec();
    let Some(found) = found(&studio, "outside.cjs", &[spec.to_str().unwrap()]) else { return };
    let text = |part: &Value| part.as_str().unwrap().to_owned();

    // A run of keys is one gesture, so the counts return.
    assert_eq!(json!([6, 12, 18, 12, 6]), found["slid_back"]);
    assert_eq!((16, 54), {
        let slid: Vec<i64> = serde_json::from_value(found["slid"].clone()).unwrap();
        (slid[4], slid.iter().sum())
    });
    assert_eq!(false, found["unsaved_after_sliding"]);

    // Without unsaved edits the file is followed.
    assert_eq!(false, found["followed"]["unsaved"]);
    assert!(text(&found["followed"]["news"]).contains("was changed by another program"));
    // With unsaved edits the bar stays, also after a refused save.
    assert!(text(&found["bar"]).contains("unsaved edits"), "{found:#}");
    assert_eq!(json!(true), found["kept_theirs"]);
    let lines = |side: &str| found["difference"][side].to_string();
    assert!(lines("theirs").contains("of salt") && lines("theirs").contains("seed = 8"));
    assert!(lines("mine").contains("seed = 11") && !lines("mine").contains("of salt"));
    assert_eq!((true, Value::Null), {
        let mine = &found["mine"];
        (
            mine["unsaved"] == true && text(&mine["text"]).contains("seed = 11"),
            mine["outside"].clone(),
        )
    });
    assert!(text(&found["saved_mine"]).contains("seed = 11"));
    assert!(!text(&found["saved_mine"]).contains("of salt"), "Save overwrites knowingly");
    assert!(text(&found["theirs"]["text"]).contains("of sand"));
    assert!(text(&found["undone"]["text"]).contains("seed = 12"), "undo restores mine");

    // A fault marks its field, which stays where it is, and the verdict is grey.
    let fault = &found["fault"];
    assert_eq!(
        json!([0, true, "true", true]),
        json!([fault["moved"], fault["in_view"], fault["invalid"], fault["grey"]]),
        "{fault:#}"
    );
    assert_eq!(r#"["cause","rows"]"#, fault["marked"][0]);
    assert_eq!("The spec has faults: this is the last valid deck", fault["verdict"]);
    assert!(text(&fault["note"]).contains("33"), "{fault:#}");

    assert!(found["pair"].as_u64().unwrap() >= 4, "{found:#}");
    assert!(found["widened"].as_i64().unwrap() > 50, "{found:#}");
    assert_eq!(json!([true, 1]), found["wraps"], "line numbers follow wrapped lines");
    assert_eq!(json!([true, true, true, true]), found["card_in_view"]);
}

#[test]
fn a_deck_is_made_in_the_form_alone() {
    let studio = Studio::open();
    let Some(found) = found(&studio, "additions.cjs", &[]) else { return };
    let list = |key: &str| found[key].as_array().unwrap().clone();
    assert_eq!(json!(["Columns", "Add to the cards"]), found["open"]);
    for label in ["The deck", "Critical failures of d6", "Exceptional results of d8", "Penetration"]
    {
        assert!(list("labels").iter().any(|own| own == label), "{label}: {}", found["labels"]);
    }
    assert!(list("faults").is_empty(), "{}", found["faults"]);
    // The focus is on what was added.
    let focused = list("focused");
    assert!(focused.iter().all(serde_json::Value::is_string), "{focused:?}");
    assert_eq!("[\"cause\",\"columns\",2]", focused[0]);
    assert_eq!("Remove Column 1, d6 from Columns", found["remove"]);
    let saved = fs::read_to_string(studio.spec()).unwrap();
    for line in [
        "name = \"Salt Road\" # a caravan",
        "columns = [\"d8\", \"d20\"]",
        "d8 = [7, 7, 7] # water",
        "counts = { blue = 26, grey = 27, black = 1 }",
        "credit = \"Ada Example\"",
        "# How thick the armour of the camel is.",
        "cards_left = 18",
    ] {
        assert!(saved.contains(line), "{line}: {saved}");
    }
    assert!(!saved.contains("version") && !saved.contains("thirst"), "{saved}");
    let pins = fs::read_to_string(studio.folder.path().join("pins.csv")).unwrap();
    assert_eq!("card,grid,row,column,value,note\n7,cause,1,d20,20,\n", pins);
    let read = actiondeck::spec::Spec::read("deck.toml", &saved, &mut |_| Ok(pins.clone()));
    assert_eq!(2, read.unwrap().elements.len());
}

#[test]
fn the_studio_reports_files_that_fail_preflight() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deck.toml"), SPEC.replace("ink-saver", "looks")).unwrap();
    super::copy_theme(folder.path(), "future-imperfect");
    // The background of the card ends at the cut instead of the bleed.
    let good = "x=\"-3.175\" y=\"-3.175\" width=\"69.85\" height=\"95.25\"";
    let bad = "x=\"0\" y=\"0\" width=\"63.5\" height=\"88.9\"";
    let card = folder.path().join("looks/card.svg");
    let drawing = fs::read_to_string(&card).unwrap();
    assert!(drawing.contains(good));
    fs::write(&card, drawing.replacen(good, bad, 1)).unwrap();
    let studio = Studio::open_in(folder);
    let Some(found) = found(&studio, "print.cjs", &[card.to_str().unwrap(), bad, good]) else {
        return;
    };
    let describe = |which: &str| found[which]["message"].as_str().unwrap().to_owned();
    assert!(describe("refused").starts_with("Not fit for print: preflight refuses"), "{found:#}");
    let findings = found["refused"]["findings"].as_str().unwrap();
    assert!(findings.contains("the background ends at the cut"), "{findings}");
    assert!(describe("taken").starts_with("Download actiondeck-"), "{found:#}");
    assert!(found["taken"]["findings"].is_null(), "{found:#}");
    for which in ["refused", "taken"] {
        assert_eq!(4, found[which]["files"].as_array().unwrap().len(), "{found:#}");
    }
}

#[test]
fn a_foreign_page_cannot_read_frame_or_change_the_studio() {
    let studio = Studio::open();
    let Some(found) = found(&studio, "strangers.cjs", &[]) else { return };
    let refused = ["read", "edit", "face", "script", "news"];
    let came = found["came"].as_object().unwrap();
    assert!(refused.iter().all(|way| came[*way] == "refused"), "{found:#}");
    assert_eq!(json!(["chrome-error://chromewebdata/"]), found["frames"]);
    assert_eq!(json!({ "revision": 1, "unsaved": false }), found["after"]);
}

#[test]
fn other_local_servers_never_get_the_token() {
    let studio = Studio::open();
    let Some(found) = found(&studio, "strangers.cjs", &[]) else { return };
    assert_eq!(0, found["cookies"], "cookies are sent to every port");
    let heard = found["heard"].as_array().unwrap();
    for way in ["/opened", "/linked", "/moved", "/typed"] {
        assert!(heard.iter().any(|request| request["url"] == way), "{way}: {found:#}");
    }
    let token = studio.token();
    assert!(heard.iter().all(|request| !request.to_string().contains(token)), "{found:#}");
}
