//! Themes with their own fonts: words of other scripts on cards, in every kind of file.

use std::fs;
use std::path::Path;

use crate::foreign;
use crate::lookup::OutputAssert;
use crate::program::actiondeck;

const DECK: &str = "templates/decks/future-imperfect.json";
/// Fonts of Debian packages: TrueType for Cyrillic, Greek and Hebrew, one for Japanese, and one with CFF outlines.
const FONTS: [(&str, &str); 3] = [
    ("fonts-dejavu-core", "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"),
    ("fonts-motoya-l-cedar", "/usr/share/fonts/truetype/motoya-l-cedar/MTLc3m.ttf"),
    ("fonts-urw-base35", "/usr/share/fonts/opentype/urw-base35/NimbusSansNarrow-Bold.otf"),
];

/// A theme with these fonts, or `None` with a note if one is not installed.
fn theme(folder: &Path) -> Option<std::path::PathBuf> {
    let theme = folder.join("theme");
    let new = ["template", "new", "--theme", "ink-saver"];
    actiondeck().args(new).arg(&theme).assert().success();
    for (package, font) in FONTS {
        let Ok(bytes) = fs::read(font) else {
            assert!(std::env::var_os("CI").is_none(), "{package} is not installed");
            #[expect(clippy::print_stderr, reason = "the note a skipped test leaves")]
            {
                eprintln!("skipped: {package} not installed");
            }
            return None;
        };
        let name = Path::new(font).file_name().unwrap();
        fs::write(theme.join("fonts").join(name), bytes).unwrap();
    }
    Some(theme)
}

/// Words of four scripts and an icon, short enough to fit everywhere.
const WORDS: &str = "language = \"mul\"\n[words]\nyes = \"да\"\nno = \"не\"\nedition = \"τάξη\"\n\
    effect = \"דין!\"\npenetration = \"貫通 :burst:\"\n[values]\nleg = \"脚\"\nchest = \"胸\"\n";

#[test]
fn words_of_any_script_print_in_theme_fonts_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let Some(theme) = theme(folder.path()) else { return };
    let card = fs::read_to_string(theme.join("card.svg")).unwrap();
    let own = "font-family=\"Nimbus Sans Narrow\" font-weight=\"700\"";
    let card = card.replace("font-family=\"Chakra Petch\" font-weight=\"700\"", own);
    fs::write(theme.join("card.svg"), card).unwrap();
    let words = folder.path().join("mul.toml");
    fs::write(&words, WORDS).unwrap();
    let out = folder.path().join("out");
    let common =
        ["--only", "34", "--theme", theme.to_str().unwrap(), "--language", words.to_str().unwrap()];
    actiondeck()
        .args(["render", DECK, "--sheet", "single,single-x4", "-o"])
        .arg(&out)
        .args(common)
        .assert()
        .success();
    let single = out.join("sheets/single.pdf");
    actiondeck().args(["preflight", "--deck", DECK]).arg(&out).args(common).assert().success();
    let svg = fs::read_to_string(out.join("cards/svg/card-34.svg")).unwrap();
    assert!(!svg.contains("<text"), "letters are outlines");
    if let Some(text) = foreign::stdout("pdftotext", [single.as_os_str(), "-".as_ref()]) {
        for word in ["CAUSE", "τάξη", "貫通", ":burst:", "胸", "34"] {
            assert!(text.contains(word), "{word}: {text}");
        }
        // Programs differ in the place of direction marks.
        assert!(text.contains("דין"), "{text}");
    }
    if let Some(text) = foreign::stdout(
        "mutool",
        ["draw".as_ref(), "-q".as_ref(), "-F".as_ref(), "text".as_ref(), single.as_os_str()],
    ) {
        for word in ["CAUSE", "τάξη", "貫通"] {
            assert!(text.contains(word), "{word}: {text}");
        }
    }
    if let Some(fonts) = foreign::stdout("pdffonts", [&single]) {
        for (name, kind) in [
            ("DejaVuSans-Bold", "TrueType"),
            ("MotoyaLCedar", "TrueType"),
            ("NimbusSansNarrow-Bold", "CID Type 0C"),
        ] {
            let line = fonts.lines().find(|line| line.contains(&format!("+{name}")));
            assert!(line.is_some_and(|line| line.contains(kind)), "{name}: {fonts}");
        }
    }
}

#[test]
fn missing_glyphs_and_unusable_fonts_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let theme = folder.path().join("theme");
    actiondeck().args(["template", "new"]).arg(&theme).assert().success();
    fs::write(folder.path().join("mul.toml"), WORDS).unwrap();
    let out = folder.path().join("out");
    let render = || {
        let mut command = actiondeck();
        command.args(["render", DECK, "--only", "34", "--format", "svg", "-o"]).arg(&out);
        command.arg("--theme").arg(&theme).arg("--language").arg(folder.path().join("mul.toml"));
        command.assert()
    };
    render().code(2).complains("no glyph for \"貫\", \"通\" of \"貫通\" in IBMPlexSansCond-");
    fs::write(
        folder.path().join("mul.toml"),
        "language = \"mul\"\n[words]\nedition = \":clok:\"\n",
    )
    .unwrap();
    render().code(2).complains(
        "unknown icon \":clok:\" (card 34); accepted: d4, d6, d8, d10, d12, d20, d100, die, clock",
    );
    fs::write(theme.join("fonts/label.ttc"), b"ttcf").unwrap();
    fs::write(theme.join("fonts/label.otf"), b"OTTO").unwrap();
    render()
        .code(2)
        .complains("font \"label.ttc\" is a collection of several fonts")
        .complains("font \"label.otf\" is damaged, or no font");
    actiondeck()
        .args(["template", "check"])
        .arg(&theme)
        .assert()
        .code(1)
        .says("font \"label.otf\" is damaged, or no font");
    assert!(!out.exists());
}
