//! Files encrypted with qpdf: none passes, and those without a password are read completely.

use actiondeck::preflight::{PrintedDeck, ReadBack, check_against};

use super::*;
use crate::foreign;

/// The valid file encrypted with these options, if qpdf is installed.
fn encrypted(options: &[&str]) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let [plain, made] = ["plain.pdf", "made.pdf"].map(|name| folder.path().join(name));
    std::fs::write(&plain, sound()).unwrap();
    let options = ["--allow-weak-crypto", "--encrypt"].iter().chain(options).map(AsRef::as_ref);
    foreign::stdout("qpdf", options.chain([plain.as_os_str(), made.as_os_str()]))?;
    Some(std::fs::read(made).unwrap())
}

/// The read-back of a file, and its failed rules except the one for the version.
fn judged(bytes: &[u8]) -> (ReadBack, Vec<&'static str>) {
    let deck = Deck::read("Sample.csv", include_str!("../../../data/deck.csv")).unwrap();
    let printed = PrintedDeck::new(&deck, &Theme::built_in("future-imperfect").unwrap()).unwrap();
    let expectation = Expectation::default().with_standard(Standard::X1a2003).with_drawing();
    let checked = check_against("press.pdf", bytes, &expectation, &printed);
    let mut broken = broken(&checked.report);
    broken.retain(|rule| !["pdf.version", "pdf.structure"].contains(rule));
    (checked.read_back.unwrap(), broken)
}

#[test]
fn encryption_without_password_is_reported_and_decrypted() {
    for options in [
        &["", "owner", "256", "--"][..],
        &["", "owner", "256", "--cleartext-metadata", "--"],
        &["", "owner", "256", "--force-R5", "--"],
        &["", "owner", "256", "--", "--object-streams=generate"],
        &["", "owner", "128", "--use-aes=y", "--"],
        &["", "owner", "128", "--use-aes=y", "--cleartext-metadata", "--"],
        &["", "owner", "128", "--use-aes=y", "--", "--object-streams=generate"],
        &["", "owner", "128", "--use-aes=n", "--"],
        &["", "owner", "128", "--use-aes=n", "--force-V4", "--"],
        &["", "owner", "40", "--"],
    ] {
        let Some(bytes) = encrypted(options) else { return };
        let (read, broken) = judged(&bytes);
        assert_eq!(["pdf.encryption"], *broken, "{options:?}");
        assert!(read.agrees() && read.cards == 2 && read.texts > 100, "{options:?}: {read}");
    }
}

/// Checks that an encrypted file is not read, and why.
const REFUSED: &str = "the PDF is broken: it is encrypted and cannot be opened without a password";

#[track_caller]
fn assert_refused(bytes: &[u8]) {
    let report = judge(bytes, Standard::X1a2003);
    let (rule, faults) = report.failures().next().unwrap();
    assert_eq!(("readable", REFUSED), (rule.rule, faults[0].reason.as_str()), "{report}");
}

#[test]
fn files_that_need_a_password_are_refused() {
    for key in ["256", "128", "40"] {
        let Some(bytes) = encrypted(&["user", "owner", key, "--"]) else { return };
        assert_refused(&bytes);
    }
}

#[test]
fn unknown_encryption_is_refused() {
    for own in
        [Object::Null, dictionary! { "Filter" => "Unknown" }.into(), 7.into(), (999, 0).into()]
    {
        assert_refused(&changed(|file| file.trailer.set("Encrypt", own)));
    }
}
