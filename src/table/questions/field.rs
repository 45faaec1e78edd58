//! Fields of questions and commands: a constant table each.
//!
//! `fields!` declares a struct and its table together. The grammar of a line, help and completion,
//! the log of a session, the forms of the companion page and the documentation of the JSON are
//! derived from the table.

use super::reader::Reader;

/// A field of a question or command.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key in the log; on a line, hyphens stand for its underscores.
    pub name: &'static str,
    /// Other names on a line.
    pub aliases: &'static [&'static str],
    /// The description, in one or two sentences.
    pub help: &'static str,
    /// The kind of its value.
    pub kind: FieldKind,
    /// The placeholder for its value in help, such as `NUMBER`; empty for the default of its kind.
    value: &'static str,
    /// Whether the value is positional, without a name before it.
    pub positional: bool,
    /// Whether the last number of a line is its value without the name: `3d10 7` for `3d10 tn 7`.
    pub trailing: bool,
    /// Whether it accepts several values.
    pub many: bool,
    /// Whether a comma in a word separates values.
    pub split: bool,
    /// Whether its name alone, without a value, selects the default values.
    pub bare: bool,
    /// What happens if it is left out.
    pub presence: Presence,
    /// Another field that must also be given.
    pub needs: Option<&'static str>,
    /// Fields that cannot be given together with it.
    pub excludes: &'static [&'static str],
    /// The use of the cards that it names.
    pub card_use: CardUse,
    /// The fact about a participant that fills it if it is left out.
    pub fact: Option<Fact>,
}

/// The kind of a field's value.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// A group of fields, which are listed in its place.
    Group(&'static [Field]),
    /// No value: a flag.
    Flag,
    /// A whole number in a range.
    Number {
        /// The minimum.
        low: i64,
        /// The maximum.
        high: i64,
    },
    /// One of several words.
    Choice(&'static [Choice]),
    /// Dice, or a trait or skill of the acting character.
    Dice,
    /// A cell of the effect grid, such as `(3)6`.
    Cell,
    /// A single die, such as `d8`.
    Die,
    /// A card: its number, `draw` or `last`.
    Card,
    /// A card with its follow-up cards, such as `34+11`.
    Chain,
    /// Cards, such as `34,10` or `34-36`.
    Cards,
    /// A weapon of the table of weapons.
    Weapon,
    /// A participant.
    Person,
    /// A place of the body.
    Place,
    /// A designer element of the deck.
    Element,
    /// Any other text, described in the help.
    Text,
}

impl FieldKind {
    /// Whether its values are cards only.
    pub const fn is_card(self) -> bool {
        matches!(self, Self::Card | Self::Chain | Self::Cards)
    }

    /// The default placeholder for a value in help.
    const fn value(self) -> &'static str {
        match self {
            Self::Group(_) | Self::Flag | Self::Text => "TEXT",
            Self::Number { .. } => "NUMBER",
            Self::Choice(_) => "WORD",
            Self::Dice => "DICE",
            Self::Cell => "CELL",
            Self::Die => "DIE",
            Self::Card => "CARD",
            Self::Chain => "CARDS",
            Self::Cards => "CARD,…",
            Self::Weapon | Self::Person => "NAME",
            Self::Place => "PLACE",
            Self::Element => "ELEMENT",
        }
    }
}

/// One word of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// The meaning; empty if the word is clear.
    pub help: &'static str,
}

/// What happens if a field is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is required.
    Required,
    /// It is required unless one of these is given.
    RequiredUnless(&'static [&'static str]),
    /// It is optional.
    Optional,
    /// It has this default.
    Default(&'static str),
}

/// The use of a card that a field names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardUse {
    /// It is drawn for the question.
    Drawn,
    /// It was drawn for another question and is read again, such as for the hit location (Conflict:
    /// location, penetration, damage, failure and the rest are read on the card of the attack).
    ReadOn,
    /// It is a card of this question that is read again for damage, or a new one.
    OfHit,
    /// It is a follow-up card after an exceptional result.
    FollowUp,
    /// It is only shown.
    Shown,
    /// It is already on the table: in the discard pile, or in a hand drawn before.
    Named,
}

impl CardUse {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drawn => "drawn",
            Self::ReadOn => "read",
            Self::OfHit => "hit",
            Self::FollowUp => "follow-up",
            Self::Shown => "shown",
            Self::Named => "named",
        }
    }
}

/// A fact of a session about a participant, which fills a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The actor's dice in the default skill.
    Skill,
    /// The worst wound of the actor, if there is one.
    Wounded,
    /// The worst wound of the actor, including 0.
    Worst,
    /// The last wounds of the actor.
    LastWounds,
    /// The worst wound of the actor before the last ones.
    Earlier,
    /// Other penalties of the actor.
    Penalty,
    /// The ranged weapon in the actor's hand.
    Firearm,
    /// The melee weapon in the actor's hand.
    MeleeWeapon,
    /// The reliability of the weapon in the actor's hand.
    Reliability,
    /// The Defensive Bonus of the weapon in the actor's hand.
    OwnReach,
    /// The Size of the actor.
    OwnSize,
    /// The distance to the target.
    Distance,
    /// The Size of the target.
    Size,
    /// The armour value of the target's cover.
    Cover,
    /// The places behind the target's cover.
    Covered,
    /// The armour that the target wears.
    Armour,
    /// The dodge score of the target.
    Dodge,
    /// Whether the target is prone.
    Prone,
    /// The fighting level of the target.
    Fighting,
    /// The weapon in the target's hand.
    DefenderWeapon,
    /// The Defensive Bonus of the weapon in the target's hand.
    Reach,
}

impl Field {
    /// A field whose kind and presence are derived from the type of its struct member.
    pub const fn new(
        name: &'static str,
        help: &'static str,
        kind: FieldKind,
        presence: Presence,
    ) -> Self {
        Self {
            name,
            aliases: &[],
            help,
            kind,
            value: "",
            positional: false,
            trailing: false,
            many: false,
            split: true,
            bare: false,
            presence,
            needs: None,
            excludes: &[],
            card_use: CardUse::Drawn,
            fact: None,
        }
    }

    /// Returns the field with another name than that of its struct member.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Returns the field with additional names.
    #[must_use]
    pub const fn also(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Returns the field with another placeholder for its value in help.
    #[must_use]
    pub const fn value(self, value: &'static str) -> Self {
        Self { value, ..self }
    }

    /// Returns the field as a positional one.
    #[must_use]
    pub const fn positional(self) -> Self {
        Self { positional: true, ..self }
    }

    /// Returns the field as the one that takes the last number of a line.
    #[must_use]
    pub const fn trailing(self) -> Self {
        Self { trailing: true, ..self }
    }

    /// Returns the field as a list.
    #[must_use]
    pub const fn list(self) -> Self {
        Self { many: true, ..self }
    }

    /// Returns the field as a list whose values may contain commas, so that the name is repeated
    /// for each.
    #[must_use]
    pub const fn unsplit(self) -> Self {
        Self { split: false, ..self }
    }

    /// Returns the field as a list whose name may be given without a value.
    #[must_use]
    pub const fn or_bare(self) -> Self {
        Self { bare: true, ..self }
    }

    /// Returns the field as a required one.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { presence: Presence::Required, ..self }
    }

    /// Returns the field as a required one unless one of these is given.
    #[must_use]
    pub const fn required_unless(self, others: &'static [&'static str]) -> Self {
        Self { presence: Presence::RequiredUnless(others), ..self }
    }

    /// Returns the field with a default.
    #[must_use]
    pub const fn default(self, text: &'static str) -> Self {
        Self { presence: Presence::Default(text), ..self }
    }

    /// Returns the field with another one that must also be given.
    #[must_use]
    pub const fn needs(self, other: &'static str) -> Self {
        Self { needs: Some(other), ..self }
    }

    /// Returns the field with others that cannot be given together with it.
    #[must_use]
    pub const fn excludes(self, others: &'static [&'static str]) -> Self {
        Self { excludes: others, ..self }
    }

    /// Returns the field with another use of its cards than drawing them.
    #[must_use]
    pub const fn used_as(self, card_use: CardUse) -> Self {
        Self { card_use, ..self }
    }

    /// Returns the field, filled from a fact of the session.
    #[must_use]
    pub const fn fact(self, fact: Fact) -> Self {
        Self { fact: Some(fact), ..self }
    }

    /// The placeholder for its value in help, such as `NUMBER`.
    pub const fn value_name(&self) -> &'static str {
        if self.value.is_empty() { self.kind.value() } else { self.value }
    }

    /// The name with hyphens, as in an option or a word of `play`.
    pub fn hyphenated(&self) -> String {
        self.name.replace('_', "-")
    }

    /// The name used in messages: as it is typed, or the placeholder of a positional value.
    pub fn label(&self) -> String {
        match self.positional {
            true => self.value_name().to_lowercase(),
            false => self.hyphenated(),
        }
    }

    /// The notation on a command line: with dashes, or the placeholder of a positional value.
    pub fn option(&self) -> String {
        match self.positional {
            true => self.value_name().to_owned(),
            false => format!("--{}", self.hyphenated()),
        }
    }

    /// Whether it is a flag.
    pub const fn is_flag(&self) -> bool {
        matches!(self.kind, FieldKind::Flag)
    }
}

/// A struct whose members are the fields of a question or command, or a group of them.
pub trait Fields: Sized {
    /// The table of its fields in the order of help, including groups.
    const FIELDS: &'static [Field];

    /// Parses the fields; `None` if the reader has recorded a problem with one of them.
    fn read(reader: &mut Reader<'_>) -> Option<Self>;
}

/// The type of a struct member: a value, a list, a flag, or a group of fields.
pub trait Member: Sized {
    /// The kind of its value.
    const KIND: FieldKind;
    /// What happens if it is left out.
    const PRESENCE: Presence;
    /// Whether it has several values.
    const MANY: bool = false;

    /// Parses it; `None` if the reader has recorded a problem with it.
    fn read(field: &'static Field, reader: &mut Reader<'_>) -> Option<Self>;
}

impl<F: Fields> Member for F {
    const KIND: FieldKind = FieldKind::Group(F::FIELDS);
    const PRESENCE: Presence = Presence::Optional;

    fn read(_: &'static Field, reader: &mut Reader<'_>) -> Option<Self> {
        F::read(reader)
    }
}

/// The fields of a table, with groups replaced by their fields.
pub fn flatten(fields: &'static [Field]) -> Vec<&'static Field> {
    let mut flat = Vec::new();
    for field in fields {
        match field.kind {
            FieldKind::Group(inner) => flat.extend(flatten(inner)),
            _ => flat.push(field),
        }
    }
    flat
}

/// Declares a struct of fields and their table. The doc comment of a member is its help, the type
/// defines its kind, and the expression after `=` sets other properties with methods of [`Field`].
macro_rules! fields {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $(
                $(#[doc = $help:literal])+
                $member_vis:vis $member:ident : $kind:ty
                    $( = $option:ident ( $($argument:expr),* ) $( . $options:ident ( $($arguments:expr),* ) )* )? ,
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug)]
        $vis struct $name {
            $( $(#[doc = $help])+ $member_vis $member: $kind, )*
        }

        impl $crate::table::questions::field::Fields for $name {
            const FIELDS: &'static [$crate::table::questions::field::Field] = &[
                $({
                    use $crate::table::questions::field::{Field, Member};
                    let field = Field::new(
                        stringify!($member),
                        concat!($($help),+),
                        <$kind as Member>::KIND,
                        <$kind as Member>::PRESENCE,
                    );
                    let field = if <$kind as Member>::MANY { field.list() } else { field };
                    field $( .$option($($argument),*) $( .$options($($arguments),*) )* )?
                },)*
            ];

            #[allow(unused_mut, unused_variables, reason = "a question may have no fields")]
            fn read(
                reader: &mut $crate::table::questions::reader::Reader<'_>,
            ) -> Option<Self> {
                let mut fields = Self::FIELDS.iter();
                $(
                    let $member = <$kind as $crate::table::questions::field::Member>::read(
                        fields.next()?,
                        reader,
                    );
                )*
                Some(Self { $( $member: $member?, )* })
            }
        }
    };
}

pub(crate) use fields;
