//! The commands of the prompt, read by clap: all questions of `lookup`, and what a table needs
//! besides.

use clap::{Arg, Args, Command, Parser, Subcommand, ValueEnum};

use crate::cli::argument::{Argument, Number, Parsed, Whole};
use crate::cli::lookup::dice::{Dice, DiceOrName};
use crate::cli::lookup::name::{PersonName, PlaceName, WeaponName};
use crate::cli::lookup::spelling::plain;
use crate::cli::lookup::written::{Chain, Together};
use crate::cli::odds;
use crate::deck::{CardNumber, DECK_SIZE};
use crate::diagnostic::Problem;
use crate::dice::{CheckDice, is_dice_of_digits};
use crate::rules::{Game, Size};

/// A line in full that asks for a [`Deed`].
#[derive(Debug, Parser)]
#[command(name = "play", no_binary_name = true, disable_help_subcommand = true)]
pub struct Line {
    #[command(flatten)]
    pub shared: Shared,
    /// What it asks for.
    #[command(subcommand)]
    pub deed: Deed,
}

/// What all lines share.
#[derive(Debug, Args)]
pub struct Shared {
    /// The character who acts; DICE may then name a trait or skill
    #[arg(long = "as", value_name = "NAME", global = true)]
    pub who: Option<PersonName>,
    /// The target, whose distance, Size, cover and the rest count as the table knows them
    #[arg(long, value_name = "NAME", global = true)]
    pub at: Option<PersonName>,
}

/// What is done at a table besides asking about cards.
#[derive(Debug, Subcommand)]
pub enum Deed {
    /// Draw cards for nothing in particular
    Draw(DrawArgs),
    /// Add a follow-up card to the last check, or what else its answer wants
    Then(ThenArgs),
    /// Draw somebody's hand for initiative, or show it
    Hand(Box<HandArgs>),
    /// Show everybody's hands
    Hands,
    /// Act with a card of the hand, which is discarded
    Act(ActArgs),
    /// Discard somebody's hand
    Drop(NameArgs),
    /// Hurt somebody, or show the wounds
    Wound(WoundArgs),
    /// Apply the wounds that the last answer dealt
    Apply(ApplyArgs),
    /// Spend bumps of the last attack to move the hit, or show what each would buy
    Spend(SpendArgs),
    /// Put down what counts for somebody until it is changed: weapon, distance, cover and the rest
    Set(Box<SetArgs>),
    /// Forget some of it
    Unset(UnsetArgs),
    /// Fill somebody's weapon again
    Reload(NameArgs),
    /// Say who acts from now on where nobody is named
    As(ActsArgs),
    /// Take one wound off a place
    Heal(HealArgs),
    /// Give somebody all CT back
    Rest(NameArgs),
    /// Let somebody bleed (an optional rule)
    Bleed(BleedArgs),
    /// End the round: hands are discarded, and the deck is shuffled if card 53 came up
    Round(RoundArgs),
    /// Shuffle the discard pile into the draw pile
    Shuffle,
    /// Take steps back
    Undo(CountArgs),
    /// Take steps again that were taken back
    Redo(CountArgs),
    /// Show the last steps
    Log(CountArgs),
    /// Show piles, round and hands
    Table,
    /// Choose the game whose questions are asked, or show it
    Game(GameArgs),
    /// Count the exact odds of a check with the cards still to be drawn
    Odds(Box<odds::Typed>),
    /// List the commands, or explain one with examples
    Help(HelpArgs),
    /// Leave the table
    #[command(visible_alias = "exit")]
    Quit,
}

/// What to draw.
#[derive(Debug, Args)]
pub struct DrawArgs {
    /// How many cards where the program draws; the numbers of the cards where the players do
    #[arg(value_name = "NUMBER", allow_negative_numbers = true)]
    pub numbers: Vec<String>,
}

/// What to add to a chain.
#[derive(Debug, Args)]
pub struct ThenArgs {
    /// The cards drawn, where the players draw
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    pub cards: Vec<Parsed<Together>>,
    /// The card whose result goes on, where the question has several
    #[arg(long, value_name = "CARD", allow_hyphen_values = true)]
    pub of: Option<Parsed<CardNumber>>,
}

/// Whose hand, and how large.
#[derive(Debug, Args)]
pub struct HandArgs {
    /// Who draws
    #[arg(value_name = "NAME")]
    pub name: PersonName,
    /// Reflex, such as 3d8, or the number of cards; the hand is shown when left out
    #[arg(value_name = "REFLEX|NUMBER", allow_negative_numbers = true)]
    pub by: Option<Parsed<HandSize>>,
    /// The card of the Reflex check with its follow-ups, such as 34+11, where the players draw
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub check: Option<Parsed<Chain>>,
    /// The cards of the hand, where the players draw
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub cards: Vec<Parsed<Together>>,
    /// Penalties to the Reflex check, such as wounds; a bonus is negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    pub penalty: Number<i32, -99, 99>,
}

/// How large a hand is: so many cards, or as many as a Reflex check gives.
#[derive(Debug)]
pub struct HandSize;

/// What was typed for it.
#[derive(Clone, Debug)]
pub enum HandBy {
    /// So many cards.
    Cards(usize),
    /// The dice of Reflex.
    Reflex(DiceOrName<CheckDice>),
}

impl Argument for HandSize {
    type Value = HandBy;

    fn read(text: &str, name: &str) -> Result<HandBy, Problem> {
        match text.bytes().all(|byte| byte.is_ascii_digit()) && !is_dice_of_digits(text) {
            true => CardCount::read(text, "number of cards").map(HandBy::Cards),
            false => Dice::read(text, name).map(HandBy::Reflex),
        }
    }
}

/// As many cards as can be drawn at once.
pub type CardCount = Whole<usize, 1, { DECK_SIZE as i128 }>;

/// Who acts, and with which card.
#[derive(Debug, Args)]
pub struct ActArgs {
    /// Who acts
    #[arg(value_name = "NAME")]
    pub name: PersonName,
    /// The card; the highest when left out
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    pub card: Option<Parsed<CardNumber>>,
}

/// Who.
#[derive(Debug, Args)]
pub struct NameArgs {
    /// Who
    #[arg(value_name = "NAME")]
    pub name: PersonName,
}

/// Who is hurt, where and how much.
#[derive(Debug, Args)]
pub struct WoundArgs {
    /// Who
    #[arg(value_name = "NAME")]
    pub name: PersonName,
    /// Place and wounds, such as chest 3, or left arm 2+3 for 2 wounds and 3 CT
    #[arg(value_name = "HIT", allow_negative_numbers = true)]
    pub hit: Vec<PlaceName>,
    /// CT at full health, once for everybody who is not in the table of characters
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub ct: Option<Number<u16, 0, 9999>>,
}

/// Who is hit.
#[derive(Debug, Args)]
pub struct ApplyArgs {
    /// Who is hit, where the question named nobody
    #[arg(value_name = "NAME")]
    pub name: Option<PersonName>,
}

/// What bumps buy.
#[derive(Debug, Args)]
pub struct SpendArgs {
    /// How many entries up the stack; down when negative
    #[arg(value_name = "BUMPS", allow_negative_numbers = true)]
    pub bumps: Option<Number<i8, -99, 99>>,
}

/// Who acts.
#[derive(Debug, Args)]
pub struct ActsArgs {
    /// Who; nobody in particular when left out
    #[arg(value_name = "NAME")]
    pub name: Option<PersonName>,
}

/// What is known of somebody.
#[derive(Debug, Args)]
pub struct SetArgs {
    /// Who
    #[arg(value_name = "NAME")]
    pub name: PersonName,
    /// The weapon in hand
    #[arg(long, value_name = "NAME")]
    pub weapon: Option<WeaponName>,
    /// Dice, trait or skill to attack with
    #[arg(long, value_name = "DICE")]
    pub skill: Option<String>,
    /// What makes everything harder besides wounds; a bonus is negative
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub penalty: Option<Number<i32, -99, 99>>,
    /// Reliability of the weapon in hand, 1 to 13
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub rel: Option<Number<u8, 1, 13>>,
    /// Shots in the weapon in hand, which are counted down
    #[arg(long, value_name = "SHOTS", allow_hyphen_values = true)]
    pub ammo: Option<Number<u16, 0, 9999>>,
    /// Defensive Bonus of the weapon in hand
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub reach: Option<Number<u8, 0, 99>>,
    /// Fighting level against blows
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    pub fighting: Option<Number<u8, 0, 99>>,
    /// Size
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub size: Option<Parsed<Size>>,
    /// Metres to whoever attacks
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    pub distance: Option<Number<u16, 0, 65_535>>,
    /// Armour value of the cover in between
    #[arg(long, value_name = "AV", allow_hyphen_values = true, requires = "covered")]
    pub cover: Option<Number<i16, -99, 99>>,
    /// What is behind the cover, such as torso,legs
    #[arg(long, value_name = "LOCATION,…", value_delimiter = ',')]
    pub covered: Vec<PlaceName>,
    /// Value of the armour worn
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub armour: Option<Number<i16, 0, 99>>,
    /// Dodge score, while dodging
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true)]
    pub dodge: Option<Number<u8, 0, 99>>,
    /// Lying
    #[arg(long)]
    pub prone: bool,
    /// Stunned until a recovery check succeeds
    #[arg(long)]
    pub stunned: bool,
    /// Unconscious
    #[arg(long)]
    pub unconscious: bool,
    /// Surprised in this round
    #[arg(long)]
    pub surprised: bool,
}

/// What is forgotten of somebody.
#[derive(Debug, Args)]
pub struct UnsetArgs {
    /// Who
    #[arg(value_name = "NAME")]
    pub name: PersonName,
    /// What; everything when left out
    #[arg(value_name = "FACT", value_enum)]
    pub facts: Vec<FactName>,
}

/// Something that is known of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FactName {
    /// The weapon in hand, its reliability and its shots
    Weapon,
    /// What to attack with
    Skill,
    /// What makes everything harder
    Penalty,
    /// Shots
    Ammo,
    /// Reliability
    Rel,
    /// Defensive Bonus
    Reach,
    /// Fighting level
    Fighting,
    /// Size
    Size,
    /// Distance
    Distance,
    /// Cover
    Cover,
    /// Armour
    #[value(alias = "armor")]
    Armour,
    /// Dodging
    Dodge,
    /// Lying
    Prone,
    /// Who is attacked
    At,
    /// Stunned
    Stunned,
    /// Unconscious
    Unconscious,
    /// Surprised
    Surprised,
}

/// Who is healed, and where.
#[derive(Debug, Args)]
pub struct HealArgs {
    /// Who
    #[arg(value_name = "NAME")]
    pub name: PersonName,
    /// The place, such as left arm
    #[arg(value_name = "PLACE", required = true)]
    pub place: Vec<PlaceName>,
}

/// Who bleeds, and for how long.
#[derive(Debug, Args)]
pub struct BleedArgs {
    /// Who
    #[arg(value_name = "NAME")]
    pub name: PersonName,
    /// How many rounds
    #[arg(value_name = "ROUNDS", default_value = "1", allow_negative_numbers = true)]
    pub rounds: Number<u16, 1, 9999>,
}

/// What stays over the end of the round.
#[derive(Debug, Args)]
pub struct RoundArgs {
    /// Those who keep the cards they hold
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub hold: Vec<PersonName>,
}

/// How many.
#[derive(Debug, Args)]
pub struct CountArgs {
    /// How many steps
    #[arg(value_name = "STEPS", allow_negative_numbers = true)]
    pub count: Option<Number<usize, 1, 1_000_000>>,
}

/// Which game.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// west, fi3, d6 or ladder
    #[arg(value_name = "GAME")]
    pub game: Option<Parsed<Game>>,
}

/// What to explain.
#[derive(Debug, Args)]
pub struct HelpArgs {
    /// The question or command
    #[arg(value_name = "WORD", allow_hyphen_values = true)]
    pub command: Vec<String>,
}

/// All commands that are no questions, complete with the arguments they share.
pub fn root() -> Command {
    let root = Deed::augment_subcommands(Command::new("play")).subcommand_required(true);
    let mut root = Shared::augment_args(root).disable_help_subcommand(true);
    root.build();
    root
}

/// The options of every line.
pub fn shared(root: &Command) -> impl Iterator<Item = &Arg> {
    root.get_arguments().filter(|option| option.is_global_set())
}

/// Whether a command has this name, or its name begins so.
pub fn root_has(root: &Command, word: &str) -> bool {
    let word = plain(word);
    let mut names = root
        .get_subcommands()
        .flat_map(|command| std::iter::once(command.get_name()).chain(command.get_all_aliases()));
    names.any(|name| plain(name).starts_with(&word))
}
