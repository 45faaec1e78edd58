//! The keys of each table of a spec, in the order of the reference.

use crate::deck::{CardNumbers, CheckRule, Game, Part};

use super::super::bounds::Bounds;
use super::Key;
use super::KeyType::{
    Bursts, ByDie, ByDieOrRow, Counts, CountsOfValues, Decimal, Dice, Flag, OneOf, Path, Paths,
    SomeOf, Table, Tables, Text, Texts, TextsOrColumn, Whole, Wholes,
};
use super::Presence::{Default, Optional, Required};

pub(in crate::spec) const TOP: &[Key] = &[
    Key {
        name: "format",
        takes: OneOf(&["actiondeck-spec/1"]),
        presence: Required,
        example: "\"actiondeck-spec/1\"",
        about: "The version of this file's format.",
    },
    Key {
        name: "name",
        takes: Text,
        presence: Required,
        example: "\"Future Imperfect\"",
        about: "The deck's name, printed on cards and sheets.",
    },
    Key {
        name: "abbreviation",
        takes: Text,
        presence: Optional("the name"),
        example: "\"FI\"",
        about: "A short name of the deck, for your own lists. It is not printed.",
    },
    Key {
        name: "theme",
        takes: Path,
        presence: Default("\"future-imperfect\""),
        example: "\"theme\"",
        about: "How the cards look: a folder with theme.toml, card.svg and back.svg, named from \
            this file's folder, or the name of a built-in theme. A folder takes precedence over \
            a built-in theme of the same name. Not part of the spec's digest.",
    },
    Key {
        name: "words",
        takes: Path,
        presence: Optional("English"),
        example: "\"de\"",
        about: "The words printed on the cards: de, en, es or fr, or a TOML file of words, named \
            from this file's folder. Only the print changes: the deck's data keep the texts of \
            this file. Not part of the spec's digest.",
    },
    Key {
        name: "version",
        takes: Text,
        presence: Optional("nothing is printed"),
        example: "\"2.1\"",
        about: "A version of your own, printed where a theme says {{version}} and in the metadata \
            of PDFs. Not part of the spec's digest.",
    },
    Key {
        name: "credit",
        takes: Text,
        presence: Optional("nothing is printed"),
        example: "\"Ada Example, Lantern Press\"",
        about: "Who made the deck, printed where a theme says {{credit}} and as the author in the \
            metadata of PDFs. Not part of the spec's digest.",
    },
    Key {
        name: "licence",
        takes: Text,
        presence: Optional("nothing is printed"),
        example: "\"CC BY 4.0\"",
        about: "The licence of the cards, printed where a theme says {{licence}} and in the \
            metadata of PDFs. Not part of the spec's digest.",
    },
    Key {
        name: "barcode",
        takes: Text,
        presence: Optional("the box has none"),
        example: "\"4006381333931\"",
        about: "The bar code on the tuck box: the 13 digits of an EAN-13 or the 12 of a UPC-A, with the \
            check digit. Not part of the spec's digest.",
    },
    Key {
        name: "age",
        takes: Text,
        presence: Optional("nothing is printed"),
        example: "\"14+\"",
        about: "The age of the players, printed on the tuck box. Not part of the spec's digest.",
    },
    Key {
        name: "origin",
        takes: Text,
        presence: Optional("nothing is printed"),
        example: "\"Made in Germany\"",
        about: "Where the deck was made, printed on the tuck box. Not part of the spec's digest.",
    },
    Key {
        name: "check",
        takes: OneOf(&CheckRule::NAMES),
        presence: Default("\"bumps\""),
        example: "\"under\"",
        about: "How instruction card and leaf explain a check: reach a target number, with a bump \
            for each full 4 above it or without; stay at or under a number; count the dice that \
            show their highest number; or not at all, the figure is the result. Not part of the \
            spec's digest.",
    },
    Key {
        name: "game",
        takes: OneOf(&Game::NAMES),
        presence: Optional("west if the cards show hit locations and effects, else cards"),
        example: "\"cards\"",
        about: "The game the deck is made for, whose questions lookup, play and the companion ask: the \
            West, its older dice edition, D6 combat, wound levels on a ladder, or cards of any other \
            game. Not part of the spec's digest.",
    },
    Key {
        name: "seed",
        takes: Whole(Bounds::SEED),
        presence: Required,
        example: "54",
        about: "The start of the search. The same spec and seed give the same deck on every \
            machine; another seed gives another deck that is as good.",
    },
    Key {
        name: "cards",
        takes: Whole(Bounds::SIZE),
        presence: Default("54"),
        example: "60",
        about: "The number of cards. Every chance is dealt and proved in parts of it; a die whose sides \
            divide it is exact.",
    },
    Key {
        name: "first_number",
        takes: Whole(Bounds::FIRST),
        presence: Default("0"),
        example: "1",
        about: "The number of the first card.",
    },
    Key {
        name: "suits",
        takes: Whole(Bounds::SUITS),
        presence: Optional("4 with 52 or 54 cards"),
        example: "4",
        about: "How many of the suits clubs, diamonds, hearts and spades the cards have. Cards beyond suits \
            times ranks are jokers: red ones first, black ones last.",
    },
    Key {
        name: "ranks",
        takes: Whole(Bounds::RANKS),
        presence: Optional("13 with 52 or 54 cards"),
        example: "15",
        about: "How many ranks each suit has. They end with jack, queen, king and ace.",
    },
    Key {
        name: "yes",
        takes: OneOf(&["even", "odd", "red", "black"]),
        presence: Default("\"even\""),
        example: "\"red\"",
        about: "Which half of the cards says yes: by number (even, odd) or by the colour of the suit (red, \
            black).",
    },
    Key {
        name: "without",
        takes: SomeOf(&Part::NAMES),
        presence: Optional("the cards show every part"),
        example: "[\"hit\", \"scatter\"]",
        about: "Parts that the cards do not have. They are not dealt, printed or looked up, their \
            keys must not be in this file, and the other parts get their room. Number and cause \
            grid are always present.",
    },
    Key {
        name: "pins",
        takes: Path,
        presence: Optional("nothing is pinned"),
        example: "\"pins.csv\"",
        about: "A CSV table of cells that are fixed on given cards, with the columns card, grid, \
            row, column, value, note. Card is a number, or * and a name for some card that holds \
            all cells of that name. Grid is cause or effect with row and column (d10), or \
            hit_step, burst_10, penetration, scatter, failure, unintended or an element's id \
            with both left empty.",
    },
    Key {
        name: "shuffle",
        takes: Table(SHUFFLE),
        presence: Optional(
            "at the end of a round in which a black joker came up, where there are jokers",
        ),
        example: "{ cards_left = 18 }",
        about: "When the discard pile is shuffled into the draw pile before that is empty: exactly one of when, \
            cards_left, cards and signs. play, the companion and odds follow it.",
    },
    Key {
        name: "print",
        takes: Table(PRINT),
        presence: Optional("every built-in sheet is printed"),
        example: "{ sheets = [\"sheets/a4-3x3.toml\"] }",
        about: "What `build` prints. Not part of the spec's digest.",
    },
    Key {
        name: "cause",
        takes: Table(CAUSE),
        presence: Required,
        example: "{ columns = [\"d6\", \"d10\"], rows = 5 }",
        about: "The cause grid: each cell replaces one open-ended die, and a check of level L \
            reads the best of rows 1 to L.",
    },
    Key {
        name: "effect",
        takes: Table(EFFECT),
        presence: Optional("required unless `without` names it"),
        example: "{ columns = [\"d6\", \"d10\"], rows = 5 }",
        about: "The effect grid: row k is the sum of k dice, rising strictly down each column.",
    },
    Key {
        name: "hit",
        takes: Table(HIT),
        presence: Optional("required unless `without` names it"),
        example: "{ ladder = [{ location = \"body\", steps = 9 }, { location = \"head\", steps = 1 }] }",
        about: "The ladder of hit locations and how a card's stack is read off it.",
    },
    Key {
        name: "burst",
        takes: Bursts,
        presence: Optional("the cards have no bursts"),
        example: "{ 3 = { 1 = 30, 2 = 16, 3 = 8 } }",
        about: "For each burst size in shots: how many of the cards show each number of hits. On \
            one card a longer burst never hits less.",
    },
    Key {
        name: "penetration",
        takes: Counts(Bounds::PENETRATION),
        presence: Optional("required unless `without` names it"),
        example: "{ -1 = 12, 0 = 30, 1 = 12 }",
        about: "How many of the cards show each penetration modifier.",
    },
    Key {
        name: "scatter",
        takes: Counts(Bounds::SCATTER),
        presence: Default(
            "{ 1 = 5, 2 = 4, 3 = 5, 4 = 4, 5 = 5, 6 = 4, 7 = 5, 8 = 4, 9 = 5, 10 = 4, 11 = 5, 12 = 4 }",
        ),
        example: "{ 3 = 13, 6 = 14, 9 = 13, 12 = 14 }",
        about: "How many of the cards point to each hour of the scatter clock.",
    },
    Key {
        name: "failure",
        takes: Counts(Bounds::FAILURE),
        presence: Optional("every card is blank"),
        example: "{ 1 = 1, 2 = 1, 3 = 2 }",
        about: "How many cards show each equipment-failure number; the rest are blank.",
    },
    Key {
        name: "unintended",
        takes: Counts(Bounds::UNINTENDED),
        presence: Optional("required unless `without` names it"),
        example: "{ 1 = 9, 2 = 9, 3 = 9, 4 = 9, 5 = 9, 6 = 9 }",
        about: "How many of the cards show each number in the unintended-target figure.",
    },
    Key {
        name: "element",
        takes: Tables(ELEMENT),
        presence: Optional("no elements"),
        example: "[{ id = \"omen\", texts = [\"sun\", \"moon\", \"star\"] }]",
        about: "Elements of your own: one value per card, dealt, validated and looked up like the \
            built-in ones. Each takes exactly one of dice, counts and texts. A template prints \
            it where it says {{omen}}; the built-in themes print all that fit.",
    },
    Key {
        name: "limits",
        takes: Table(LIMITS),
        presence: Optional("the limits below"),
        example: "{ threshold = 0.5, worst_r = 0.10 }",
        about: "What the validator requires. Distances are in cards.",
    },
];

pub(in crate::spec) const PRINT: &[Key] = &[
    Key {
        name: "sheets",
        takes: Paths,
        presence: Default("[\"a4-3x3\", \"letter-3x3\", \"single\", \"single-x4\"]"),
        example: "[\"sheets/a4-3x3.toml\", \"single\"]",
        about: "The sheets cards are laid on: TOML files named from this file's folder, or built-in \
            sheets.",
    },
    Key {
        name: "extra_cards",
        takes: Paths,
        presence: Optional("none"),
        example: "[\"title\", \"extra-reference\", \"extra-reference\"]",
        about: "Cards of the theme that are printed after those of the deck, with its back: \"title\", \
            \"instruction\", or \"extra-reference\" for a drawing extra-reference.svg in the folder of the \
            theme. One that is listed twice is printed twice. They are counted on sheets, in the files of print \
            houses and in the tuck box.",
    },
];

pub(in crate::spec) const SHUFFLE: &[Key] = &[
    Key {
        name: "when",
        takes: OneOf(&["empty"]),
        presence: Optional("another key says when"),
        example: "\"empty\"",
        about: "Only when a card is drawn from an empty pile; a black joker has no effect.",
    },
    Key {
        name: "cards_left",
        takes: Whole(Bounds::SIGNS),
        presence: Optional("another key says when"),
        example: "18",
        about: "As soon as no more than this many cards are left in the draw pile, so that a card counter knows \
            less.",
    },
    Key {
        name: "cards",
        takes: Wholes { each: Bounds::CARDS, count: Bounds::SIGNS },
        presence: Optional("another key says when"),
        example: "[53]",
        about: "When one of these cards is drawn. They bear the shuffle sign, which the instruction card and \
            the leaf explain. They are drawn more often than the others: see `odds --long-run`.",
    },
    Key {
        name: "signs",
        takes: Whole(Bounds::SIGNS),
        presence: Optional("another key says when"),
        example: "3",
        about: "The same for this many cards, to which the sign is dealt like an element: independent of \
            everything else on them as far as so few cards can be. The sign is a result of no question, so it has \
            no limit.",
    },
    Key {
        name: "at",
        takes: OneOf(&["at-once", "end-of-round"]),
        presence: Default("\"at-once\""),
        example: "\"end-of-round\"",
        about: "Whether the shuffle that is due is made before the next draw or at the end of the round.",
    },
];

pub(in crate::spec) const CAUSE: &[Key] = &[
    COLUMNS,
    ROWS,
    Key {
        name: "closed",
        takes: Dice,
        presence: Optional("every column is open"),
        example: "[\"d10\"]",
        about: "Columns of ordinary dice. In the others a cell that shows the die's maximum, or \
            more, requires another card, which is added to it.",
    },
    Key {
        name: "plain",
        takes: Dice,
        presence: Optional("every column marks them"),
        example: "[\"d10\"]",
        about: "Columns without exceptional cells: the die's maximum is printed like any other \
            number. In an open column it still requires another card.",
    },
    Key {
        name: "lowest",
        takes: Dice,
        presence: Optional("only the best of the rows has a limit"),
        example: "[\"d10\"]",
        about: "Columns in which the lowest of rows 1 to L keeps the limit `threshold` too, not \
            only the best of them: for disadvantage, or bonus dice of a roll-under.",
    },
    Key {
        name: "sum",
        takes: Dice,
        presence: Optional("sums have no limit"),
        example: "[\"d6\"]",
        about: "Columns in which the sum of rows 1 to L keeps it too, each row an ordinary die: \
            CF counts 1, more than the die's maximum counts the maximum.",
    },
    Key {
        name: "exceptional",
        takes: ByDie(Bounds::CARDS),
        presence: Optional("a row of dN has one in N cards, rounded either way at a tie"),
        example: "{ d10 = [5, 5, 6, 5, 5] }",
        about: "For each die, the number of exceptional cells in each row from row 1 down: one in N cards, \
            rounded down or up.",
    },
    Key {
        name: "exceptional_above",
        takes: ByDieOrRow(Bounds::EXCEPTIONAL),
        presence: Optional("every exceptional cell prints the die's maximum"),
        example: "{ d10 = [11, 12, 12] }",
        about: "For each die, the numbers above its maximum that the exceptional cells of every \
            row print, one entry per cell; the other exceptional cells print the maximum itself. \
            A list of lists gives each row its own.",
    },
    Key {
        name: "critical",
        takes: ByDie(Bounds::CARDS),
        presence: Optional("none"),
        example: "{ d10 = [2, 1, 1, 1, 1] }",
        about: "For each die, the number of critical failures in each row from row 1 down. They \
            replace ones, so a row has room for as many as it has ones.",
    },
];

const COLUMNS: Key = Key {
    name: "columns",
    takes: Dice,
    presence: Required,
    example: "[\"d4\", \"d6\", \"d8\", \"d10\", \"d12\"]",
    about: "The grid's columns: dice of d2 to d1000, rising in sides.",
};

const ROWS: Key = Key {
    name: "rows",
    takes: Whole(Bounds::ROWS),
    presence: Required,
    example: "5",
    about: "The grid's rows.",
};

pub(in crate::spec) const EFFECT: &[Key] = &[
    COLUMNS,
    ROWS,
    Key {
        name: "closed",
        takes: Flag,
        presence: Default("false"),
        example: "true",
        about: "Whether the dice summed are ordinary ones. Otherwise they are open-ended: a die \
            that shows its maximum is thrown again and added. `deck.json` records which, for \
            comparisons with true dice.",
    },
];

pub(in crate::spec) const HIT: &[Key] = &[
    Key {
        name: "reads",
        takes: Wholes { each: Bounds::READ, count: Bounds::READS },
        presence: Default("[4, 2, 0, -2]"),
        example: "[2, 1, 0, -1]",
        about: "For each entry of the stack from the top: its distance above the card's own step. \
            Never ascending; limited to the ladder. The second from the bottom is the standard \
            entry.",
    },
    Key {
        name: "sides",
        takes: Texts(2, 2),
        presence: Default("[\"left\", \"right\"]"),
        example: "[\"port\", \"starboard\"]",
        about: "The words put before a sided location on cards of odd and of even step. A game without \
            left and right writes [\"\", \"\"]: its locations stand alone.",
    },
    Key {
        name: "ladder",
        takes: Tables(RUNG),
        presence: Required,
        example: "[{ location = \"leg\", steps = 4, sided = true }, { location = \"head\", steps = 1, prone = true }]",
        about: "The locations from the bottom up, at most a step a card in all. Every step gets the same share \
            of the cards.",
    },
];

pub(in crate::spec) const RUNG: &[Key] = &[
    Key {
        name: "location",
        takes: Text,
        presence: Required,
        example: "\"leg\"",
        about: "The location's name, without a side.",
    },
    Key {
        name: "steps",
        takes: Whole(Bounds::STEPS),
        presence: Required,
        example: "4",
        about: "How many steps of the ladder it takes.",
    },
    Key {
        name: "sided",
        takes: Flag,
        presence: Default("false"),
        example: "true",
        about: "Whether there is one on each side.",
    },
    Key {
        name: "prone",
        takes: Flag,
        presence: Default("false"),
        example: "true",
        about: "Whether a prone target can be hit there. If no location says so: arms, chest and head, where the ladder has them.",
    },
];

pub(in crate::spec) const ELEMENT: &[Key] = &[
    Key {
        name: "id",
        takes: Text,
        presence: Required,
        example: "\"omen\"",
        about: "Its key in deck files and templates: lower-case letters, digits and underscores, or \
            the dice it stands for, such as 4dF; no built-in field's name.",
    },
    Key {
        name: "label",
        takes: Text,
        presence: Optional("the id"),
        example: "\"Omen\"",
        about: "Its name on cards and in reports.",
    },
    Key {
        name: "how",
        takes: Text,
        presence: Optional("the dice or the values are listed"),
        example: "\"what the next scene is about\"",
        about: "How it is read, printed after the name on instruction card and leaf. Not part of \
            the spec's digest.",
    },
    Key {
        name: "dice",
        takes: Text,
        presence: Optional("counts or texts give the values"),
        example: "\"4dF\"",
        about: "A dice expression apportioned over the cards: 1d20, 2d6+1, 4dF (Fudge dice), \
            4d6k3 (keep the highest three), 2d20kl1 (keep the lowest), 3d6! (open-ended); at \
            most 20 terms with 3,000 results together. Notation of other programs is read too, \
            such as 3W6, 4d6kh3, 4d6dl1 and 3d6ex. `deck.json` records which, for comparisons \
            with true dice.",
    },
    Key {
        name: "counts",
        takes: CountsOfValues,
        presence: Optional("dice or texts give the values"),
        example: "{ clear = 20, rain = 14, wind = 20 }",
        about: "How many of the cards show each number or word.",
    },
    Key {
        name: "texts",
        takes: TextsOrColumn(1, CardNumbers::MOST),
        presence: Optional("dice or counts give the values"),
        example: "[\"sun\", \"moon\", \"star\"]",
        about: "Texts spread evenly over the cards, as a list or as the column of a CSV table named from \
            this file's folder, \"words.csv#scene\". A text that is listed twice is twice as frequent; \
            \"\" leaves cards blank, and so does an empty cell above the last text of the column.",
    },
];

pub(in crate::spec) const LIMITS: &[Key] = &[
    Key {
        name: "threshold",
        takes: Decimal,
        presence: Default("0.5"),
        example: "0.5",
        about: "Cause grid: the largest error of any threshold, column and level, in cards. Half \
            a card is the best that whole cards can do.",
    },
    Key {
        name: "effect",
        takes: Decimal,
        presence: Default("0.5"),
        example: "0.5",
        about: "Effect grid: the largest error of any cell and magnitude, in cards.",
    },
    Key {
        name: "chain",
        takes: Decimal,
        presence: Default("0.75"),
        example: "0.75",
        about: "The largest error of a check above the column's die, follow-up cards included, in \
            cards.",
    },
    Key {
        name: "increment_r",
        takes: Decimal,
        presence: Default("0.10"),
        example: "0.10",
        about: "The largest |r| between an effect row and the increment to the next.",
    },
    Key {
        name: "worst_r",
        takes: Decimal,
        presence: Default("0.10"),
        example: "0.10",
        about: "The largest |r| of two readings used together.",
    },
    Key {
        name: "rms_r",
        takes: Decimal,
        presence: Default("0.026"),
        example: "0.026",
        about: "The root mean square of r over all pairs of readings used together.",
    },
    Key {
        name: "joint_rms",
        takes: Decimal,
        presence: Default("0.8"),
        example: "0.8",
        about: "The root mean square of the joint threshold errors, in cards.",
    },
    Key {
        name: "joint_worst",
        takes: Decimal,
        presence: Default("5"),
        example: "5",
        about: "The largest joint threshold error, in cards.",
    },
];
