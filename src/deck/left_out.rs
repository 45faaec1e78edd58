//! Decks whose cards do without parts.

use super::{Card, CardNumber, ClockHour, DECK_SIZE, Deck, Part, Toggle};

/// The two fillings of a left-out part that [`Deck::filled`] knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// One value on every card.
    One,
    /// Another value on every card.
    Other,
}

impl Deck {
    /// The parts the cards do not show.
    pub fn left_out(&self) -> impl Iterator<Item = Part> + use<'_> {
        Part::ALL.into_iter().filter(|part| !self.layout.has(*part))
    }

    /// Those of them that [`filled`](Self::filled) fills: all but the effect grid and bursts, for who
    /// asks for their cells is told that there are none.
    pub fn blanks(&self) -> impl Iterator<Item = Part> + use<'_> {
        self.left_out().filter(|part| !matches!(part, Part::Effect | Part::Burst))
    }

    /// The deck with something in place of its [`blanks`](Self::blanks), in each the one or the other
    /// filling that `filling` chooses. What is the same whichever filling it has does not depend on
    /// the part. It is known by the edition of the deck itself.
    #[must_use]
    pub fn filled(&self, filling: impl Fn(Part) -> Filling) -> Self {
        let mut layout = self.layout.clone();
        let parts: Vec<Part> = self.blanks().collect();
        self.digest();
        layout.left_out.clear();
        if parts.contains(&Part::Hit) {
            layout.stack = 4;
        }
        let card = |card: &Card| {
            let mut card = card.clone();
            for &part in &parts {
                card.fill(part, filling(part) == Filling::One);
            }
            card
        };
        let cards = self.cards.iter().map(card).collect();
        Self { layout, cards, digest: self.digest.clone(), ..self.clone() }
    }
}

#[cfg(feature = "cli")]
impl Deck {
    /// The deck with other hit steps and its stacks as they are. It is known by the edition of the deck itself.
    #[must_use]
    pub(crate) fn with_hit_steps(&self, step: impl Fn(u8) -> u8) -> Self {
        self.digest();
        let card = |card: &Card| Card { hit_step: step(card.hit_step), ..card.clone() };
        Self { cards: self.cards.iter().map(card).collect(), ..self.clone() }
    }
}

#[cfg(test)]
impl Deck {
    /// The deck without these parts.
    pub(crate) fn without(&self, parts: &[Part]) -> Self {
        let fields: Vec<super::Field> = self.layout.fields();
        let is_kept =
            |field: &&super::Field| field.part().is_none_or(|part| !parts.contains(&part));
        let kept: Vec<&super::Field> = fields.iter().filter(is_kept).collect();
        let places: Vec<usize> =
            (0..fields.len()).filter(|&place| is_kept(&&fields[place])).collect();
        let mut csv = kept.iter().map(|field| field.to_string()).collect::<Vec<_>>().join(",");
        for card in &self.cards {
            let texts = places.iter().map(|&place| fields[place].text(&self.layout, card));
            csv += &format!("\n{}", texts.collect::<Vec<_>>().join(","));
        }
        let deck = Self::read("deck.csv", &csv).unwrap_or_else(|problems| panic!("{problems}"));
        Self { name: self.name.clone(), ..deck }
    }
}

impl Card {
    fn fill(&mut self, part: Part, one: bool) {
        let mirror =
            CardNumber::new(DECK_SIZE as u8 - 1 - self.number.get()).unwrap_or(self.number);
        let number = if one { self.number } else { mirror };
        match part {
            Part::Rank => self.rank = number.rank(),
            Part::Suit => self.suit = number.suit(),
            Part::Toggle => self.toggle = if one { Toggle::Yes } else { Toggle::No },
            Part::Hit => {
                let places: [&str; 4] = match one {
                    true => ["head", "chest", "belly", "left leg"],
                    false => ["right arm", "right leg", "right arm", "right leg"],
                };
                self.hit = places.map(str::to_owned).to_vec();
                self.hit_step = if one { 7 } else { 12 };
            }
            Part::Penetration => self.penetration = if one { 0 } else { 5 },
            Part::Scatter => self.scatter = if one { ClockHour::TWELVE } else { ClockHour::THREE },
            Part::Failure => self.failure = if one { None } else { Some(1) },
            Part::Unintended => self.unintended = if one { 1 } else { 6 },
            Part::Effect | Part::Burst => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_name_and_its_fields() {
        let deck = Deck::built_in();
        for part in Part::ALL {
            assert_eq!(Some(part), Part::named(part.name()));
            assert!(
                deck.layout().fields().iter().any(|field| field.part() == Some(part)),
                "{part}"
            );
        }
        assert_eq!(0, deck.left_out().count());
        assert_eq!(None, Part::named("cause"));
    }

    #[test]
    fn a_deck_without_parts_is_written_and_read_back_the_same() {
        let every: Vec<[Part; 1]> = Part::ALL.map(|part| [part]).to_vec();
        for parts in every.iter().map(|part| &part[..]).chain([&Part::ALL[..], &Part::ALL[4..]]) {
            let deck = Deck::built_in().without(parts);
            assert_eq!(parts, deck.left_out().collect::<Vec<_>>());
            let files = deck.to_files().unwrap_or_else(|problems| panic!("{problems}"));
            let absent = parts.iter().filter(|part| **part != Part::Burst);
            absent
                .for_each(|part| assert!(!files.json.contains(&format!("\"{part}\":")), "{part}"));
            assert_eq!(deck.digest(), Deck::read("deck.json", &files.json).unwrap().digest());
        }
    }

    #[test]
    fn half_a_part_is_a_fault_and_not_a_part_that_is_left_out() {
        let csv = Deck::built_in().to_csv();
        for (from, to, told) in [
            (",hit_step,", ",step,", "hit_step is missing"),
            (",hit_1,hit_2,hit_3,hit_4,", ",a,b,c,d,", "hit_1, hit_2 and on is missing"),
            (",effect_d12_5,", ",e,", "effect_d12_5 is missing"),
        ] {
            let broken = csv.replacen(from, to, 1);
            let problems = Deck::read("deck.csv", &broken).unwrap_err().to_string();
            assert!(problems.contains(told), "{problems}");
        }
    }
}
