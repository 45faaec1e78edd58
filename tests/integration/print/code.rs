//! The QR code of a card, which opens the companion page: scanned from print files, as a phone would.

use std::path::Path;

use crate::foreign;
use crate::lookup::OutputAssert;
use crate::program::actiondeck;

const DECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/decks/future-imperfect.json");
const ADDRESS: &str = "https://deck.example/companion";

/// The text that a scanner reads from a picture.
fn scanned(picture: &Path) -> Option<String> {
    let path = picture.to_str().unwrap();
    foreign::stdout("zbarimg", ["--quiet", "--raw", path]).map(|text| text.trim().to_owned())
}

#[test]
fn the_code_of_a_card_scans_from_png_and_press_file() {
    let workspace = tempfile::tempdir().unwrap();
    let at = |path: &str| workspace.path().join(path);
    let run =
        |arguments: &[&str]| actiondeck().current_dir(workspace.path()).args(arguments).assert();
    // Exit code 0: preflight passes each file, as without a code.
    let coded = ["--code", ADDRESS, "--theme", "west", "--only", "7,34"];
    let files = ["render", DECK, "--format", "png,pdf", "--sheet", "single-x4", "-o", "out"];
    run(&[&files[..], &coded].concat()).success();
    let expected = |card: u8| format!("{ADDRESS}#card={card}");
    let Some(seven) = scanned(&at("out/cards/png/card-07.png")) else { return };
    assert_eq!(expected(7), seven);
    assert_eq!(Some(expected(34)), scanned(&at("out/cards/png/card-34.png")));
    let pdf = at("out/sheets/single-x4.pdf");
    let page = at("page");
    let page = page.to_str().unwrap();
    let pdf_name = pdf.to_str().unwrap();
    let third = ["-r", "300", "-f", "3", "-l", "3", "-png", "-singlefile", pdf_name, page];
    if foreign::stdout("pdftoppm", third).is_some() {
        assert_eq!(Some(expected(34)), scanned(&at("page.png")));
    }
    // The comparison with the expected faces includes the code.
    let looked = ["preflight", pdf_name, "--deck", DECK, "--theme", "west", "--only", "7,34"];
    run(&[&looked[..], &["--code", ADDRESS]].concat()).success();
    run(&[&looked[..], &["--code", "https://deck.example/companions"]].concat()).code(1);
    run(&looked).code(2).complains("the cards carry a code");
}

#[test]
fn a_code_without_option_is_reported_in_one_line() {
    let workspace = tempfile::tempdir().unwrap();
    let run =
        |arguments: &[&str]| actiondeck().current_dir(workspace.path()).args(arguments).assert();
    let files = ["render", DECK, "--only", "7,34", "--sheet", "a4-3x3", "--svg-text", "live"];
    let out = |folder| ["--format", "png,svg,pdf", "-o", folder];
    let code = ["--code", ADDRESS];
    run(&[&files[..], &out("coded"), &code].concat()).success();
    run(&[&files[..], &out("plain")].concat()).success();
    let lines = |assert: assert_cmd::assert::Assert| {
        let output = assert.get_output().clone();
        assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).unwrap().lines().count()
    };
    for kind in ["cards/png", "cards/svg", "sheets/svg", "sheets/a4-3x3.pdf"] {
        let [coded, plain] = ["coded", "plain"].map(|folder| format!("{folder}/{kind}"));
        let looked = ["preflight", "--deck", DECK, "--only", "7,34"];
        let refused = run(&[&looked[..], &[coded.as_str()]].concat()).code(2);
        let refused = refused.complains("the cards carry a code").complains("--code ADDRESS");
        assert!(lines(refused) <= 2, "{kind}");
        let refused = run(&[&looked[..], &code, &[plain.as_str()]].concat()).code(2);
        assert!(lines(refused.complains("the cards carry no code")) <= 2, "{kind}");
        run(&[&looked[..], &code, &[coded.as_str()]].concat()).success();
    }
}

#[test]
fn bad_and_overlong_code_addresses_are_refused() {
    let workspace = tempfile::tempdir().unwrap();
    let long = format!("https://deck.example/{}", "a".repeat(100));
    for (address, expected) in
        [("deck.example", "https:// or http://"), (&long, "a shorter address")]
    {
        let mut render = actiondeck();
        let render = render.current_dir(workspace.path()).args(["render", DECK, "--code", address]);
        let output = render.assert().code(2).get_output().clone();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(expected), "{said}");
        assert_eq!(0, std::fs::read_dir(workspace.path()).unwrap().count());
    }
}
