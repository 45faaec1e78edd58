//! The words of a language: one table for everything that cards and other outputs say, from `yes` to the
//! sentences of the instruction card. A deck's data is not translated; its printed form is looked up here.

use std::collections::BTreeMap;
use std::sync::Arc;

use icu_casemap::CaseMapper;
use icu_locale_core::LanguageIdentifier;

use crate::deck::{Field, ShufflePolicy, ShuffleTime, ShuffleTrigger};
use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::input::toml::{self, Placed, Reader, Table};
use crate::spec::{card_text, confirm};

use super::name::Name;

/// The words of a language, or of a designer's own file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    language: String,
    /// The pattern that joins the two words of a hit location with a side.
    sided: String,
    /// The words of templates by name: `{{word.rank}}`.
    words: BTreeMap<String, String>,
    /// The texts of the folded leaf and of `explain`, by name.
    leaf: BTreeMap<String, String>,
    /// The texts of the tuck box and the changelog card, by name.
    boxed: BTreeMap<String, String>,
    /// The texts of exports, by name.
    export: BTreeMap<String, String>,
    /// The texts of the companion page, by name.
    page: BTreeMap<String, String>,
    /// The phrases of verdicts, by the English phrase; `{n}` stands for a number.
    outcomes: BTreeMap<String, String>,
    /// The labels of fields, choices and questions on the companion page, by name.
    labels: BTreeMap<String, String>,
    /// The printed form of the deck's texts.
    values: BTreeMap<String, String>,
}

const BUILT_IN: [(&str, &str); 4] = [
    ("de", include_str!("../../templates/words/de.toml")),
    ("en", include_str!("../../templates/words/en.toml")),
    ("es", include_str!("../../templates/words/es.toml")),
    ("fr", include_str!("../../templates/words/fr.toml")),
];

/// The language of the built-in themes and of every deck that names no other.
const USUAL: &str = "en";

const SIDE: &str = "{side}";
const PLACE: &str = "{place}";

impl Words {
    /// The built-in languages.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The file of a built-in language, for a designer's own copy.
    pub fn built_in_file(name: &str) -> Option<&'static str> {
        BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }

    /// The words of a built-in language.
    ///
    /// # Errors
    /// An unknown name, with the accepted ones.
    pub fn built_in(name: &str) -> Result<Self, Problems> {
        let Some(text) = Self::built_in_file(name) else {
            let names: Vec<&str> = Self::built_in_names().collect();
            let message = format!("unknown language {}", quoted(name));
            let accepted = format!("{}, or a file of words", names.join(", "));
            return Err(Problem::coded("words.unknown", message).accepts(accepted).into());
        };
        Self::read(&Source::new(format!("templates/words/{name}.toml"), text))
    }

    /// The default language, English.
    pub fn usual() -> Self {
        Self::built_in(USUAL).expect("the program's own words are sound, as a test shows")
    }

    /// Reads a file of words. What it omits is taken from its `base` language, by default English.
    ///
    /// # Errors
    /// Unknown keys, texts that cards cannot carry, and an unknown base, with places.
    pub fn read(source: &Arc<Source>) -> Result<Self, Problems> {
        let document = toml::parse(source)?;
        let mut reader = Reader::new(source);
        let root = reader.root(document.get_ref());
        reader.only(
            &root,
            &[
                "language", "base", "sided", "words", "leaf", "box", "export", "page", "labels",
                "outcomes", "values",
            ],
        );
        let language = language(&mut reader, &root);
        let base = reader.text(&root, "base", Some(USUAL));
        let is_whole = source.text() == Self::built_in_file(USUAL).unwrap_or_default();
        let known = match Self::built_in_file(&base.value) {
            Some(_) if is_whole => None,
            Some(_) => Self::built_in(&base.value).ok(),
            None => {
                let names: Vec<&str> = Self::built_in_names().collect();
                let message = format!("base {} is not a language", quoted(&base.value));
                reader.fault(base.span, message, &names.join(", "));
                None
            }
        };
        let known = known.unwrap_or(Self {
            language: String::new(),
            sided: format!("{SIDE} {PLACE}"),
            words: BTreeMap::new(),
            leaf: BTreeMap::new(),
            boxed: BTreeMap::new(),
            export: BTreeMap::new(),
            page: BTreeMap::new(),
            labels: BTreeMap::new(),
            outcomes: BTreeMap::new(),
            values: BTreeMap::new(),
        });
        let sided = match reader.has(&root, "sided") {
            true => sided(&mut reader, &root),
            false => known.sided,
        };
        let mut words = known.words;
        let accepted: Vec<&str> =
            if is_whole { Vec::new() } else { words.keys().map(String::as_str).collect() };
        let (own, strange) = texts(&mut reader, &root, "words");
        for (key, span) in strange {
            let message = format!("{} is not a name for a word", quoted(&key));
            reader.fault(
                span,
                message,
                &format!("{}, or a name in a-z, 0-9 and _", accepted.join(", ")),
            );
        }
        words.extend(own);
        let leaf = sentences(&mut reader, &root, "leaf", known.leaf, is_whole);
        let boxed = sentences(&mut reader, &root, "box", known.boxed, is_whole);
        let export = sentences(&mut reader, &root, "export", known.export, is_whole);
        let page = sentences(&mut reader, &root, "page", known.page, is_whole);
        let labels = sentences(&mut reader, &root, "labels", known.labels, is_whole);
        let outcomes = sentences(&mut reader, &root, "outcomes", known.outcomes, is_whole);
        let mut values = known.values;
        values.extend(texts(&mut reader, &root, "values").0);
        reader.finish(Self {
            language,
            sided,
            words,
            leaf,
            boxed,
            export,
            page,
            labels,
            outcomes,
            values,
        })
    }

    /// The language by its tag, such as `de` or `pt-BR`.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Whether these are the default words.
    pub fn are_usual(&self) -> bool {
        *self == Self::usual()
    }

    /// A text in the capitals of the language, by Unicode's locale data: in Turkish `i` becomes `İ`, in Greek
    /// capitals have no accents.
    pub(crate) fn in_capitals(&self, text: &str) -> String {
        let language = self.language.parse().unwrap_or(LanguageIdentifier::UNKNOWN);
        CaseMapper::new().uppercase_to_string(text, &language).into_owned()
    }

    /// A word by its name.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        self.words.get(name).map(String::as_str)
    }

    /// The same words with one replaced.
    pub(super) fn with_word(&self, name: &str, word: &str) -> Self {
        let mut words = self.clone();
        words.words.insert(name.to_owned(), word.to_owned());
        words
    }

    /// How the two piles are used, and when they are shuffled.
    pub(crate) fn shuffling(&self, policy: Option<ShufflePolicy>) -> String {
        let Some(ShufflePolicy { trigger, time }) = policy else {
            return self.on_leaf("piles_then", &[]);
        };
        let (name, cards) = match (trigger, time) {
            (ShuffleTrigger::EmptyPile, _) => ("piles_empty", 0),
            (ShuffleTrigger::CardsLeft(cards), ShuffleTime::AtOnce) => {
                ("piles_left_at_once", cards)
            }
            (ShuffleTrigger::CardsLeft(cards), ShuffleTime::EndOfRound) => {
                ("piles_left_end_of_round", cards)
            }
            (ShuffleTrigger::Sign, ShuffleTime::AtOnce) => ("piles_sign_at_once", 0),
            (ShuffleTrigger::Sign, ShuffleTime::EndOfRound) => ("piles_sign_end_of_round", 0),
        };
        self.on_leaf(name, &[("cards", &cards.to_string())])
    }

    /// A text of the leaf by name, with its placeholders filled in.
    pub(crate) fn on_leaf(&self, name: &str, filled: &[(&str, &str)]) -> String {
        filled_in(self.leaf.get(name).map_or(name, String::as_str), filled)
    }

    /// A text of the tuck box or the changelog card by name, with its placeholders filled in.
    pub(crate) fn in_box(&self, name: &str, filled: &[(&str, &str)]) -> String {
        filled_in(self.boxed.get(name).map_or(name, String::as_str), filled)
    }

    /// A text of exports by name, with its placeholders filled in.
    pub(crate) fn in_export(&self, name: &str, filled: &[(&str, &str)]) -> String {
        filled_in(self.export_text(name), filled)
    }

    /// A text of exports by name, whose placeholders a script fills in.
    pub(crate) fn export_text<'w>(&'w self, name: &'w str) -> &'w str {
        self.export.get(name).map_or(name, String::as_str)
    }

    /// A text of the companion page by name, with its placeholders filled in.
    pub(crate) fn on_page(&self, name: &str, filled: &[(&str, &str)]) -> String {
        filled_in(self.page.get(name).map_or(name, String::as_str), filled)
    }

    /// All texts of the companion page by name; the page itself fills in placeholders.
    pub(crate) fn all_on_page(&self) -> &BTreeMap<String, String> {
        &self.page
    }

    /// The labels of fields, choices and questions on the companion page, by name.
    pub(crate) fn all_labels(&self) -> &BTreeMap<String, String> {
        &self.labels
    }

    /// The phrases of verdicts by the English phrase.
    pub(crate) fn all_outcomes(&self) -> &BTreeMap<String, String> {
        &self.outcomes
    }

    /// A verdict such as `success, 2 bumps` in the language. Its phrases are separated by colons, commas and
    /// semicolons; an unknown one stays, except for a hit location at its end.
    ///
    /// ```
    /// use actiondeck::face::Words;
    ///
    /// let words = Words::built_in("de").unwrap();
    /// assert_eq!("Erfolg, 2 Steigerungen", words.outcome("success, 2 bumps"));
    /// ```
    pub fn outcome(&self, verdict: &str) -> String {
        let said = phrases(verdict).into_iter().map(|(phrase, end)| match end {
            ": " => format!("{}{} ", self.phrase(phrase), self.word(COLON).unwrap_or(":")),
            end => format!("{}{end}", self.phrase(phrase)),
        });
        said.collect()
    }

    /// A phrase of a verdict in the language.
    fn phrase(&self, phrase: &str) -> String {
        if let Some(key) = self.outcome_key(phrase) {
            let (_, numbers) = numbers_out_of(phrase);
            let mut numbers = numbers.into_iter();
            let mut parts = self.outcomes[&key].split(NUMBER);
            let mut said = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                let number = numbers.next().unwrap_or_default();
                said.push_str(figure(number).and_then(|name| self.word(name)).unwrap_or(number));
                said.push_str(part);
            }
            return said;
        }
        if let Some(joker) = self.word(&phrase.replace(' ', "_")).filter(|_| is_joker(phrase)) {
            return joker.to_owned();
        }
        // The name of a target may precede the hit location.
        let starts = phrase.match_indices(' ').map(|(blank, _)| blank + 1);
        let mut ends = std::iter::once(0).chain(starts).map(|start| phrase.split_at(start));
        let known = ends.find_map(|(before, place)| {
            let said = self.value(place);
            (said != place).then(|| format!("{before}{said}"))
        });
        known.unwrap_or_else(|| phrase.to_owned())
    }

    /// The English phrase under which the words list this one, if they do: the phrase itself, or with `{n}`
    /// for each number.
    pub(crate) fn outcome_key(&self, phrase: &str) -> Option<String> {
        let (with_places, _) = numbers_out_of(phrase);
        [phrase.to_owned(), with_places].into_iter().find(|key| self.outcomes.contains_key(key))
    }

    /// The printed form of a text of the deck: the text itself if it is not listed. A hit location with a
    /// side may be listed by its two words.
    pub(crate) fn value(&self, text: &str) -> String {
        if let Some(known) = self.values.get(text) {
            return known.clone();
        }
        let parts = text.split_once(' ');
        let known = parts.and_then(|(side, place)| {
            let (side, place) = (self.values.get(side)?, self.values.get(place)?);
            Some(self.sided.replace(SIDE, side).replace(PLACE, place))
        });
        known.unwrap_or_else(|| text.to_owned())
    }

    /// The printed form of a name's text on a card.
    pub(super) fn printed(&self, name: &Name, text: String) -> String {
        let word = |key: &str| self.word(key).map_or_else(|| text.clone(), str::to_owned);
        match (name, text.as_str()) {
            (Name::Field(Field::Toggle), text) => word(text),
            (Name::Field(Field::Cause { .. }), "CF") => word("cf"),
            (Name::SuitInWords, text) => word(&text.replace(' ', "_")),
            (Name::RankCard, letter) if figure(letter).is_some() => {
                word(figure(letter).unwrap_or_default())
            }
            (Name::RankCard, "Joker") => word("joker"),
            (
                Name::Field(Field::Hit(_) | Field::Extra(_))
                | Name::Element(_)
                | Name::ElementId(_),
                text,
            ) => self.value(text),
            _ => text,
        }
    }
}

/// The separators of phrases in a verdict.
const PHRASE_ENDS: [&str; 5] = [": ", ", ", "; ", " (", ")"];

/// The phrases of a verdict, each with its separator; the last one's is empty.
pub(crate) fn phrases(verdict: &str) -> Vec<(&str, &str)> {
    let mut phrases = Vec::new();
    let mut rest = verdict;
    let next =
        |text: &str| PHRASE_ENDS.into_iter().filter_map(|end| Some((text.find(end)?, end))).min();
    while let Some((place, end)) = next(rest) {
        phrases.push((&rest[..place], end));
        rest = &rest[place + end.len()..];
    }
    phrases.push((rest, ""));
    phrases
}

/// The word's name for the rank letter of a playing card.
fn figure(letter: &str) -> Option<&'static str> {
    Some(match letter {
        "J" => "jack",
        "Q" => "queen",
        "K" => "king",
        "A" => "ace",
        _ => return None,
    })
}

fn is_joker(phrase: &str) -> bool {
    matches!(phrase, "red joker" | "black joker")
}

/// The placeholder of a number in a phrase of a verdict.
const NUMBER: &str = "{n}";

/// A phrase with `{n}` for each whole number and playing-card rank, and these in their order.
fn numbers_out_of(phrase: &str) -> (String, Vec<&str>) {
    if let Some((rank, suit)) = phrase.split_once(" of ").filter(|(rank, _)| figure(rank).is_some())
    {
        return (format!("{NUMBER} of {suit}"), vec![rank]);
    }
    let (mut text, mut numbers, mut rest) = (String::new(), Vec::new(), phrase);
    while let Some(digit) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let start = if rest[..digit].ends_with('-') { digit - 1 } else { digit };
        let end = rest[digit..].find(|letter: char| !letter.is_ascii_digit());
        let end = end.map_or(rest.len(), |length| digit + length);
        text.push_str(&rest[..start]);
        text.push_str(NUMBER);
        numbers.push(&rest[start..end]);
        rest = &rest[end..];
    }
    (text + rest, numbers)
}

/// A language tag of letters, digits and hyphens, as in PDF and SVG.
fn language(reader: &mut Reader, root: &Table) -> String {
    let text = reader.text(root, "language", None);
    let is_tag = |text: &str| {
        let parts = || text.split('-');
        parts().all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
        }) && parts().next().is_some_and(|first| {
            (2..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_lowercase())
        })
    };
    if reader.has(root, "language") && !is_tag(&text.value) {
        let message = format!("language {} is not the tag of a language", quoted(&text.value));
        reader.fault(text.span, message, "such as \"de\" or \"pt-BR\"");
    }
    text.value
}

fn sided(reader: &mut Reader, root: &Table) -> String {
    let text = reader.text(root, "sided", None);
    confirm(reader, "sided", &text);
    if ![SIDE, PLACE].iter().all(|part| text.value.matches(part).count() == 1) {
        let message = format!("sided {} lacks a placeholder", quoted(&text.value));
        reader.fault(text.span, message, "{side} and {place}, each once");
    }
    text.value
}

/// Reads a table of texts for a part of the program; omitted texts are taken from the base. Placeholders are
/// in braces; a text may omit some but has no others.
fn sentences(
    reader: &mut Reader,
    root: &Table,
    key: &str,
    mut known: BTreeMap<String, String>,
    is_whole: bool,
) -> BTreeMap<String, String> {
    let Some(table) = reader.optional_table(root, key) else { return known };
    for (name, _) in reader.entries(&table) {
        let (name, span) = (name.value.to_owned(), name.span);
        let text = card_text(reader, &table, &name);
        match known.get(&name) {
            _ if is_whole => {}
            None => {
                let accepted: Vec<&str> = known.keys().map(String::as_str).collect();
                let message = format!("{} is not a text of the {key}", quoted(&name));
                reader.fault(span, message, &accepted.join(", "));
                continue;
            }
            Some(base) => {
                let places = placed(base);
                if let Some(strange) = placed(&text).iter().find(|place| !places.contains(place)) {
                    let message = format!("unknown placeholder {strange} in {name}");
                    let accepted = match places.is_empty() {
                        true => "a text without braces".to_owned(),
                        false => places.join(", "),
                    };
                    reader.fault(span, message, &accepted);
                }
            }
        }
        known.insert(name, text);
    }
    known
}

/// The placeholders of a text, braces included.
fn placed(text: &str) -> Vec<String> {
    let parts = text.split('{').skip(1);
    parts.filter_map(|part| Some(format!("{{{}}}", part.split_once('}')?.0))).collect()
}

/// A text with its placeholders filled in; inserted text is not scanned again.
fn filled_in(text: &str, filled: &[(&str, &str)]) -> String {
    let mut all = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        all.push_str(before);
        rest = after;
        let Some((name, after)) = after.split_once('}') else {
            all.push('{');
            continue;
        };
        all.push_str(filled.iter().find(|(known, _)| *known == name).map_or("", |(_, with)| with));
        rest = after;
    }
    all + rest
}

/// The separator between a name and its description, the one word that may begin with a blank, as in French.
const COLON: &str = "colon";

fn colon(reader: &mut Reader, table: &Table) -> String {
    let text = reader.text(table, COLON, None);
    let bare = Placed { value: text.value.trim_start().to_owned(), span: text.span };
    confirm(reader, COLON, &bare);
    text.value
}

/// The texts of a table by key, and the keys that are not names of words.
#[expect(clippy::type_complexity, reason = "a list and what is wrong with it")]
fn texts(
    reader: &mut Reader,
    root: &Table,
    key: &str,
) -> (Vec<(String, String)>, Vec<(String, std::ops::Range<usize>)>) {
    let (mut texts, mut strange) = (Vec::new(), Vec::new());
    let Some(table) = reader.optional_table(root, key) else { return (texts, strange) };
    for (name, _) in reader.entries(&table) {
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if !name.value.bytes().all(is_name) {
            strange.push((name.value.to_owned(), name.span.clone()));
        }
        let text = match name.value {
            COLON => colon(reader, &table),
            name => card_text(reader, &table, name),
        };
        texts.push((name.value.to_owned(), text));
    }
    (texts, strange)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::face::Theme;

    fn read(text: &str) -> Result<Words, String> {
        Words::read(&Source::new("words.toml", text)).map_err(|problems| problems.to_string())
    }

    #[test]
    fn built_in_languages_have_all_words() {
        let english = Words::usual();
        for name in Words::built_in_names() {
            let text = Words::built_in_file(name).unwrap();
            let words = Words::built_in(name).unwrap_or_else(|problems| panic!("{problems}"));
            assert_eq!(name, words.language());
            assert_eq!(
                english.words.keys().collect::<Vec<_>>(),
                words.words.keys().collect::<Vec<_>>(),
                "{name}"
            );
            for (table, keys) in [
                ("words", &english.words),
                ("leaf", &english.leaf),
                ("box", &english.boxed),
                ("export", &english.export),
                ("page", &english.page),
                ("labels", &english.labels),
            ] {
                let (_, own) = text.split_once(&format!("\n[{table}]\n")).expect("a table");
                let own = own.split("\n[").next().unwrap_or_default();
                for key in keys.keys() {
                    assert!(own.contains(&format!("\n{key} = ")), "{name}: {table} lacks {key}");
                }
            }
            // Placeholders of the English page exist in every language.
            for (own, known) in [
                (&words.leaf, &english.leaf),
                (&words.boxed, &english.boxed),
                (&words.export, &english.export),
                (&words.page, &english.page),
            ] {
                assert_eq!(own.keys().collect::<Vec<_>>(), known.keys().collect::<Vec<_>>());
                for (key, text) in known {
                    let places = |text| placed(text).into_iter().collect::<BTreeSet<_>>();
                    assert_eq!(places(text), places(&own[key]), "{name}: {key}");
                }
            }
        }
    }

    #[test]
    fn capitals_follow_the_language() {
        for (language, text, expected) in [
            ("tr", "kartlar, ihtimal, ışık", "KARTLAR, İHTİMAL, IŞIK"),
            ("az", "ihtimal", "İHTİMAL"),
            ("el", "πιθανότητα, ρόιδι, ή", "ΠΙΘΑΝΟΤΗΤΑ, ΡΟΪΔΙ, Ή"),
            ("lt", "i\u{307}\u{301}", "I\u{301}"),
            ("de", "große Würfel", "GROSSE WÜRFEL"),
            ("nl", "ijsberg", "IJSBERG"),
            ("en", "ihtimal", "IHTIMAL"),
            ("pt-BR", "ação", "AÇÃO"),
        ] {
            let words = read(&format!("language = {language:?}\n")).unwrap();
            assert_eq!(expected, words.in_capitals(text), "{language}");
        }
    }

    #[test]
    fn french_sets_a_blank_before_its_colon() {
        for name in Words::built_in_names() {
            let words = Words::built_in(name).unwrap();
            let colon = if name == "fr" { " :" } else { ":" };
            assert_eq!(Some(colon), words.word(COLON), "{name}");
            let is_english = name == "en";
            assert_eq!(is_english, words.value("Wild Die") == "Wild Die", "{name}");
        }
        for name in Theme::built_in_names() {
            for (file, text) in Theme::built_in_files(name).unwrap() {
                assert!(!text.contains("}}:"), "{file} of {name}");
            }
        }
        let other = read("language = \"x\"\n[words]\ncolon = \" : \"\n").unwrap_err();
        assert!(other.contains("colon ends with a blank"), "{other}");
    }

    #[test]
    fn a_location_with_a_side_follows_the_languages_word_order() {
        let said = |name: &str| Words::built_in(name).unwrap().value("left leg");
        assert_eq!(
            ["Bein links", "left leg", "pierna izq.", "jambe g."],
            ["de", "en", "es", "fr"].map(said)[..]
        );
        let french = Words::built_in("fr").unwrap();
        assert_eq!("bras dr.", french.value("right arm"));
        assert_eq!("left tentacle", french.value("left tentacle"));
    }

    #[test]
    fn a_file_of_words_overrides_its_base() {
        let words = read(
            "language = \"de-AT\"\nbase = \"de\"\n[words]\nyes = \"jo\"\nquest = \"Auftrag\"\n\
             [values]\nbelly = \"Wampe\"\n",
        );
        let words = words.unwrap();
        assert_eq!(
            [Some("jo"), Some("nein"), Some("Auftrag"), None],
            ["yes", "no", "quest", "queste"].map(|name| words.word(name))
        );
        assert_eq!(["Wampe", "Kopf"], ["belly", "head"].map(|text| words.value(text))[..]);
    }

    #[test]
    fn a_file_of_words_overrides_single_texts_of_leaf_and_page() {
        let words = read(
            "language = \"de\"\nbase = \"de\"\n[leaf]\nchecks = \"Würfe\"\n\
             rows = \"{rows} Stufen\"\n[page]\nplay = \"Los\"\n",
        );
        let words = words.unwrap();
        let on_leaf = |name: &str| words.on_leaf(name, &[("rows", "3"), ("shots", "{rows}")]);
        assert_eq!("Würfe", on_leaf("checks"));
        assert_eq!("3 Stufen", on_leaf("rows"));
        assert_eq!("Salve aus {rows}", on_leaf("burst"));
        assert_eq!(["Los", "Verlauf"], ["play", "log"].map(|name| words.on_page(name, &[]))[..]);
        let none = read("language = \"de\"\n").unwrap();
        assert_eq!("Checks", none.on_leaf("checks", &[]));
        let reported = read(
            "language = \"de\"\n[leaf]\nchekcs = \"Proben\"\nrows = \"{row} Zeilen\"\n\
             [page]\nplay = \"{deck}\"\n",
        );
        let reported = reported.unwrap_err();
        for expected in [
            "words.toml:3:1: \"chekcs\" is not a text of the leaf; accepted: a_card, average",
            "words.toml:4:1: unknown placeholder {row} in rows; accepted: {rows}",
            "words.toml:6:1: unknown placeholder {deck} in play; accepted: a text without braces",
        ] {
            assert!(reported.contains(expected), "{expected}\n{reported}");
        }
    }

    #[test]
    fn faults_of_a_file_of_words_are_reported_with_places() {
        let reported = read(
            "language = \"German!\"\nbase = \"xx\"\nsided = \"{side}\"\nword = 1\n\
             [words]\n\"Yes\" = \"ja\"\nno = 5\nrank = \" Rang\"\n",
        );
        let reported = reported.unwrap_err();
        for expected in [
            "words.toml:1:12: language \"German!\" is not the tag of a language",
            "words.toml:2:8: base \"xx\" is not a language; accepted: de, en, es, fr",
            "words.toml:3:9: sided \"{side}\" lacks a placeholder",
            "words.toml:4:1: unknown key \"word\"",
            "words.toml:6:1: \"Yes\" is not a name for a word",
            "words.toml:7:6: no = 5",
            "words.toml:8:8: rank begins with a blank",
        ] {
            assert!(reported.contains(expected), "{expected}\n{reported}");
        }
    }
}
