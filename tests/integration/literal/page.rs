//! Printed cells, the literal reading of checks, and the generator of random questions.

use actiondeck::deck::{Card, CardNumber, Deck};
use actiondeck::dice::{CheckDice, Die, EffectDice};
use actiondeck::table::lookup::BumpDivisor;
use actiondeck::table::lookup::{Draw, Pool};
use actiondeck::table::rules::ladder::LadderTie;
use actiondeck::table::rules::{
    Attempt, Decks, FailureRule, HouseRules, ImpactRule, Options, Place, RangeBands, Risk, Size,
    WoundTable, d6, fi3, ladder,
};

/// Random choices by splitmix, with a fixed seed.
pub struct Random(u64);

impl Random {
    pub fn new(question: u64) -> Self {
        Self(question.wrapping_mul(0xD134_2543_DE82_EF95) ^ 0x2545_F491_4F6C_DD1D)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    /// True with probability 1/`times`.
    pub fn once_in(&mut self, times: i64) -> bool {
        self.between(1, times) == 1
    }

    /// One of several values.
    pub fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.between(0, of.len() as i64 - 1) as usize].clone()
    }

    /// One of several values, or mostly `None`.
    pub fn maybe<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        self.once_in(3).then(|| self.one(of))
    }

    /// `count` different cards.
    pub fn cards(&mut self, count: usize) -> Vec<u8> {
        let mut drawn: Vec<u8> = Vec::new();
        while drawn.len() < count {
            let card = self.between(0, 53) as u8;
            if !drawn.contains(&card) {
                drawn.push(card);
            }
        }
        drawn
    }

    /// Level and die of a random check.
    pub fn dice(&mut self) -> (u8, u16) {
        (self.between(1, 5) as u8, self.one(&[4, 6, 8, 10, 12]))
    }

    /// Random house rules.
    pub fn house(&mut self) -> HouseRules {
        let decks = self.one(&[Decks::Shared, Decks::Own]);
        let fi3 = fi3::Options {
            shared: self.options(fi3::Options::default().shared, decks),
            armour_penetration: self
                .one(&[fi3::ArmourPenetration::Plain, fi3::ArmourPenetration::Reduced]),
            barriers: self.one(&[fi3::Barriers::Each, fi3::Barriers::Sum]),
            bare_hands: self.one(&[fi3::BareHands::Strength, fi3::BareHands::HalfDie]),
            location_side: self.one(&[fi3::LocationSide::Modified, fi3::LocationSide::Drawn]),
            ..fi3::Options::default()
        };
        let tie = self.one(&[LadderTie::Defender, LadderTie::Attacker]);
        HouseRules {
            west: self.options(Options::default(), decks),
            fi3,
            d6: d6::Options { decks, ..d6::Options::default() },
            ladder: ladder::Options { decks, tie },
            ..HouseRules::default()
        }
    }

    fn options(&mut self, usual: Options, decks: Decks) -> Options {
        Options {
            bump_divisor: self.one(&[BumpDivisor::Four, BumpDivisor::Three]),
            wound_table: self.one(&[WoundTable::A, WoundTable::B, usual.wound_table]),
            failure: self.one(&[FailureRule::Lower, FailureRule::LowerOrEqual]),
            range_bands: self.one(&[RangeBands::Inclusive, RangeBands::FullIncrements]),
            impact: self.one(&[ImpactRule::Wounds, ImpactRule::ConcussionOnly]),
            two_weapons_penalty: self.between(0, 3) as u8,
            off_hand_penalty: self.between(0, 5) as u8,
            decks,
            risk: self.one(&[usual.risk, Risk::On, Risk::Off]),
            ..usual
        }
    }
}

/// The sum of the modifiers whose condition holds.
pub fn sum(rows: &[(bool, i64)]) -> i64 {
    rows.iter().filter(|(holds, _)| *holds).map(|(_, amount)| amount).sum()
}

/// The penalty and the stun number of 0 to 5 wounds in the tables A, B and that of the dice edition.
pub fn wound_line(table: WoundTable, wounds: u32) -> (i64, i64) {
    const A: [(i64, i64); 6] = [(0, 3), (1, 3), (2, 5), (3, 7), (4, 9), (5, 11)];
    const B: [(i64, i64); 6] = [(0, 3), (1, 3), (1, 5), (2, 7), (3, 9), (3, 9)];
    const DICE: [(i64, i64); 6] = [(0, 3), (1, 5), (2, 7), (3, 9), (4, 11), (5, 13)];
    let wounds = wounds.min(5) as usize;
    match table {
        WoundTable::A => A[wounds],
        WoundTable::B => B[wounds],
        WoundTable::Dice => DICE[wounds],
    }
}

/// Sizes in eighths, and their modifiers to the TN of a shot.
pub const SIZES: [(&str, i64, i64); 13] = [
    ("6", 48, 0),
    ("5", 40, 0),
    ("3", 24, 1),
    ("2", 16, 2),
    ("1", 8, 3),
    ("0.5", 4, 4),
    ("0.25", 2, 5),
    ("0.125", 1, 6),
    ("7", 56, 0),
    ("12", 96, -1),
    ("18", 144, -2),
    ("30", 240, -4),
    ("48", 384, -6),
];

pub fn size(text: &str) -> Size {
    text.parse().unwrap()
}

/// Names of called locations.
///
/// Each has its penalty, the part hit at an odd and at an even step, and its hit location if it is a whole one.
pub type Word = (&'static str, i64, &'static str, &'static str, &'static [&'static str]);

pub const WORDS: [Word; 18] = [
    ("torso", 2, "chest", "chest", &["chest", "belly", "vitals"]),
    ("Guts", 2, "belly", "belly", &["chest", "belly", "vitals"]),
    ("upper torso", 2, "chest", "chest", &["chest"]),
    ("lower guts", 2, "belly", "belly", &["belly"]),
    ("legs", 4, "left leg", "right leg", &["left leg", "right leg"]),
    ("Arm", 4, "left arm", "right arm", &["left arm", "right arm"]),
    ("right leg", 4, "right leg", "right leg", &["right leg"]),
    ("LEFT ARM", 4, "left arm", "left arm", &["left arm"]),
    ("head", 6, "head", "head", &["head"]),
    ("vitals", 10, "vitals", "vitals", &["vitals"]),
    ("belly", 2, "belly", "belly", &["belly"]),
    ("chest", 2, "chest", "chest", &["chest"]),
    ("hand", 6, "left arm", "right arm", &[]),
    ("left foot", 6, "left leg", "left leg", &[]),
    ("feet", 6, "left leg", "right leg", &[]),
    ("eyeball", 10, "head", "head", &[]),
    ("heart", 10, "vitals", "vitals", &[]),
    ("right hand", 6, "right arm", "right arm", &[]),
];

/// The names of locations that cover can hide.
pub const WHOLE: usize = 12;

pub fn place(word: &str) -> Place {
    word.parse().unwrap()
}

/// Whether a prone target exposes the location to an attacker in front of it.
pub fn shows(location: &str) -> bool {
    ["head", "chest", "left arm", "right arm"].contains(&location)
}

/// The damage bonus of head and vitals.
pub fn extra(location: &str) -> i64 {
    sum(&[(location == "head", 2), (location == "vitals", 1)])
}

/// The literal reading of a check.
#[derive(Debug)]
pub struct Literal {
    /// The exact cell is CF.
    pub failed: bool,
    /// The highest total.
    pub best: i64,
    /// Follow-up cards that some row needs.
    pub used: usize,
}

/// The printed deck.
pub struct Page<'d> {
    pub deck: &'d Deck,
}

impl<'d> Page<'d> {
    pub fn new(deck: &'d Deck) -> Self {
        Self { deck }
    }

    pub fn card(&self, number: u8) -> &'d Card {
        &self.deck.cards()[usize::from(number)]
    }

    /// A cell of the cause grid; `None` for CF.
    pub fn cause(&self, card: u8, sides: u16, row: u8) -> Option<i64> {
        let columns = &self.deck.layout().cause.columns;
        let column = columns.iter().position(|die| die.sides() == sides).unwrap();
        self.card(card).cause.get(column, row).unwrap().number().map(i64::from)
    }

    /// A cell of the effect grid; rows beyond the last read the last one.
    pub fn effect(&self, card: u8, sides: u16, row: i64) -> i64 {
        let columns = &self.deck.layout().effect.columns;
        let column = columns.iter().position(|die| die.sides() == sides).unwrap();
        let rows = i64::from(self.deck.layout().effect.rows);
        self.card(card).effect.get(column, row.clamp(1, rows) as u8).unwrap().into()
    }

    /// Level and die of a random check on this deck.
    pub fn dice(&self, random: &mut Random) -> (u8, u16) {
        let cause = &self.deck.layout().cause;
        let sides: Vec<u16> = cause.columns.iter().map(|die| die.sides()).collect();
        (random.between(1, cause.rows.into()) as u8, random.one(&sides))
    }

    /// Whether a number needs a follow-up card: the die's maximum or more, in a column that is not closed.
    pub fn asks(&self, sides: u16, number: i64) -> bool {
        let is_closed = self.deck.layout().closed.iter().any(|die| die.sides() == sides);
        !is_closed && number >= i64::from(sides)
    }

    /// One row with its follow-up cards: the total, and the number of cards used.
    pub fn chain(&self, card: u8, sides: u16, row: u8, then: &[u8]) -> (i64, usize) {
        let (mut total, mut used, mut last) = (0, 0, self.cause(card, sides, row));
        loop {
            total += last.unwrap_or(0);
            let goes_on = last.is_some_and(|number| self.asks(sides, number));
            match then.get(used) {
                Some(&next) if goes_on => {
                    last = self.cause(next, sides, row);
                    used += 1;
                }
                _ => return (total, used),
            }
        }
    }

    pub fn check(&self, (level, sides): (u8, u16), card: u8, then: &[u8]) -> Literal {
        let failed = self.cause(card, sides, level).is_none();
        if failed {
            return Literal { failed, best: 0, used: 0 };
        }
        // A row that shows CF cannot be selected.
        let rows = (1..=level).filter(|&row| self.cause(card, sides, row).is_some());
        let chains: Vec<(i64, usize)> =
            rows.map(|row| self.chain(card, sides, row, then)).collect();
        let best = chains.iter().map(|(total, _)| *total).max().unwrap_or(0);
        Literal { failed, best, used: chains.iter().map(|(_, used)| *used).max().unwrap_or(0) }
    }

    /// A random card for a check, with follow-up cards while a result is exceptional.
    pub fn drawn(&self, random: &mut Random, dice: (u8, u16)) -> (u8, Vec<u8>) {
        let mut cards = random.cards(4);
        let card = cards.remove(0);
        let wanted = random.between(0, 3) as usize;
        cards.truncate(wanted);
        let used = self.check(dice, card, &cards).used;
        cards.truncate(used);
        (card, cards)
    }

    pub fn attempt(&self, dice: (u8, u16), card: u8, then: &[u8]) -> Attempt<'d> {
        let pool = Pool::new(self.deck, check_dice(dice)).unwrap();
        Attempt::new(pool, draw(card, then))
    }
}

pub fn check_dice((level, sides): (u8, u16)) -> CheckDice {
    CheckDice { level, die: Die::new(sides).unwrap() }
}

pub fn effect_dice((row, sides): (u8, u16)) -> EffectDice {
    EffectDice { row, die: Die::new(sides).unwrap() }
}

pub fn number(card: u8) -> CardNumber {
    CardNumber::new(card).unwrap()
}

pub fn numbers(cards: &[u8]) -> Vec<CardNumber> {
    cards.iter().copied().map(number).collect()
}

pub fn draw(card: u8, then: &[u8]) -> Draw {
    Draw::new(number(card), numbers(then)).unwrap()
}
