//! Decks whose cards omit parts.

use super::{Deck, Part};

impl Deck {
    /// The omitted parts.
    pub fn left_out(&self) -> impl Iterator<Item = Part> + use<'_> {
        Part::ALL.into_iter().filter(|part| !self.layout.has(*part))
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
    fn a_partly_missing_part_is_a_fault() {
        let csv = Deck::built_in().to_csv();
        for (from, to, reported) in [
            (",hit_step,", ",step,", "hit_step is missing"),
            (",hit_1,hit_2,hit_3,hit_4,", ",a,b,c,d,", "hit_1, hit_2 and on is missing"),
            (",effect_d12_5,", ",e,", "effect_d12_5 is missing"),
        ] {
            let broken = csv.replacen(from, to, 1);
            let problems = Deck::read("deck.csv", &broken).unwrap_err().to_string();
            assert!(problems.contains(reported), "{problems}");
        }
    }
}
