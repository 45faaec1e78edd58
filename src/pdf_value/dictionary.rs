//! Names with their values.

use std::collections::BTreeMap;

use super::Object;

/// Names with their values, in the order in which they were first set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dictionary {
    entries: Vec<(Vec<u8>, Object)>,
    /// Where each name stands, once they are too many to look them all through: a stranger's file may
    /// hold a million.
    #[expect(clippy::box_collection, reason = "every value has room for what is unboxed")]
    places: Option<Box<BTreeMap<Vec<u8>, usize>>>,
}

/// How many names are looked through.
const FEW: usize = 16;

impl Dictionary {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn get(&self, name: &[u8]) -> Option<&Object> {
        self.place(name).map(|place| &self.entries[place].1)
    }

    pub fn has(&self, name: &[u8]) -> bool {
        self.place(name).is_some()
    }

    /// Sets a name's value; one that was set before keeps its place.
    pub fn set(&mut self, name: impl Into<Vec<u8>>, value: impl Into<Object>) {
        let (name, value) = (name.into(), value.into());
        if let Some(place) = self.place(&name) {
            self.entries[place].1 = value;
            return;
        }
        self.entries.push((name, value));
        let place = self.entries.len() - 1;
        match &mut self.places {
            Some(places) => {
                places.insert(self.entries[place].0.clone(), place);
            }
            None if self.entries.len() > FEW => {
                let names = self.entries.iter().map(|(name, _)| name.clone());
                self.places = Some(Box::new(names.zip(0..).collect()));
            }
            None => {}
        }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &Object)> {
        self.entries.iter().map(|(name, value)| (name.as_slice(), value))
    }

    fn place(&self, name: &[u8]) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(name).copied(),
            None => self.entries.iter().position(|(own, _)| own == name),
        }
    }
}

impl PartialEq for Dictionary {
    /// In whatever order they were set.
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(name, value)| other.get(name) == Some(value))
    }
}

impl<N: Into<Vec<u8>>> FromIterator<(N, Object)> for Dictionary {
    fn from_iter<I: IntoIterator<Item = (N, Object)>>(entries: I) -> Self {
        let mut dictionary = Self::new();
        for (name, value) in entries {
            dictionary.set(name, value);
        }
        dictionary
    }
}

/// `dictionary! { "Type" => "Page", "Rotate" => 90 }`
macro_rules! dictionary {
    ($($name:expr => $value:expr),* $(,)?) => {{
        let mut dictionary = $crate::pdf_value::Dictionary::new();
        $(dictionary.set($name, $value);)*
        dictionary
    }};
}
pub(crate) use dictionary;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_order_and_hold_what_was_set_last() {
        for count in [3, FEW, FEW + 1, 200] {
            let name = |number: usize| format!("N{}", number * 7 % 1000).into_bytes();
            let mut dictionary = Dictionary::new();
            for number in 0..count {
                dictionary.set(name(number), 0);
            }
            for number in (0..count).rev() {
                dictionary.set(name(number), i64::try_from(number).unwrap());
            }
            assert_eq!(count, dictionary.len());
            for (number, (own, value)) in dictionary.iter().enumerate() {
                assert_eq!((name(number).as_slice(), Some(number as i64)), (own, value.as_i64()));
                assert_eq!(Some(value), dictionary.get(own));
            }
            assert!(!dictionary.has(b"N"));
        }
    }

    #[test]
    fn dictionaries_are_alike_in_any_order() {
        let one = dictionary! { "A" => 1, "B" => "two" };
        assert_eq!(one, dictionary! { "B" => "two", "A" => 1 });
        assert_ne!(one, dictionary! { "A" => 1, "C" => "two" });
        assert_ne!(one, dictionary! { "A" => 1 });
    }

    #[test]
    fn a_million_names_are_set_and_found() {
        let names = || (0..1_000_000_u32).map(|number| number.to_be_bytes().to_vec());
        let dictionary = Dictionary::from_iter(names().map(|name| (name, Object::Null)));
        assert!(names().all(|name| dictionary.has(&name)));
    }
}
