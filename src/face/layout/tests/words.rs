//! Tests of words of any length, for elements and critical failures.

use super::{Shape, collisions};
use crate::deck::{Deck, Part};
use crate::face::testing::number;
use crate::face::{Faces, Theme};

/// The words of the oracle preset: each on one card.
fn oracle() -> Deck {
    let spec = crate::spec::preset("oracle").unwrap().spec().unwrap();
    let elements = Shape { elements: vec!["answer", "weather", "word"], ..Shape::new(&[6], 1) };
    let parts = ["toggle", "effect", "hit", "burst", "penetration", "scatter", "failure"];
    let parts: Vec<Part> = parts.iter().filter_map(|name| Part::named(name)).collect();
    let csv = elements.deck(1).without(&parts).to_csv();
    let mut lines = csv.lines().map(str::to_owned).collect::<Vec<_>>();
    let head: Vec<String> = lines[0].split(',').map(str::to_owned).collect();
    for element in &spec.elements {
        let column = head.iter().position(|id| *id == element.id).unwrap();
        let values = element
            .values
            .iter()
            .flat_map(|(value, count)| std::iter::repeat_n(value.to_string(), usize::from(*count)));
        for (line, value) in lines[1..].iter_mut().zip(values) {
            let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
            cells[column] = format!("{value:?}").replace(", ", "; ");
            *line = cells.join(",");
        }
    }
    Deck::read("Oracle.csv", &lines.join("\n")).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn words_of_up_to_14_letters_fit_every_theme_and_language() {
    let deck = oracle();
    let words = |card: &crate::deck::Card| card.extras[2].to_string();
    let longest = deck.cards().iter().max_by_key(|card| words(card).chars().count()).unwrap();
    assert_eq!("reconciliation", words(longest));
    for name in Theme::built_in_names() {
        for language in ["en", "de"] {
            let theme = Theme::built_in(name).unwrap();
            let theme = theme.in_words(crate::face::Words::built_in(language).unwrap());
            let faces = Faces::fitting_on(&theme, &deck, &[longest.number])
                .unwrap_or_else(|problems| panic!("{name} in {language}:\n{problems}"));
            assert_eq!(
                Vec::<String>::new(),
                collisions(faces.card(longest.number).drawing().unwrap())
            );
        }
    }
}

/// The deck of a shape whose cards show these texts in turn, in each of their elements.
fn worded(shape: &Shape, texts: &[&str]) -> Deck {
    let csv = shape.deck(5).to_csv();
    let mut lines = csv.lines().map(str::to_owned);
    let head = lines.next().unwrap();
    let first = head.split(',').count() - shape.elements.len();
    let row = |(card, line): (usize, String)| {
        let cells = line.split(',').enumerate();
        let cells: Vec<&str> = cells
            .map(|(at, cell)| if at < first { cell } else { texts[(card + at) % texts.len()] })
            .collect();
        cells.join(",")
    };
    let rows: Vec<String> = lines.enumerate().map(row).collect();
    Deck::read("Words.csv", &format!("{head}\n{}\n", rows.join("\n")))
        .unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn words_of_any_length_fit_or_are_refused_by_name() {
    let few = Shape { effect: vec![6], effect_rows: 3, ..Shape::new(&[6, 20], 3) };
    let shapes = [
        Shape { elements: vec!["one"], ..Shape::new(&[4, 6, 8, 10, 12], 5) },
        Shape { elements: vec!["a", "b", "c"], bursts: vec![], hits: 2, ..few },
    ];
    // Of 1 to 20 letters.
    let words = [
        ["I", "sun", "ambush", "merchant"],
        ["oath", "watchtower", "reconciliation", "rain"],
        ["Counterrevolutionary", "oath", "a friend in need", "unprecedentedness"],
    ];
    let (mut good, mut refused) = (0, 0);
    for (place, name) in Theme::built_in_names().enumerate() {
        let language = ["en", "de", "fr", "es"][place % 4];
        let theme = Theme::built_in(name).unwrap();
        let theme = theme.in_words(crate::face::Words::built_in(language).unwrap());
        for (shape, texts) in shapes.iter().flat_map(|shape| words.map(|texts| (shape, texts))) {
            let deck = worded(shape, &texts);
            let cards = [number(7), number(8)];
            match Faces::fitting_on(&theme, &deck, &cards) {
                Ok(faces) => {
                    good += 1;
                    for card in cards {
                        let drawing = faces.card(card).drawing().unwrap();
                        assert_eq!(Vec::<String>::new(), collisions(drawing), "{name} {texts:?}");
                    }
                }
                Err(problems) => {
                    refused += 1;
                    let reported = problems.to_string();
                    assert_eq!(1, problems.len(), "{name} {texts:?}: {reported}");
                    assert!(texts.iter().any(|word| reported.contains(word)), "{reported}");
                    assert!(reported.contains("(card "), "{reported}");
                    assert!(reported.contains("the longest that fits"), "{reported}");
                }
            }
        }
    }
    assert!(good >= 20 && refused < 10, "{good} drawn, {refused} refused");
}

#[test]
fn a_long_text_is_narrowed_then_broken_and_read_back_whole() {
    let shape =
        Shape { elements: vec!["rumour"], bursts: vec![], hits: 2, ..Shape::new(&[6, 20], 4) };
    let said = "the harbour master sells forged letters to both of the crowns";
    let deck = worded(&shape, &["quiet", said]);
    let theme = Theme::built_in("west").unwrap();
    let card = deck.cards().iter().find(|card| card.extras[0].to_string() == said).unwrap();
    let faces = Faces::fitting_on(&theme, &deck, &[card.number])
        .unwrap_or_else(|problems| panic!("{problems}"));
    let svg = faces.card(card.number).drawing().unwrap().live();
    let lines: Vec<&str> = svg
        .split("data-field=\"rumour\"")
        .skip(1)
        .map(|line| line.split(['>', '<']).nth(1).unwrap())
        .collect();
    assert!((2..=3).contains(&lines.len()), "{lines:?}");
    assert_eq!(said, lines.join(" "));
    assert!(!svg.contains("data-lines"), "{svg}");
    let report = faces.accessibility().unwrap();
    let small: Vec<_> = report.measures.iter().filter(|measure| !measure.holds).collect();
    assert!(small.is_empty(), "{small:?}");
}

#[test]
fn a_long_word_for_critical_failures_is_refused_with_a_limit() {
    let (deck, card) = (Deck::built_in(), [number(12)]);
    let mut refused = 0;
    for name in Theme::built_in_names() {
        let describe = |word: &str| {
            let words = crate::face::Words::usual().with_word("cf", word);
            let theme = Theme::built_in(name).unwrap().in_words(words);
            Faces::fitting_on(&theme, &deck, &card).err().map(|problems| problems.to_string())
        };
        let Some(problem) = describe("Katastrophe") else { continue };
        refused += 1;
        assert!(problem.contains("\"Katastrophe\", the word for critical failures"), "{problem}");
        let fits = problem.rsplit_once("no longer than \"").unwrap().1;
        let fits = fits.split_once("\", the longest that fits").unwrap().0;
        assert!("Katastrophe".starts_with(fits), "{problem}");
        let longer: String = "Katastrophe".chars().take(fits.chars().count() + 1).collect();
        assert_eq!(
            (None, true),
            (describe(fits), describe(&longer).is_some()),
            "{name}: {problem}"
        );
    }
    assert!(refused > 2, "{refused}");
}
