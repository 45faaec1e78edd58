//! Writes a question as a line that parses back to it, for the log of a session.

use crate::table::questions::question::{FOR, READ};
use crate::table::questions::values::{Origin, Value};
use crate::table::rules::Game;

use super::ParsedQuestion;
use super::assign::{AS, AT};

impl ParsedQuestion {
    /// The line of this question at a table of the game `usual`. Values filled in by the table are
    /// omitted.
    pub fn to_line(&self, usual: Game) -> String {
        let spec = self.inquiry.spec;
        let fields = spec.fields();
        let values = &self.inquiry.values;
        let given = |name: &str| values.get(name).filter(|value| value.origin == Origin::Given);
        let mut cards = self.cards.iter().map(|card| quoted(card)).peekable();
        // For each word, whether it is a card.
        let mut places: Vec<(bool, String)> = Vec::new();
        for field in fields.iter().filter(|field| field.positional) {
            let is_card = field.kind.is_card();
            let words: Vec<String> = match given(field.name) {
                Some(value) => value.texts.iter().map(|text| quoted(text)).collect(),
                None if is_card && field.many => cards.by_ref().collect(),
                None if is_card => cards.next().into_iter().collect(),
                None => Vec::new(),
            };
            places.extend(words.into_iter().map(|word| (is_card, word)));
        }
        let game = (self.inquiry.game != usual).then(|| self.inquiry.game.name().to_owned());
        let mut words: Vec<String> = game.into_iter().collect();
        if cards.peek().is_some() {
            // Cards precede the word if there are more cards than fields for them.
            words.extend(places.extract_if(.., |(is_card, _)| *is_card).map(|(_, card)| card));
            words.extend(cards);
        }
        if spec.word() == READ {
            words.push(READ.to_owned());
            words.extend(places.extract_if(.., |(is_card, _)| *is_card).map(|(_, card)| card));
            words.extend(spec.purpose().map(str::to_owned));
        } else {
            words.push(if spec.has_for() { spec.word() } else { spec.name }.to_owned());
        }
        words.extend(places.into_iter().map(|(_, word)| word));
        for field in fields.iter().filter(|field| !field.positional) {
            words.extend(given(field.name).into_iter().flat_map(pair));
        }
        if spec.has_for() {
            words.extend(
                [FOR.trim().to_owned()].into_iter().chain(spec.purpose().map(str::to_owned)),
            );
        }
        for (field, name) in [(AS, &self.who), (AT, &self.target)] {
            if let Some(name) = name {
                words.extend([field.hyphenated(), quoted(name)]);
            }
        }
        words.join(" ")
    }
}

/// The name of a field and its value; for a list whose values may contain commas, one pair for
/// each.
fn pair(value: &Value) -> Vec<String> {
    let name = value.field.hyphenated();
    match &value.texts[..] {
        [] => vec![name],
        texts if value.field.many && !value.field.split => {
            texts.iter().flat_map(|text| [name.clone(), quoted(text)]).collect()
        }
        texts => vec![name, quoted(&texts.join(","))],
    }
}

/// A word, quoted if a shell needs it.
fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::deck;
    use crate::table::questions::games;
    use crate::table::questions::question::ELEMENT;
    use crate::table::questions::samples::parsed;
    use crate::table::questions::setting::Setting;
    use crate::table::rules::HouseRules;

    #[test]
    fn every_example_parses_back_from_its_written_line() {
        let deck = deck();
        for game in Game::ALL {
            let setting = Setting::new(
                deck.clone(),
                HouseRules { game: Some(game), ..HouseRules::default() },
            );
            for spec in games::questions(game).iter().filter(|spec| !spec.is_for(ELEMENT)) {
                for example in games::examples(game, spec, &deck) {
                    let asked = parsed(&example, &setting).expect(&example);
                    let line = asked.to_line(game);
                    let again = parsed(&line, &setting)
                        .unwrap_or_else(|problem| panic!("{example}: {line}: {problem}"));
                    let record = |asked: &ParsedQuestion| {
                        asked.inquiry.to_record(asked.who.as_deref(), asked.target.clone())
                    };
                    assert_eq!(record(&asked), record(&again), "{example}: {line}");
                    assert_eq!(asked.cards, again.cards, "{example}: {line}");
                }
            }
        }
    }
}
