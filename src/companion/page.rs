//! Builds the page: its files, the engine, the deck and the faces in one self-contained file.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::deck::{Deck, ExtraValue};
use crate::diagnostic::Problems;
use crate::face::{Faces, Words};
use crate::html_page::source_hash;
use crate::publish::slug;
use crate::wording::escaped;

use super::Texts;
use super::colours::Colours;
use super::faces::Pieces;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// The parts of the script, in order of dependence.
const SCRIPT: [&str; 7] = [
    include_str!("page/elements.js"),
    include_str!("page/engine.js"),
    include_str!("page/questions.js"),
    include_str!("page/answers.js"),
    include_str!("page/ask.js"),
    include_str!("page/table.js"),
    include_str!("page/start.js"),
];

/// The library as a compressed WebAssembly module; `scripts/companion_wasm` builds it.
const ENGINE: &[u8] = include_bytes!("engine.wasm.gz");

/// The script of the forms and answers for another page: the texts, and the parts that need no page of their own.
/// `engine` in it must be set.
pub(crate) fn forms_script(words: &Words, deck: &Deck) -> String {
    let [elements, _, questions, answers, ..] = SCRIPT;
    format!("{}{elements}{questions}{answers}", said(words, deck))
}

/// The engine as a WebAssembly module.
pub(crate) fn engine_module() -> Vec<u8> {
    let mut module = Vec::new();
    let read = GzDecoder::new(ENGINE).read_to_end(&mut module);
    read.expect("the module is compressed");
    module
}

/// The largest size of a companion page in bytes, for sending to phones.
pub const MOST_BYTES: usize = 1_200_000;

/// The companion page of a deck.
#[derive(Debug)]
pub struct Companion<'a> {
    faces: &'a Faces<'a>,
    /// The fronts, if they are drawn already.
    fronts: Option<Vec<String>>,
    texts: Texts,
}

impl<'a> Companion<'a> {
    /// The page of these faces, with default rules and the example weapons and characters.
    pub fn new(faces: &'a Faces<'a>) -> Self {
        Self { faces, fronts: None, texts: Texts::from_deck(faces.deck()) }
    }

    /// The same page with other house rules and tables: the texts of the files, which must be valid.
    #[must_use]
    pub fn with_tables(
        self,
        rules: Option<String>,
        weapons: Option<String>,
        characters: Option<String>,
    ) -> Self {
        let texts = Texts { rules, weapons, characters, ..self.texts };
        Self { texts, ..self }
    }

    /// The same page with fronts that are already drawn, in the order of the deck, as
    /// [`Drawing::outlined`](crate::face::Drawing::outlined) returns them.
    #[must_use]
    pub fn with_fronts(self, fronts: Vec<String>) -> Self {
        Self { fronts: Some(fronts), ..self }
    }

    /// The page as HTML. The same deck, theme and tables give the same bytes.
    ///
    /// # Errors
    /// Errors of drawing a face.
    pub fn html(&self) -> Result<String, Problems> {
        self.faces.guarded(|| self.joined())
    }

    fn joined(&self) -> Result<String, Problems> {
        let pieces = Pieces::new(self.faces, self.fronts.as_deref())?;
        let [light, dark] =
            Colours::from_palette(self.faces.theme().palette()).map(|look| look.properties());
        let style = STYLE.replace("--light:0;", &light).replace("--dark:0;", &dark);
        let words = self.faces.theme().words();
        let said = said(words, self.faces.deck());
        let script = format!("(()=>{{\"use strict\";\n{said}{}}})();\n", SCRIPT.concat());
        let policy = format!(
            "default-src 'none'; script-src '{}' 'wasm-unsafe-eval'; style-src '{}'; img-src data:; \
             connect-src 'none'; base-uri 'none'; form-action 'none'",
            source_hash(&script),
            source_hash(&style)
        );
        let [texts, pieces] = [serde_json::json!(self.texts), serde_json::json!(pieces)];
        let deck = self.faces.deck();
        let edition = deck.edition().to_string();
        let says = |name: &str, filled: &[(&str, &str)]| escaped(&words.on_page(name, filled));
        let filled = [
            ("{{language}}", escaped(words.language())),
            ("{{policy}}", policy),
            ("{{title}}", says("title", &[("deck", deck.name())])),
            ("{{style}}", style),
            ("{{skip}}", says("skip", &[])),
            ("{{edition}}", says("edition", &[("edition", &edition)])),
            ("{{look}}", says("look", &[("look", &words.on_page("look_device", &[]))])),
            ("{{tabs}}", says("tabs", &[])),
            ("{{no_script}}", says("no_script", &[])),
            ("{{engine}}", in_letters(ENGINE)),
            ("{{texts}}", packed(texts.to_string().as_bytes())),
            ("{{faces}}", packed(pieces.to_string().as_bytes())),
            ("{{script}}", script),
        ];
        let mut page = String::new();
        let mut rest = PAGE;
        // Each once and in order, so that inserted text is not taken for a placeholder.
        for (mark, text) in filled {
            let (before, after) =
                rest.split_once(mark).expect("the page has the places in this order");
            page.push_str(before);
            page.push_str(&text);
            rest = after;
        }
        page.push_str(rest);
        Ok(page)
    }
}

/// The texts of the page as script tables: page texts, names of fields and questions, phrases of verdicts,
/// translations of the deck's texts, names of playing cards and of critical failures.
fn said(words: &Words, deck: &Deck) -> String {
    let layout = deck.layout();
    let hits = deck.cards().iter().flat_map(|card| card.hit.iter().map(String::as_str));
    let own = deck.cards().iter().flat_map(|card| &card.extras).filter_map(|value| match value {
        ExtraValue::Text(text) => Some(text.as_str()),
        ExtraValue::Blank | ExtraValue::Number(_) => None,
    });
    let names = layout.extras.iter().map(|id| (id.as_str(), deck.element_label(id)));
    let same = hits.chain(own).map(|text| (text, text));
    let printed: BTreeMap<&str, String> = names
        .chain(same)
        .map(|(text, shown)| (text, words.value(shown)))
        .filter(|(text, shown)| text != shown)
        .collect();
    let figures: BTreeMap<&str, &str> =
        FIGURES.iter().filter_map(|(figure, name)| Some((*figure, words.word(name)?))).collect();
    let outcomes: BTreeMap<&String, &String> =
        words.all_outcomes().iter().filter(|(phrase, said)| phrase != said).collect();
    let tables = [
        ("SAID", serde_json::json!(words.all_on_page())),
        ("LABELS", serde_json::json!(words.all_labels())),
        ("OUTCOMES", serde_json::json!(outcomes)),
        ("PRINTED", serde_json::json!(printed)),
        ("FIGURES", serde_json::json!(figures)),
    ];
    // Escaped, so that a designer's text cannot end the script.
    let tables = tables.into_iter().chain([(
        "SESSION_FILE",
        serde_json::json!(format!("{}-session.json", slug(deck.name()))),
    )]);
    let line = |(name, table): (&str, serde_json::Value)| {
        format!("const {name} = {};\n", table.to_string().replace('<', "\\u003c"))
    };
    tables.map(line).collect()
}

/// Names of figures, suits and critical failures in lookups, and the keys of their translations.
const FIGURES: [(&str, &str); 11] = [
    ("CF", "cf"),
    ("J", "jack"),
    ("Q", "queen"),
    ("K", "king"),
    ("A", "ace"),
    ("clubs", "clubs"),
    ("diamonds", "diamonds"),
    ("hearts", "hearts"),
    ("spades", "spades"),
    ("red joker", "red_joker"),
    ("black joker", "black_joker"),
];

/// Compresses bytes to text.
fn packed(bytes: &[u8]) -> String {
    let mut writer = GzEncoder::new(Vec::new(), Compression::best());
    let written = writer.write_all(bytes).and_then(|()| writer.finish());
    in_letters(&written.expect("memory takes every byte"))
}

/// The size of the alphabet: with 91 letters, two of them hold 13 bits. Base64 would make a page of half a
/// megabyte 40 kB longer.
const LETTERS: u32 = 91;

/// The letters are ASCII from `!` to `~` without `&`, `-` and `<`, which have a meaning in HTML.
fn letter(place: u32) -> char {
    const NONE_OF: [u8; 3] = *b"&-<";
    let mut letter = b'!' + u8::try_from(place).unwrap_or(0);
    for skipped in NONE_OF {
        letter += u8::from(letter >= skipped);
    }
    char::from(letter)
}

/// The number of bytes, a blank, then 13 bits in two letters each, the lowest bits first.
fn in_letters(bytes: &[u8]) -> String {
    let mut text = format!("{} ", bytes.len());
    let (mut bits, mut held) = (0_u32, 0);
    let mut write = |thirteen: u32| {
        text.extend([letter(thirteen % LETTERS), letter(thirteen / LETTERS)]);
    };
    for &byte in bytes {
        bits |= u32::from(byte) << held;
        held += 8;
        if held >= 13 {
            write(bits & 0x1fff);
            bits >>= 13;
            held -= 13;
        }
    }
    if held > 0 {
        write(bits);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes like the page.
    fn out_of_letters(text: &str) -> Vec<u8> {
        let (length, letters) = text.split_once(' ').unwrap();
        let value = |letter: u8| {
            let skipped = b"&-<".iter().filter(|skipped| letter > **skipped).count() as u32;
            u32::from(letter - b'!') - skipped
        };
        let (mut bytes, mut bits, mut held) = (Vec::new(), 0, 0);
        for pair in letters.as_bytes().chunks(2) {
            bits |= (value(pair[0]) + LETTERS * value(pair[1])) << held;
            held += 13;
            while held >= 8 {
                bytes.push((bits & 0xff) as u8);
                bits >>= 8;
                held -= 8;
            }
        }
        bytes.truncate(length.parse().unwrap());
        bytes
    }

    #[test]
    fn encoded_bytes_are_decoded_and_safe_in_html() {
        let bytes: Vec<u8> = (0..1000_u32).map(|place| (place * place / 7 % 256) as u8).collect();
        for length in (0..40).chain([997, 998, 999, 1000]) {
            let text = in_letters(&bytes[..length]);
            assert_eq!(bytes[..length], out_of_letters(&text));
            assert!(!text.contains(['<', '&', '-']) && text.is_ascii());
        }
        assert_eq!('~', letter(LETTERS - 1));
        assert!((0..LETTERS).map(letter).all(|letter| letter.is_ascii_graphic()));
    }

    #[test]
    fn page_and_words_have_the_same_keys() {
        let script = SCRIPT.concat();
        let mut asked: Vec<&str> =
            script.split("say(\"").skip(1).map(|after| after.split('"').next().unwrap()).collect();
        // These are filled in here, in the frame of the page.
        asked.extend(["title", "skip", "edition", "tabs", "no_script"]);
        asked.sort_unstable();
        asked.dedup();
        let words = Words::usual();
        let known: Vec<&str> = words.all_on_page().keys().map(String::as_str).collect();
        assert_eq!(known, asked);
    }

    #[test]
    fn the_page_has_translated_phrases_of_verdicts() {
        let table = |language: &str| {
            let said = said(&Words::built_in(language).unwrap(), &Deck::built_in());
            let line = said.lines().find(|line| line.starts_with("const OUTCOMES")).unwrap();
            line.to_owned()
        };
        assert_eq!("const OUTCOMES = {};", table("en"));
        assert!(table("de").contains("\"{n} bumps\":\"{n} Steigerungen\""), "{}", table("de"));
    }

    #[test]
    fn a_designers_text_does_not_end_the_script() {
        let source = crate::diagnostic::Source::new(
            "words.toml",
            "language = \"en\"\n[page]\nplay = \"</script>\"\n",
        );
        let words = Words::read(&source).unwrap();
        let said = said(&words, &Deck::built_in());
        assert!(said.contains("\\u003c/script>") && !said.contains('<'), "{said}");
    }
}
