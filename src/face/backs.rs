//! The back of each card of a deck.

use crate::deck::{CardNumber, CardNumbers, Deck, Part};
use crate::diagnostic::{Problem, Problems, quoted};
use crate::wording::counted;

use super::Theme;
use super::back_place::BackPlace;
use super::back_tables::CardFilter;
use super::label::Condition;
use super::name::Name;
use super::values::Values;

/// The back of each card of a deck: exactly one for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backs {
    numbers: CardNumbers,
    /// In the order of the numbers.
    of_card: Vec<BackPlace>,
}

impl Backs {
    /// Assigns the theme's backs to the cards of a deck.
    ///
    /// Cards with two backs or none and values that no card has, with their places in `theme.toml`.
    pub fn new(theme: &Theme, deck: &Deck) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let templates = theme.back_templates();
        let mut of_card: Vec<Option<BackPlace>> = vec![None; deck.cards().len()];
        for (place, template) in BackPlace::all(templates.len()).zip(templates) {
            let Some(table) = &template.table else { continue };
            let cards = match &table.wanted {
                CardFilter::Listed(cards) => cards.clone(),
                CardFilter::Is(name, values) => match with_values(theme, deck, name, values) {
                    Ok(cards) => cards,
                    Err(found) => {
                        let at = |problem: &Problem| {
                            problem.clone().at(theme.file(), table.wanted_span.clone())
                        };
                        problems.extend(found.map(at));
                        continue;
                    }
                },
            };
            let mut taken: Vec<(BackPlace, Vec<CardNumber>)> = Vec::new();
            for card in cards {
                let Some(place_of_card) = of_card.get_mut(deck.numbers().index(card)) else {
                    problems.push(
                        Problem::coded("theme.back-card", format!("the deck has no card {card}"))
                            .at(theme.file(), table.wanted_span.clone())
                            .accepts(deck.numbers().to_string()),
                    );
                    continue;
                };
                match place_of_card {
                    free @ None => *free = Some(place),
                    Some(other) => match taken.iter_mut().find(|(known, _)| known == other) {
                        Some((_, cards)) => cards.push(card),
                        None => taken.push((*other, vec![card])),
                    },
                }
            }
            for (other, cards) in taken {
                let message = format!(
                    "{} has {}.svg already",
                    describe(&cards),
                    templates[other.index()].name
                );
                problems.push(
                    Problem::coded("theme.back-twice", message)
                        .at(theme.file(), table.wanted_span.clone())
                        .accepts("one back for each card"),
                );
            }
        }
        let rest = templates
            .iter()
            .position(|template| template.table.is_none())
            .map(BackPlace::from_index);
        let bare: Vec<CardNumber> = deck
            .numbers()
            .iter()
            .zip(&of_card)
            .filter(|(_, place)| place.or(rest).is_none())
            .map(|(card, _)| card)
            .collect();
        // A table with a fault may have been for these cards.
        if !bare.is_empty() && problems.is_empty() {
            let span =
                templates.first().and_then(|template| Some(template.table.as_ref()?.span.clone()));
            let message = format!("no back for {}", in_suits(&bare, deck));
            problems.push(
                Problem::coded("theme.back-missing", message)
                    .at(theme.file(), span.unwrap_or_default())
                    .accepts("a [[back]] for each card, or a back.svg for the rest"),
            );
        }
        let of_card = of_card.into_iter().map(|place| place.or(rest).unwrap_or_default()).collect();
        problems.into_result(Self { numbers: deck.numbers(), of_card })
    }

    /// The numbers of all cards of the deck.
    pub fn numbers(&self) -> CardNumbers {
        self.numbers
    }

    /// The back of a card.
    pub fn behind(&self, card: CardNumber) -> BackPlace {
        self.of_card[self.numbers.index(card)]
    }
}

/// The cards that print one of these values.
fn with_values(
    theme: &Theme,
    deck: &Deck,
    name: &Name,
    values: &[String],
) -> Result<Vec<CardNumber>, Problems> {
    if !name.is_on(deck.layout()) || name.is_of_deck() {
        let message = format!("the cards of this deck show no {name}");
        return Err(Problem::coded("theme.back", message).accepts(Name::ACCEPTED).into());
    }
    let edition = deck.edition().to_string();
    let of_deck = theme.values(deck, &edition);
    let asked = |card| Values { card: Some(card), ..of_deck };
    let holding = |values: &[String]| -> Vec<CardNumber> {
        let condition = Condition::Is(name.clone(), values.to_vec());
        let cards = deck.cards().iter().filter(|card| condition.holds(&asked(*card)));
        cards.map(|card| card.number).collect()
    };
    let mut problems = Problems::new();
    for value in values {
        if holding(std::slice::from_ref(value)).is_empty() {
            let mut known: Vec<String> = Vec::new();
            for text in deck.cards().iter().map(|card| name.text(&asked(card))) {
                if !text.is_empty() && !known.contains(&text) {
                    known.push(text);
                }
            }
            let message = format!("no card has {name} {}", quoted(value));
            problems.push(Problem::coded("theme.back", message).accepts(known.join(", ")));
        }
    }
    problems.into_result(holding(values))
}

/// Card numbers as lists write them: `cards 3, 10-12`.
fn describe(cards: &[CardNumber]) -> String {
    let mut numbers: Vec<u8> = cards.iter().map(|card| card.get()).collect();
    numbers.sort_unstable();
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let runs = runs.into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    });
    let list = runs.collect::<Vec<_>>().join(", ");
    format!("{} {list}", if cards.len() == 1 { "card" } else { "cards" })
}

/// As [`describe`], with whole suits by name.
fn in_suits(cards: &[CardNumber], deck: &Deck) -> String {
    if !deck.layout().has(Part::Suit) {
        return describe(cards);
    }
    let mut whole: Vec<&str> = Vec::new();
    let mut rest: Vec<CardNumber> = Vec::new();
    for &card in cards {
        let suit = deck.card(card).suit.name();
        let mut of_suit = deck.cards().iter().filter(|other| other.suit.name() == suit);
        if of_suit.all(|other| cards.contains(&other.number)) {
            if !whole.contains(&suit) {
                whole.push(suit);
            }
        } else {
            rest.push(card);
        }
    }
    let rest = (!rest.is_empty()).then(|| describe(&rest));
    let parts: Vec<String> = whole.into_iter().map(str::to_owned).chain(rest).collect();
    format!("{}: {}", counted(cards.len(), "card"), parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Card;
    use crate::face::testing::{deck, number, svg, theme_of};

    /// The theme with these tables in a folder with these files, or its faults.
    fn theme(tables: &str, files: &[&str]) -> Result<Theme, String> {
        let folder = tempfile::tempdir().unwrap();
        let plain = theme_of(&svg("<text>{{number}}</text>"), &svg("<g/>"));
        let toml = format!("{}{tables}", plain.file().text());
        std::fs::write(folder.path().join("theme.toml"), toml).unwrap();
        std::fs::write(folder.path().join("card.svg"), plain.card().text()).unwrap();
        for file in files {
            std::fs::write(folder.path().join(file), plain.back().text()).unwrap();
        }
        Theme::read(folder.path()).map_err(|problems| {
            let home = format!("{}/", folder.path().display());
            problems.to_string().replace(&home, "")
        })
    }

    fn table(file: &str, cards: &str) -> String {
        format!("[[back]]\nfile = \"{file}\"\n{cards}\n")
    }

    /// The names of the backs of these cards.
    fn behind(theme: &Theme, cards: &[u8]) -> Vec<String> {
        let backs = Backs::new(theme, &deck()).unwrap_or_else(|problems| panic!("{problems}"));
        let name = |card: &u8| theme.back_name(backs.behind(number(*card))).to_owned();
        cards.iter().map(name).collect()
    }

    fn faults(tables: &str, files: &[&str]) -> String {
        let theme = theme(tables, files).unwrap_or_else(|problems| panic!("{problems}"));
        let faults = Backs::new(&theme, &deck()).unwrap_err().to_string();
        faults.lines().map(|line| line.rsplit('/').next().unwrap().to_owned() + "\n").collect()
    }

    #[test]
    fn cards_have_the_back_of_their_list_their_value_or_the_default() {
        let (deck, red) =
            (deck(), |card: &Card| ["hearts", "diamonds"].contains(&card.suit.name()));
        let few: Vec<CardNumber> =
            deck.cards().iter().filter(|card| !red(card)).map(|card| card.number).take(3).collect();
        let list = few.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let tables = table("back-red.svg", "is = \"suit.name hearts|diamonds\"")
            + &table("back-few.svg", &format!("cards = \"{list}\""));
        let theme = theme(&tables, &["back.svg", "back-red.svg", "back-few.svg"]).unwrap();
        for card in deck.cards() {
            let name = match (red(card), few.contains(&card.number)) {
                (true, _) => "back-red",
                (_, true) => "back-few",
                _ => "back",
            };
            assert_eq!([name], *behind(&theme, &[card.number.get()]), "card {}", card.number);
        }
    }

    #[test]
    fn a_number_in_the_name_is_a_file_for_each_card() {
        let tables = table("back-{card}.svg", "cards = \"7,12-13\"");
        let files = ["back.svg", "back-07.svg", "back-12.svg", "back-13.svg"];
        let theme = theme(&tables, &files).unwrap();
        assert_eq!(["back-07", "back", "back-13"], *behind(&theme, &[7, 8, 13]));
    }

    #[test]
    fn missing_and_duplicate_backs_are_reported_by_place() {
        let black = table("back-black.svg", "is = \"suit.name clubs|spades\"");
        let rest = table("back-rest.svg", "is = \"suit.name hearts|red joker|black joker\"");
        let files = ["back-black.svg", "back-rest.svg", "back-few.svg"];
        let none = faults(&format!("{black}{rest}"), &files);
        assert!(none.starts_with("theme.toml:10:8: no back for 13 cards: diamonds"), "{none}");
        assert!(none.contains("accepted: a [[back]] for each card, or a back.svg"), "{none}");
        let spade = deck().cards().iter().find(|card| card.suit.name() == "spades").unwrap().number;
        let twice = table("back-few.svg", &format!("cards = \"{spade}\""));
        let reported = faults(&format!("{black}{rest}{twice}"), &files);
        assert!(
            reported.contains(&format!("17:9: card {spade} has back-black.svg already")),
            "{reported}"
        );
        let typo = table("back-few.svg", "is = \"suit.name dimonds\"");
        let reported = faults(&format!("{black}{typo}"), &files);
        assert!(
            reported.contains("14:6: no card has suit.name \"dimonds\"; accepted: "),
            "{reported}"
        );
        assert!(reported.contains("diamonds"), "{reported}");
        let reported = faults(&table("back-few.svg", "is = \"omen fire\""), &files);
        assert!(reported.contains("11:6: the cards of this deck show no omen"), "{reported}");
    }

    #[test]
    fn faults_of_tables_and_missing_files_are_reported_together() {
        let tables = table("back-a.svg", "cards = \"3,x,199\"")
            + &table("Back B.svg", "cards = \"5\"")
            + &table("back-c.svg", "cards = \"5\"\nis = \"number 5\"")
            + &table("back-d.svg", "is = \"hearts\"")
            + &table("back-e.svg", "cards = \"6\"")
            + &table("back-e.svg", "cards = \"7\"");
        let reported = theme(&tables, &[]).unwrap_err();
        for fault in [
            "theme.toml:11:9: \"x\" is not a card; accepted: card numbers and ranges",
            "theme.toml:11:9: \"199\" is not a card",
            "theme.toml:13:8: \"Back B.svg\" is not a name for a back",
            "a back is for the cards of one list or of one value; accepted: cards = ",
            "is = \"hearts\" names no value of a card",
            "\"back-e.svg\" has a table already",
        ] {
            assert!(reported.contains(fault), "{fault}\n{reported}");
        }
        assert_eq!(6, reported.lines().count(), "{reported}");
        let reported = theme(&table("back-a.svg", "cards = \"3\""), &["back.svg"]).unwrap_err();
        assert!(reported.starts_with("theme.toml:10:8: "), "{reported}");
        assert!(reported.contains("back-a.svg") && reported.lines().count() == 1, "{reported}");
    }
}
