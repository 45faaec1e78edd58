//! Members of a question's struct: values, lists and flags, parsed before the question is answered.
//!
//! Each member records whether the answer used it, so that a value without effect can be reported.

use std::cell::Cell;
use std::fmt::Debug;
use std::rc::Rc;

use crate::diagnostic::Problem;

use super::field::{Field, FieldKind, Member, Presence};
use super::reader::Reader;
use super::setting::Setting;

/// A kind of value with its parser.
pub trait ArgType: 'static {
    /// The parsed value.
    type Value: Clone + Debug;

    /// The kind for help, completion and forms.
    const KIND: FieldKind;

    /// Parses a text. `name` is the name used in messages.
    ///
    /// # Errors
    /// The problem of the text, with what is accepted.
    fn parse(text: &str, name: &str, setting: &Setting) -> Result<Self::Value, Problem>;

    /// The placeholder for a card that is left out; `None` for other kinds.
    fn left_out() -> Option<Self::Value> {
        None
    }
}

/// The field of a member, and whether it was used.
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

/// A value that is required or has a default.
#[derive(Clone, Debug)]
pub struct Arg<T: ArgType> {
    entry: Entry,
    value: T::Value,
}

/// An optional value.
#[derive(Clone, Debug)]
pub struct Opt<T: ArgType> {
    entry: Entry,
    value: Option<T::Value>,
}

/// A list of values.
#[derive(Clone, Debug)]
pub struct List<T: ArgType> {
    entry: Entry,
    values: Vec<T::Value>,
    given: bool,
}

/// A flag.
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

    /// Whether a value was given.
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

    /// Whether the field was given, even without values.
    pub fn is_given(&self) -> bool {
        self.entry.note_use();
        self.given
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Its field.
    pub const fn field(&self) -> &'static Field {
        self.entry.field
    }
}

impl Flag {
    /// Whether the flag was given.
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
