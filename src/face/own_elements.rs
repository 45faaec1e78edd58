//! The instruction card's text about custom elements: a paragraph labelled `each element` in a flow, repeated
//! for each.

use std::collections::BTreeMap;

use crate::deck::{ExtraValue, Field};
use crate::dice::Expression;

use super::Words;
use super::document::{Element, Node};
use super::name::Name;
use super::placeholder;
use super::text::flow::SPARE;
use super::values::Values;

/// The most values that are listed, if together they are short enough; otherwise their number is given.
const MOST_VALUES: usize = 9;
const MOST_LETTERS: usize = 80;

/// The separator of values, which may contain commas.
const BETWEEN: &str = " · ";

/// Repeats the paragraphs for the deck's elements. An element without a description is described by its dice
/// or values if there is room.
pub(super) fn tell(element: &mut Element, values: &Values<'_>) {
    let is_flow = element.label().as_deref() == Some("flow");
    for child in std::mem::take(&mut element.children) {
        match child {
            Node::Element(child) if is_flow && child.label().as_deref() == Some("each element") => {
                let ids = values.deck.layout().extras.iter();
                let copies = ids.filter_map(|id| paragraph(&child, id, values));
                element.children.extend(copies.map(Node::Element));
            }
            Node::Element(mut child) => {
                tell(&mut child, values);
                element.children.push(Node::Element(child));
            }
            text => element.children.push(text),
        }
    }
}

/// The paragraph about an element; `None` if there is nothing to say.
fn paragraph(drawn: &Element, id: &str, values: &Values<'_>) -> Option<Element> {
    let own = values.deck.imprint().elements.get(id);
    let how = match own {
        Some(how) => values.words.value(how),
        None => describe(id, values)?,
    };
    let name = values.words.value(values.deck.element_label(id));
    let mut copy = drawn.clone();
    copy.set("inkscape:label", if own.is_some() { "own" } else { SPARE }.to_owned());
    fill(&mut copy, values.words, &|asked| match asked {
        "element.name" => Some(name.clone()),
        "element.how" => Some(how.clone()),
        _ => {
            let word = values.words.word(asked.strip_prefix("word.")?)?;
            word.contains("{element}").then(|| word.replace("{element}", &name))
        }
    });
    Some(copy)
}

fn fill(element: &mut Element, words: &Words, text: &impl Fn(&str) -> Option<String>) {
    if placeholder::is_bound(element) {
        placeholder::substitute(element, &|text| placeholder::in_capitals(text, words), text);
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            fill(child, words, text);
        }
    }
}

/// The dice or the printed values of an element.
fn describe(id: &str, values: &Values<'_>) -> Option<String> {
    let word = |name: &str, filled: &[(&str, &str)]| {
        let word = values.words.word(name)?.to_owned();
        Some(filled.iter().fold(word, |word, (place, with)| word.replace(place, with)))
    };
    let shown = shown(id, values);
    let numbers = || shown.iter().filter_map(|(text, number)| Some(((*number)?, text.as_str())));
    let (least, most) = (numbers().min(), numbers().max());
    let all_numbers = numbers().count() == shown.len();
    if let (Some(dice), Some((_, least)), Some((_, most))) =
        (values.deck.element_dice(id), least, most)
    {
        let dice = dice_of(&dice, values);
        return word("how_own_dice", &[("{dice}", &dice), ("{least}", least), ("{most}", most)]);
    }
    let letters: usize = shown.iter().map(|(text, _)| text.chars().count()).sum();
    match (&shown[..], least, most) {
        ([], ..) => None,
        (few, ..) if few.len() <= MOST_VALUES && letters <= MOST_LETTERS => {
            let texts: Vec<&str> = few.iter().map(|(text, _)| text.as_str()).collect();
            Some(texts.join(BETWEEN))
        }
        (_, Some((_, least)), Some((_, most))) if all_numbers => {
            word("how_own_numbers", &[("{least}", least), ("{most}", most)])
        }
        (many, ..) => {
            let count = many.len().to_string();
            word("how_own_texts", &[("{count}", &count), ("{one}", &many[0].0)])
        }
    }
}

/// The values on the cards in print, the most frequent first, then ascending.
fn shown(id: &str, values: &Values<'_>) -> Vec<(String, Option<i32>)> {
    let name = Name::Field(Field::Extra(id.to_owned()));
    let place = values.deck.layout().extras.iter().position(|own| own == id);
    let mut counts: BTreeMap<(Option<i32>, String), usize> = BTreeMap::new();
    for card in values.deck.cards() {
        let number = match place.and_then(|place| card.extras.get(place)) {
            Some(ExtraValue::Number(number)) => Some(*number),
            _ => None,
        };
        let text = name.printed(&Values { card: Some(card), ..*values });
        if !text.is_empty() {
            *counts.entry((number, text)).or_default() += 1;
        }
    }
    let mut all: Vec<_> = counts.into_iter().collect();
    all.sort_by_key(|((number, _), count)| {
        (number.is_none().then_some(std::cmp::Reverse(*count)), *number)
    });
    all.into_iter().map(|((number, text), _)| (text, number)).collect()
}

/// Dice in the notation of the language: 2d6, 2W6. Fudge dice have one name in all languages.
fn dice_of(dice: &Expression, values: &Values<'_>) -> String {
    let written = dice.to_string();
    let mut letters = written.chars().peekable();
    let mut said = String::new();
    while let Some(letter) = letters.next() {
        match letters.peek() {
            Some(next) if letter == 'd' && next.is_ascii_digit() => {
                said.push_str(&values.words.on_leaf("die", &[]));
            }
            _ => said.push(letter),
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::ExtraValue;
    use crate::deck::{Deck, Imprint, Part};
    use crate::face::template::{self, Side};
    use crate::face::{Extra, Faces, Line, Theme, Words, lines};
    use crate::spec::PRESETS;

    /// The built-in deck with elements of these values, card by card.
    fn deck(elements: &[(&str, &dyn Fn(usize) -> String)]) -> Deck {
        let csv = Deck::built_in().to_csv();
        let row = |(line, row): (usize, &str)| {
            let cells = elements.iter().map(|(id, value)| match line {
                0 => (*id).to_owned(),
                card => value(card - 1),
            });
            format!("{row},{}\n", cells.collect::<Vec<_>>().join(","))
        };
        let csv: String = csv.lines().enumerate().map(row).collect();
        Deck::read("own.csv", &csv).unwrap_or_else(|problems| panic!("{problems}"))
    }

    /// A word of a list, each on the same number of cards.
    fn one_of(texts: &'static [&'static str]) -> impl Fn(usize) -> String {
        move |card| texts[card % texts.len()].to_owned()
    }

    fn said(deck: &Deck, how: &[(&str, &str)]) -> Deck {
        let own = |(id, how): &(&str, &str)| ((*id).to_owned(), (*how).to_owned());
        let elements = how.iter().map(own).collect();
        deck.clone().with_imprint(Imprint { elements, ..Imprint::default() })
    }

    /// The instruction card of a deck, or its problems.
    fn instruction(deck: &Deck, theme: &str, language: &str) -> Result<String, String> {
        let theme = Theme::built_in(theme).unwrap();
        let theme = theme.in_words(Words::built_in(language).unwrap());
        let faces = Faces::new(&theme, deck).map_err(|problems| problems.to_string())?;
        let drawing = faces.extra(Extra::Instruction).unwrap().drawing().unwrap();
        let lines: Vec<String> = lines(drawing.tree()).iter().map(Line::text).collect();
        let said = lines.join(" ");
        Ok(said.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn elements_are_described_by_dice_or_values() {
        let weather = one_of(&["dusk", "dawn", "dawn"]);
        let deck = deck(&[
            ("luck", &|card| (card % 20).to_string()),
            ("omen", &|card| format!("omen{card}")),
            ("pbta", &|card| (2 + card % 11).to_string()),
            ("weather", &weather),
        ]);
        let dice = [("pbta".to_owned(), "2d6".to_owned())];
        let deck = deck.without(&[Part::Effect, Part::Hit, Part::Burst, Part::Failure]);
        let labels = [("luck".to_owned(), "Good Luck".to_owned())];
        let deck = deck.with_element_dice(dice).with_element_labels(labels);
        let reported = [
            (
                "en",
                [
                    "Also on the card",
                    "Good Luck: a number, 0 to 19.",
                    "omen: one of 54, such as “omen0”.",
                    "pbta: a throw of 2d6, 2 to 12.",
                ],
            ),
            (
                "de",
                [
                    "Auch auf der Karte",
                    "Good Luck: eine Zahl, 0 bis 19.",
                    "omen: eins von 54, etwa „omen0“.",
                    "pbta: ein Wurf mit 2W6, 2 bis 12.",
                ],
            ),
            (
                "es",
                [
                    "También en la carta",
                    "Good Luck: un número, de 0 a 19.",
                    "omen: uno de 54, como «omen0».",
                    "pbta: una tirada de 2d6, de 2 a 12.",
                ],
            ),
            (
                "fr",
                [
                    "Aussi sur la carte",
                    "Good Luck : un nombre, de 0 à 19.",
                    "omen : un parmi 54, par exemple « omen0 ».",
                    "pbta : un jet de 2d6, de 2 à 12.",
                ],
            ),
        ];
        for theme in Theme::built_in_names() {
            for (language, sentences) in &reported {
                let card = instruction(&deck, theme, language).unwrap();
                for sentence in sentences {
                    let card = card.to_lowercase();
                    assert!(card.contains(&sentence.to_lowercase()), "{theme}: {sentence}: {card}");
                }
                assert!(card.contains("dawn · dusk"), "{theme}: {card}");
            }
        }
    }

    #[test]
    fn preset_element_texts_exist_in_every_language() {
        let specs = PRESETS.iter().map(|preset| preset.spec().unwrap());
        let elements: Vec<_> = specs.flat_map(|spec| spec.elements).collect();
        for language in Words::built_in_names().filter(|name| *name != "en") {
            let file = Words::built_in_file(language).unwrap();
            let knows = |text: &str| {
                file.contains(&format!("\n{text} = ")) || file.contains(&format!("\n{text:?} = "))
            };
            for element in &elements {
                let label = Some(&element.label).filter(|label| **label != element.id);
                for text in label.into_iter().chain(&element.how) {
                    assert!(knows(text), "{language}: {text}");
                }
                for (value, _) in &element.values {
                    if let ExtraValue::Text(text) = value {
                        assert!(knows(text), "{language}: {text}");
                    }
                }
            }
        }
        assert_eq!(5, elements.iter().filter(|element| element.how.is_some()).count());
    }

    #[test]
    fn a_designers_description_replaces_the_values() {
        let weather = one_of(&["rain", "sun"]);
        let deck = deck(&[("weather", &weather)]).without(&[Part::Hit, Part::Burst]);
        let deck = said(&deck, &[("weather", "what the sky does")]);
        for theme in Theme::built_in_names() {
            let card = instruction(&deck, theme, "en").unwrap();
            assert!(card.contains("weather: what the sky does"), "{theme}: {card}");
            assert!(!card.contains("rain"), "{theme}: {card}");
            assert!(card.contains("Effect") || card.contains("EFFECT"), "{theme}: {card}");
        }
    }

    #[test]
    fn without_room_values_are_omitted_but_descriptions_refused() {
        let weather = one_of(&["rain and rain and rain again", "sun and sun and sun again"]);
        let ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let full = deck(&ids.map(|id| (id, &weather as &dyn Fn(usize) -> String)));
        let set = |deck: &Deck, language: &str| -> Result<String, String> {
            let theme = Theme::built_in("ink-saver").unwrap();
            let theme = theme.in_words(Words::built_in(language).unwrap());
            let source = theme.extra(Extra::Instruction).unwrap();
            let (root, problems) = template::read(source, &theme, deck, Side::Back);
            if problems.is_empty() { Ok(root.unwrap().to_svg()) } else { Err(problems.to_string()) }
        };
        for language in Words::built_in_names() {
            let card = set(&full, language).unwrap();
            let shown = ids.iter().filter(|id| card.contains(&format!(">{id}"))).count();
            assert!(shown < ids.len(), "{language}: {card}");
            let long = "rain and sun and ".repeat(11);
            let own = said(&full, &["a", "b", "c", "d"].map(|id| (id, long.trim())));
            let reported = set(&own, language).unwrap_err();
            assert!(reported.contains("a flow from"), "{language}: {reported}");
        }
    }
}
