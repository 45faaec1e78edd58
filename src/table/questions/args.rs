//! The members of a question's struct: values, lists and flags, read before the answer begins.
//!
//! Each remembers whether the answer took it into account, so that a player hears of a value that made no
//! difference.

use std::cell::Cell;
use std::fmt::Debug;
use std::rc::Rc;

use crate::diagnostic::Problem;

use super::field::{Field, FieldKind, Member, Presence};
use super::reader::Reader;
use super::setting::Setting;

/// A kind of value: what it is, and how its text is read.
pub trait ArgType: 'static {
    /// What the text stands for.
    type Value: Clone + Debug;

    /// What it is for help, completion and forms.
    const KIND: FieldKind;

    /// The value of a text. `name` is what messages call it.
    ///
    /// # Errors
    /// What is wrong with the text, and what would be accepted.
    fn parse(text: &str, name: &str, setting: &Setting) -> Result<Self::Value, Problem>;

    /// What stands for a card that is left out; `None` for what is not a card.
    fn left_out() -> Option<Self::Value> {
        None
    }
}

/// The field of a member, and the mark that it was taken into account.
#[derive(Clone, Debug)]
struct Entry {
    field: &'static Field,
    used: Rc<Cell<bool>>,
}

impl Entry {
    fn note_use(&self) {
        self.used.set(true);
    }
}

/// A value that the question cannot do without, or that has a default.
#[derive(Clone, Debug)]
pub struct Arg<T: ArgType> {
    entry: Entry,
    value: T::Value,
}

/// A value that may be left out.
#[derive(Clone, Debug)]
pub struct Opt<T: ArgType> {
    entry: Entry,
    value: Option<T::Value>,
}

/// Any number of values.
#[derive(Clone, Debug)]
pub struct List<T: ArgType> {
    entry: Entry,
    values: Vec<T::Value>,
    given: bool,
}

/// Something that is given or not.
#[derive(Clone, Debug)]
pub struct Flag {
    entry: Entry,
    given: bool,
}

impl<T: ArgType> Arg<T> {
    /// The value.
    pub fn get(&self) -> T::Value {
        self.entry.note_use();
        self.value.clone()
    }

    /// Its field.
    pub const fn field(&self) -> &'static Field {
        self.entry.field
    }
}

impl<T: ArgType> Opt<T> {
    /// The value, if there is one.
    pub fn get(&self) -> Option<T::Value> {
        self.entry.note_use();
        self.value.clone()
    }

    /// Whether there is one.
    pub fn is_given(&self) -> bool {
        self.entry.note_use();
        self.value.is_some()
    }

    /// Its field.
    pub const fn field(&self) -> &'static Field {
        self.entry.field
    }
}

impl<T: ArgType> List<T> {
    /// The values.
    pub fn get(&self) -> Vec<T::Value> {
        self.entry.note_use();
        self.values.clone()
    }

    /// Whether it is given, if only by its name.
    pub fn is_given(&self) -> bool {
        self.entry.note_use();
        self.given
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Its field.
    pub const fn field(&self) -> &'static Field {
        self.entry.field
    }
}

impl Flag {
    /// Whether it is given.
    pub fn get(&self) -> bool {
        self.entry.note_use();
        self.given
    }
}

fn parse<T: ArgType>(
    field: &'static Field,
    text: &str,
    reader: &mut Reader<'_>,
) -> Option<T::Value> {
    let left_out = T::left_out().filter(|_| text.is_empty());
    let read = match left_out {
        Some(value) => Ok(value),
        None => T::parse(text.trim(), &field.label(), reader.setting),
    };
    reader.keep(field, read)
}

impl<T: ArgType> Member for Arg<T> {
    const KIND: FieldKind = T::KIND;
    const PRESENCE: Presence = Presence::Required;

    fn read(field: &'static Field, reader: &mut Reader<'_>) -> Option<Self> {
        let (value, used) = match reader.texts(field) {
            Some((texts, used)) => (parse::<T>(field, &texts.join(","), reader)?, used),
            None if reader.is_missing(field) => return None,
            None => (T::left_out()?, Rc::default()),
        };
        Some(Self { entry: Entry { field, used }, value })
    }
}

impl<T: ArgType> Member for Opt<T> {
    const KIND: FieldKind = T::KIND;
    const PRESENCE: Presence = Presence::Optional;

    fn read(field: &'static Field, reader: &mut Reader<'_>) -> Option<Self> {
        let (value, used) = match reader.texts(field) {
            Some((texts, used)) => (Some(parse::<T>(field, &texts.join(","), reader)?), used),
            None if reader.is_missing(field) => return None,
            None => (None, Rc::default()),
        };
        Some(Self { entry: Entry { field, used }, value })
    }
}

impl<T: ArgType> Member for List<T> {
    const KIND: FieldKind = T::KIND;
    const PRESENCE: Presence = Presence::Optional;
    const MANY: bool = true;

    fn read(field: &'static Field, reader: &mut Reader<'_>) -> Option<Self> {
        let found = reader.texts(field);
        if found.is_none() && reader.is_missing(field) {
            return None;
        }
        let given = found.is_some();
        let (texts, used) = found.unwrap_or_default();
        reader.check_length(texts.len())?;
        let values: Vec<Option<T::Value>> =
            texts.iter().map(|text| parse::<T>(field, text, reader)).collect();
        let values = values.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Self { entry: Entry { field, used }, values, given })
    }
}

impl Member for Flag {
    const KIND: FieldKind = FieldKind::Flag;
    const PRESENCE: Presence = Presence::Optional;

    fn read(field: &'static Field, reader: &mut Reader<'_>) -> Option<Self> {
        let found = reader.texts(field);
        if found.is_none() && reader.is_missing(field) {
            return None;
        }
        let given = found.is_some();
        let used = found.map_or_else(Rc::default, |(_, used)| used);
        Some(Self { entry: Entry { field, used }, given })
    }
}
