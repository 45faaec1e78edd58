//! Writes a question as a line that parses back to it, for the log of a session.

use crate::table::questions::question::{FOR, READ};
use crate::table::questions::values::{Origin, Value};
use crate::table::rules::Game;

use super::assign::{AS, AT};
use super::ParsedQuestion;

impl ParsedQuestion {
    /// The line that asks this at a table where `usual` is the game. Values that the table fills in are left out.
    pub fn to_line(&self, usual: Game) -> String {
        let spec = self.inquiry.spec;
        let fields = spec.fields();
        let values = &self.inquiry.values;
        let given = |name: &str| values.get(name).filter(|value| value.origin == Origin::Given);
        let mut cards = self.cards.iter().map(|card| quoted(card)).peekable();
        let mut first = Vec::new();
        let mut places = Vec::new();
        for field in fields.iter().filter(|field| field.positional) {
            let target = if field.kind.is_card() { &mut first } else { &mut places };
            match given(field.name) {
                Some(value) => target.extend(value.texts.iter().map(|text| quoted(text))),
                None if field.kind.is_card() && field.many => target.extend(cards.by_ref()),
                None if field.kind.is_card() => target.extend(cards.next()),
                None => {}
            }
        }
        // Cards stand before the word where there are more of them than fields for them.
        let is_before = cards.peek().is_some();
        first.extend(cards);
        let game = (self.inquiry.game != usual).then(|| self.inquiry.game.name().to_owned());
        let mut words: Vec<String> = game.into_iter().collect();
        let purpose = spec.purpose().map(str::to_owned);
        if is_before {
            words.append(&mut first);
        }
        match (spec.word() == READ, spec.has_for()) {
            (true, _) => {
                words.push(READ.to_owned());
                words.append(&mut first);
                words.extend(purpose);
                words.append(&mut places);
            }
            (false, true) => {
                words.push(spec.word().to_owned());
                words.append(&mut first);
                words.append(&mut places);
            }
            (false, false) => {
                words.push(spec.name.to_owned());
                words.append(&mut first);
                words.append(&mut places);
            }
        }
        for field in fields.iter().filter(|field| !field.positional) {
            words.extend(given(field.name).into_iter().flat_map(pair));
        }
        if spec.has_for() {
            words.extend([FOR.trim().to_owned()].into_iter().chain(spec.purpose().map(str::to_owned)));
        }
        for (field, name) in [(AS, &self.who), (AT, &self.target)] {
            if let Some(name) = name {
                words.extend([field.typed(), quoted(name)]);
            }
        }
        words.join(" ")
    }
}

/// The name of a field and its value; of a list whose values may hold commas, one pair for each.
fn pair(value: &Value) -> Vec<String> {
    let name = value.field.typed();
    match &value.texts[..] {
        [] => vec![name],
        texts if value.field.many && !value.field.split => {
            texts.iter().flat_map(|text| [name.clone(), quoted(text)]).collect()
        }
        texts => vec![name, quoted(&texts.join(","))],
    }
}

/// A word, in quotes where a shell needs them.
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
    fn every_example_of_every_game_parses_back_from_the_line_that_is_written_for_it() {
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
