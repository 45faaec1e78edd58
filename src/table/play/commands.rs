//! The commands of a table other than questions.

use crate::deck::{CardNumber, CardNumbers};
use crate::dice::is_dice_of_digits;
use crate::table::grammar::Arguments;
use crate::table::questions::field::{Field, Fields, flatten};
use crate::table::questions::prelude::*;
use crate::table::rules::{Game as Rules, Size};

use super::game::{Game, PlayError};
use super::reply::Reply;

/// Runs a command: game, line, arguments.
type Run = fn(&mut Game, &str, &Arguments) -> Result<Reply, PlayError>;

/// A command: its fields, its help and its implementation.
#[derive(Clone, Copy)]
pub struct CommandSpec {
    /// Its name.
    pub name: &'static str,
    /// The help, one line.
    pub help: &'static str,
    /// Example lines.
    pub examples: &'static [&'static str],
    table: &'static [Field],
    /// The implementation; `None` for commands that the caller of [`Game::hear`] handles.
    pub(super) run: Option<Run>,
}

impl CommandSpec {
    const fn new<C: Fields>(
        name: &'static str,
        help: &'static str,
        examples: &'static [&'static str],
        run: Run,
    ) -> Self {
        Self { name, help, examples, table: C::FIELDS, run: Some(run) }
    }

    /// A command that the caller of [`Game::hear`] handles.
    const fn handled<C: Fields>(
        name: &'static str,
        help: &'static str,
        examples: &'static [&'static str],
    ) -> Self {
        Self { name, help, examples, table: C::FIELDS, run: None }
    }

    /// The fields.
    pub fn fields(&self) -> Vec<&'static Field> {
        flatten(self.table)
    }
}

/// The command for odds; its words are a question about odds.
pub const ODDS: &str = "odds";

/// The command for help.
pub const HELP: &str = "help";

/// All commands, in the order of help.
pub const COMMANDS: &[CommandSpec] = &[
    CommandSpec::new::<DrawCommand>(
        "draw",
        "Draw cards without a question",
        &["draw", "draw 3"],
        |game, text, arguments| game.draw(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<ThenCommand>(
        "then",
        "Add a follow-up card to the last check, or another card that its answer requires",
        &["then", "then 11", "then of 34"],
        |game, text, arguments| game.then(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<HandCommand>(
        "hand",
        "Draw a hand for initiative, or one of which all cards are kept, or show it",
        &[
            "hand sid 3d10",
            "hand sid 4",
            "hand sid 2 all",
            "hand sid",
            "hand sid 3d10 check 34 cards 3,14,51",
        ],
        |game, text, arguments| game.hand(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<NoFields>("hands", "Show all hands", &["hands"], |game, _, _| {
        Ok(game.hands())
    }),
    CommandSpec::new::<ActCommand>(
        "act",
        "Act with a card of the hand, which is discarded",
        &["act sid", "act sid 39"],
        |game, text, arguments| game.act(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<NameCommand>(
        "drop",
        "Discard a hand",
        &["drop sid"],
        |game, text, arguments| game.drop_hand(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<WoundCommand>(
        "wound",
        "Wound a character, or show the wounds",
        &["wound sid chest 3 ct 10", "wound sid left arm 2+3", "wound sid"],
        |game, text, arguments| game.wound(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<ApplyCommand>(
        "apply",
        "Apply the wounds that the last answer dealt",
        &["apply", "apply sid"],
        |game, text, arguments| game.apply(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<SpendCommand>(
        "spend",
        "Spend bumps of the last attack to move the hit, or show what each would buy",
        &["spend", "spend 1", "spend -1"],
        |game, text, arguments| game.spend(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<SetCommand>(
        "set",
        "Record facts about a character until they are changed: weapon, distance, cover and others",
        &["set sid distance 12 prone", "set sid weapon revolver ammo 6 skill shooting"],
        |game, text, arguments| game.set(text, &game.read(arguments)?, arguments.target.as_deref()),
    ),
    CommandSpec::new::<UnsetCommand>(
        "unset",
        "Remove recorded facts",
        &["unset sid prone", "unset sid cover distance", "unset sid stunned", "unset sid"],
        |game, text, arguments| game.unset(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<NameCommand>(
        "reload",
        "Fill the weapon of a character",
        &["reload sid"],
        |game, text, arguments| game.reload(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<AsCommand>(
        "as",
        "Choose the default acting character",
        &["as sid", "as"],
        |game, text, arguments| game.let_act(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<HealCommand>(
        "heal",
        "Heal one wound of a place",
        &["heal sid left arm"],
        |game, text, arguments| game.heal(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<NameCommand>(
        "rest",
        "Restore all CT of a character",
        &["rest sid"],
        |game, text, arguments| game.rest(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<BleedCommand>(
        "bleed",
        "Let a character bleed (an optional rule)",
        &["bleed sid", "bleed sid 3"],
        |game, text, arguments| game.bleed(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<RoundCommand>(
        "round",
        "End the round: hands are discarded, and the deck is shuffled if that is due",
        &["round", "round hold sid"],
        |game, text, arguments| game.end_round(text, &game.read(arguments)?),
    ),
    CommandSpec::new::<NoFields>(
        "shuffle",
        "Shuffle the discard pile into the draw pile",
        &["shuffle"],
        |game, text, _| game.shuffle(text),
    ),
    CommandSpec::new::<StepsCommand>(
        "undo",
        "Undo steps",
        &["undo", "undo 3"],
        |game, _, arguments| game.undo(&game.read(arguments)?),
    ),
    CommandSpec::new::<StepsCommand>(
        "redo",
        "Redo steps that were undone",
        &["redo", "redo 3"],
        |game, _, arguments| game.redo(&game.read(arguments)?),
    ),
    CommandSpec::new::<StepsCommand>(
        "log",
        "Show the last steps",
        &["log", "log 50"],
        |game, _, arguments| game.log(&game.read(arguments)?),
    ),
    CommandSpec::new::<NoFields>(
        "table",
        "Show piles, round and hands",
        &["table"],
        |game, _, _| Ok(game.table()),
    ),
    CommandSpec::new::<GameCommand>(
        "game",
        "Choose the game whose questions are asked, or show it",
        &["game fi3", "game"],
        |game, text, arguments| game.choose_game(text, &game.read(arguments)?),
    ),
    CommandSpec::handled::<WordsCommand>(
        ODDS,
        "Count the exact odds of a check with the cards still to be drawn",
        &[
            "odds 3d10 tn 7",
            "odds 3d10 against 2d8",
            "odds attack 3d10 weapon \"example revolver\" distance 12",
        ],
    ),
    CommandSpec::handled::<WordsCommand>(
        HELP,
        "List the commands, or explain one with examples",
        &["help", "help attack", "help stun"],
    ),
    CommandSpec::handled::<NoFields>("quit", "Leave the table", &["quit"]),
    CommandSpec::handled::<NoFields>("exit", "Leave the table", &[]),
];

/// The command of this name.
pub fn command(name: &str) -> Option<&'static CommandSpec> {
    COMMANDS.iter().find(|command| command.name == name)
}

fields! {
    /// Arguments of a command without any.
    pub struct NoFields {}
}

fields! {
    /// Arguments of a command that parses its words itself.
    pub struct WordsCommand {
        /// The question or command
        pub words: List<String> = positional().value("WORD"),
    }
}

fields! {
    /// Arguments of `draw`.
    pub struct DrawCommand {
        /// How many cards where the program draws; the numbers of the cards where the players do
        pub numbers: List<String> = positional().value("NUMBER"),
    }
}

fields! {
    /// Arguments of `then`.
    pub struct ThenCommand {
        /// The cards drawn, where the players draw
        pub cards: List<CardList> = positional().value("CARD"),
        /// The first card of the chain to continue, if the question has several
        pub of: Opt<CardNumber> = value("CARD"),
    }
}

fields! {
    /// Arguments of `hand`.
    pub struct HandCommand {
        /// The character
        pub name: Arg<PersonName> = positional(),
        /// Reflex, such as 3d8, or the number of cards; the hand is shown when left out
        pub size: Opt<HandSize> = positional().value("REFLEX|NUMBER"),
        /// The card of the Reflex check with its follow-ups, such as 34+11, where the players draw
        pub check: Opt<Chain> = value("CARDS"),
        /// The cards of the hand, where the players draw
        pub cards: List<CardList> = value("CARD,…"),
        /// Keep every card drawn, to use it in a question later
        pub all: Flag = excludes(&["check"]),
        /// Penalties to the Reflex check, such as wounds; a bonus is negative
        pub penalty: Arg<Number<i32, -99, 99>> = default("0"),
    }
}

/// The size of a hand: a number of cards, or a Reflex check that gives it.
#[derive(Clone, Debug)]
pub enum HandSize {
    /// A number of cards.
    Cards(usize),
    /// The dice of Reflex, or the name of a trait.
    Reflex(String),
}

impl ArgType for HandSize {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Dice;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<Self, Problem> {
        match text.bytes().all(|byte| byte.is_ascii_digit()) && !is_dice_of_digits(text) {
            true => CardCount::parse(text, "number of cards", setting).map(Self::Cards),
            false => Ok(Self::Reflex(text.to_owned())),
        }
    }
}

/// The number of cards of a draw.
pub type CardCount = Number<usize, 1, { CardNumbers::MOST as i64 }>;

/// The number of a card that is already on the table.
impl ArgType for CardNumber {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Card;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<Self, Problem> {
        setting.deck.numbers().parse(text).map_err(Problem::from)
    }
}

fields! {
    /// Arguments of `act`.
    pub struct ActCommand {
        /// The character
        pub name: Arg<PersonName> = positional(),
        /// The card; the highest when left out
        pub card: Opt<CardNumber> = positional().value("CARD"),
    }
}

fields! {
    /// Arguments of a command about a character.
    pub struct NameCommand {
        /// The character
        pub name: Arg<PersonName> = positional(),
    }
}

fields! {
    /// Arguments of `wound`.
    pub struct WoundCommand {
        /// The character
        pub name: Arg<PersonName> = positional(),
        /// Place and wounds, such as chest 3, or left arm 2+3 for 2 wounds and 3 CT
        pub hit: List<PlaceWord> = positional().value("HIT"),
        /// CT at full health, once for a character who is not in the table of characters
        pub ct: Opt<Number<u16, 0, 9999>>,
    }
}

/// A word of a body part, or of the damage to it.
#[derive(Debug)]
pub struct PlaceWord;

impl ArgType for PlaceWord {
    type Value = String;
    const KIND: FieldKind = FieldKind::Place;

    fn parse(text: &str, _: &str, _: &Setting) -> Result<String, Problem> {
        Ok(text.to_owned())
    }
}

fields! {
    /// Arguments of `apply`.
    pub struct ApplyCommand {
        /// The character, where the question named none
        pub name: Opt<PersonName> = positional(),
    }
}

fields! {
    /// Arguments of `spend`.
    pub struct SpendCommand {
        /// How many entries up the stack; down when negative
        pub bumps: Opt<Number<i8, -99, 99>> = positional().value("BUMPS"),
    }
}

fields! {
    /// Arguments of `as`.
    pub struct AsCommand {
        /// The character; without it no default is set
        pub name: Opt<PersonName> = positional(),
    }
}

fields! {
    /// Arguments of `set`.
    pub struct SetCommand {
        /// The character
        pub name: Arg<PersonName> = positional(),
        /// The weapon in hand
        pub weapon: Opt<WeaponName>,
        /// Dice, trait or skill to attack with
        pub skill: Opt<String> = value("DICE"),
        /// Penalty to everything in addition to wounds; a bonus is negative
        pub penalty: Opt<Number<i32, -99, 99>>,
        /// Reliability of the weapon in hand, 1 to 13
        pub rel: Opt<Number<u8, 1, 13>>,
        /// Shots in the weapon in hand, which are counted down
        pub ammo: Opt<Number<u16, 0, 9999>> = value("SHOTS"),
        /// Defensive Bonus of the weapon in hand
        pub reach: Opt<Number<u8, 0, 99>>,
        /// Fighting level against blows
        pub fighting: Opt<Number<u8, 0, 99>> = value("LEVEL"),
        /// Size
        pub size: Opt<Size> = value("SIZE"),
        /// Metres to the attacker
        pub distance: Opt<Number<u16, 0, 65_535>> = value("METRES"),
        /// Armour value of the cover in between
        pub cover: Opt<Number<i16, -99, 99>> = value("AV").needs("covered"),
        /// What is behind the cover, such as torso,legs
        pub covered: List<WholePlace> = value("LOCATION,…"),
        /// Value of the armour worn
        pub armour: Opt<Number<i16, 0, 99>>,
        /// Dodge score, while dodging
        pub dodge: Opt<Number<u8, 0, 99>> = value("SCORE"),
        /// Prone
        pub prone: Flag,
        /// Stunned until a recovery check succeeds
        pub stunned: Flag,
        /// Unconscious
        pub unconscious: Flag,
        /// Surprised in this round
        pub surprised: Flag,
    }
}

fields! {
    /// Arguments of `unset`.
    pub struct UnsetCommand {
        /// The character
        pub name: Arg<PersonName> = positional(),
        /// What; everything when left out
        pub facts: List<FactName> = positional().value("FACT"),
    }
}

/// The name of a fact about a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactName {
    /// The weapon in hand, its reliability and its shots.
    Weapon,
    /// The skill to attack with.
    Skill,
    /// The general penalty.
    Penalty,
    /// Shots.
    Ammo,
    /// Reliability.
    Rel,
    /// Defensive Bonus.
    Reach,
    /// Fighting level.
    Fighting,
    /// Size.
    Size,
    /// Distance.
    Distance,
    /// Cover.
    Cover,
    /// Armour.
    Armour,
    /// Dodging.
    Dodge,
    /// Prone.
    Prone,
    /// The target.
    At,
    /// Stunned.
    Stunned,
    /// Unconscious.
    Unconscious,
    /// Surprised.
    Surprised,
}

choice! { FactName {
    "weapon" => FactName::Weapon, "The weapon in hand, its reliability and its shots";
    "skill" => FactName::Skill, "The skill to attack with";
    "penalty" => FactName::Penalty, "Penalty to everything";
    "ammo" => FactName::Ammo, "Shots";
    "rel" => FactName::Rel, "Reliability";
    "reach" => FactName::Reach, "Defensive Bonus";
    "fighting" => FactName::Fighting, "Fighting level";
    "size" => FactName::Size, "Size";
    "distance" => FactName::Distance, "Distance";
    "cover" => FactName::Cover, "Cover";
    "armour" => FactName::Armour, "Armour";
    "armor" => FactName::Armour, "Armour";
    "dodge" => FactName::Dodge, "Dodging";
    "prone" => FactName::Prone, "Prone";
    "at" => FactName::At, "The target";
    "stunned" => FactName::Stunned, "Stunned";
    "unconscious" => FactName::Unconscious, "Unconscious";
    "surprised" => FactName::Surprised, "Surprised";
} }

fields! {
    /// Arguments of `heal`.
    pub struct HealCommand {
        /// The character
        pub name: Arg<PersonName> = positional(),
        /// The place, such as left arm
        pub place: List<PlaceWord> = positional().value("PLACE").required(),
    }
}

fields! {
    /// Arguments of `bleed`.
    pub struct BleedCommand {
        /// The character
        pub name: Arg<PersonName> = positional(),
        /// How many rounds
        pub rounds: Arg<Number<u16, 1, 9999>> = positional().value("ROUNDS").default("1"),
    }
}

fields! {
    /// Arguments of `round`.
    pub struct RoundCommand {
        /// The characters who keep the cards they hold
        pub hold: List<PersonName> = value("NAME,…"),
    }
}

fields! {
    /// Arguments of a command about a number of steps.
    pub struct StepsCommand {
        /// How many steps
        pub count: Opt<Number<usize, 1, 1_000_000>> = positional().value("STEPS"),
    }
}

fields! {
    /// Arguments of `game`.
    pub struct GameCommand {
        /// west, fi3, d6, ladder or cards
        pub game: Opt<Rules> = positional().value("GAME"),
    }
}

impl ArgType for Rules {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, _: &str, _: &Setting) -> Result<Self, Problem> {
        text.parse().map_err(Problem::from)
    }
}

/// The names of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|command| command.name)
}
