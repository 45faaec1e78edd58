//! What a question or a command takes: a constant table of fields.
//!
//! `fields!` declares a struct and its table at once. Everything that has to know the fields reads the
//! table: the grammar of a line, help and completion, the log of a session, the forms of the companion
//! page and the documentation of the JSON.

use super::reader::Reader;

/// One entry of the table of fields of a question or command.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key in the log; on a line, hyphens stand for its underscores.
    pub name: &'static str,
    /// Other names for it on a line.
    pub aliases: &'static [&'static str],
    /// What it is, in a sentence or two.
    pub help: &'static str,
    /// What its value is.
    pub kind: FieldKind,
    /// What stands for its value in help, such as `NUMBER`; empty for the usual word of its kind.
    value: &'static str,
    /// Whether the value stands by itself, without the name before it.
    pub positional: bool,
    /// Whether the last number of a line belongs to it although it has a name: `3d10 7` for `3d10 tn 7`.
    pub trailing: bool,
    /// Whether there may be several values.
    pub many: bool,
    /// Whether a comma in a word separates values.
    pub split: bool,
    /// Whether its name may stand without a value, which then means the usual ones.
    pub bare: bool,
    /// What happens where it is left out.
    pub presence: Presence,
    /// A field that has to be given too.
    pub needs: Option<&'static str>,
    /// Fields that cannot be given too.
    pub excludes: &'static [&'static str],
    /// What a question does with the cards that it names.
    pub card_use: CardUse,
    /// The fact about a participant that fills it where it is left out.
    pub fact: Option<Fact>,
}

/// What the value of a field is.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// Fields of their own, which stand among the others.
    Group(&'static [Field]),
    /// No value: it is given or it is not.
    Flag,
    /// A whole number of a range.
    Number {
        /// The smallest.
        low: i64,
        /// The largest.
        high: i64,
    },
    /// One of several words.
    Choice(&'static [Choice]),
    /// Dice, or a trait or skill of the character who acts.
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
    /// An element of the deck's own.
    Element,
    /// Any other text, which the help describes.
    Text,
}

impl FieldKind {
    /// Whether it names cards and nothing else.
    pub const fn is_card(self) -> bool {
        matches!(self, Self::Card | Self::Chain | Self::Cards)
    }

    /// The word that stands for a value in help.
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
    /// What it means; empty where the word says it.
    pub help: &'static str,
}

/// What happens where a field is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// That is a problem.
    Required,
    /// That is a problem unless one of these is given.
    RequiredUnless(&'static [&'static str]),
    /// Nothing.
    Optional,
    /// This value stands for it.
    Default(&'static str),
}

/// What a question does with a card that a field names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardUse {
    /// It is drawn for the question.
    Drawn,
    /// It was drawn for another question and is read again, such as for where a hit lands (seed 004:
    /// location, penetration, damage, failure and the rest are read on the card of the attack).
    ReadOn,
    /// It is a card of this question that is read once more for damage, or a new one.
    OfHit,
    /// It is one more card for an exceptional result.
    FollowUp,
    /// It is only shown.
    Shown,
    /// It is on the table already: in the discard pile, or in a hand drawn before.
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

/// Something that a session knows of a participant and that fills a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The dice of the skill that is usually meant: of the actor.
    Skill,
    /// The worst wound of the actor, where there is one.
    Wounded,
    /// The worst wound of the actor, 0 included.
    Worst,
    /// The wounds that the actor took last.
    LastWounds,
    /// The worst wound of the actor before those.
    Earlier,
    /// Other penalties of the actor.
    Penalty,
    /// The weapon in the actor's hand that is fired or thrown.
    Firearm,
    /// The weapon in the actor's hand that strikes.
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
    /// What is behind the target's cover.
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
    /// A field whose kind and presence follow from the type of its struct member.
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

    /// The same under another name than that of its struct member.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The same with other names besides its own.
    #[must_use]
    pub const fn also(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// The same with another word for its value in help.
    #[must_use]
    pub const fn value(self, value: &'static str) -> Self {
        Self { value, ..self }
    }

    /// The same as a value that stands by itself.
    #[must_use]
    pub const fn positional(self) -> Self {
        Self { positional: true, ..self }
    }

    /// The same as one to which the last number of a line belongs.
    #[must_use]
    pub const fn trailing(self) -> Self {
        Self { trailing: true, ..self }
    }

    /// The same as a list.
    #[must_use]
    pub const fn list(self) -> Self {
        Self { many: true, ..self }
    }

    /// The same as a list whose values may hold commas, so that the name is given once for each.
    #[must_use]
    pub const fn unsplit(self) -> Self {
        Self { split: false, ..self }
    }

    /// The same as a list whose name may stand without a value.
    #[must_use]
    pub const fn or_bare(self) -> Self {
        Self { bare: true, ..self }
    }

    /// The same as one that a question cannot do without.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { presence: Presence::Required, ..self }
    }

    /// The same as one that a question cannot do without unless one of these is given.
    #[must_use]
    pub const fn required_unless(self, others: &'static [&'static str]) -> Self {
        Self { presence: Presence::RequiredUnless(others), ..self }
    }

    /// The same with a value for where it is left out.
    #[must_use]
    pub const fn default(self, text: &'static str) -> Self {
        Self { presence: Presence::Default(text), ..self }
    }

    /// The same, where another field has to be given too.
    #[must_use]
    pub const fn needs(self, other: &'static str) -> Self {
        Self { needs: Some(other), ..self }
    }

    /// The same, where other fields cannot be given too.
    #[must_use]
    pub const fn excludes(self, others: &'static [&'static str]) -> Self {
        Self { excludes: others, ..self }
    }

    /// The same with another use of its cards than to be drawn.
    #[must_use]
    pub const fn used_as(self, card_use: CardUse) -> Self {
        Self { card_use, ..self }
    }

    /// The same, filled from what a session knows.
    #[must_use]
    pub const fn fact(self, fact: Fact) -> Self {
        Self { fact: Some(fact), ..self }
    }

    /// What stands for its value in help, such as `NUMBER`.
    pub const fn value_name(&self) -> &'static str {
        if self.value.is_empty() { self.kind.value() } else { self.value }
    }

    /// The name with hyphens, as in an option or a word of `play`.
    pub fn hyphenated(&self) -> String {
        self.name.replace('_', "-")
    }

    /// What messages call it: as it is typed, or the word of help for a value that stands by itself.
    pub fn label(&self) -> String {
        match self.positional {
            true => self.value_name().to_lowercase(),
            false => self.hyphenated(),
        }
    }

    /// As it is given on a command line: with dashes, or the word of help for a value that stands by itself.
    pub fn option(&self) -> String {
        match self.positional {
            true => self.value_name().to_owned(),
            false => format!("--{}", self.hyphenated()),
        }
    }

    /// Whether it is given without a value.
    pub const fn is_flag(&self) -> bool {
        matches!(self.kind, FieldKind::Flag)
    }
}

/// A struct whose members are the fields of a question or command, or a group of them.
pub trait Fields: Sized {
    /// The table of its fields in the order of help, groups among them.
    const FIELDS: &'static [Field];

    /// Reads the fields; `None` when the reader holds a problem with one of them.
    fn read(reader: &mut Reader<'_>) -> Option<Self>;
}

/// The type of a struct member: a value, a list, a flag, or a group of fields.
pub trait Member: Sized {
    /// What it holds.
    const KIND: FieldKind;
    /// What happens where it is left out.
    const PRESENCE: Presence;
    /// Whether it holds several values.
    const MANY: bool = false;

    /// Reads it; `None` when the reader holds a problem with it.
    fn read(field: &'static Field, reader: &mut Reader<'_>) -> Option<Self>;
}

impl<F: Fields> Member for F {
    const KIND: FieldKind = FieldKind::Group(F::FIELDS);
    const PRESENCE: Presence = Presence::Optional;

    fn read(_: &'static Field, reader: &mut Reader<'_>) -> Option<Self> {
        F::read(reader)
    }
}

/// The fields of a table, those of its groups in their places.
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

/// Declares a struct of fields and the table of them: the documentation of a member is its help, its type
/// says what it holds, and after `=` stands what else is true of it, as methods of [`Field`].
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
