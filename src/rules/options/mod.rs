//! Where the sources contradict each other or are silent: the choice this table makes.
//!
//! The defaults are the readings that fit the sources' own examples best. `rules.toml` changes
//! them, each key on a line of its own, such as `wound-table = "B"`.

mod file;
mod readings;

use serde::Serialize;

use crate::lookup::{BumpDivisor, VictoryTarget};

pub use self::readings::{
    ArmourPenetration, BareHands, Barriers, Decks, DieGap, EscapeNumber, FailureRule, ImpactRule,
    InitiativeBonusRule, LadderTie, LocationSide, RangeBands, ScatterLimit, StunPenalty,
    ThrowingIncrement, ThrowingMaximum, WoundTable,
};

/// One choice for every open question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Bumps for each full 4, or 3.
    pub bump_divisor: BumpDivisor,
    /// The magnitude of one victory.
    pub victory_target: VictoryTarget,
    /// Which wound table.
    pub wound_table: WoundTable,
    /// When equipment fails.
    pub failure: FailureRule,
    /// Where range bands end.
    pub range_bands: RangeBands,
    /// The range increment of thrown things.
    pub throwing_increment: ThrowingIncrement,
    /// The greatest throw.
    pub throwing_maximum: ThrowingMaximum,
    /// Whether both sides of a contest draw from one deck.
    pub decks: Decks,
    /// What tearing an entanglement takes.
    pub escape: EscapeNumber,
    /// What impact weapons do.
    pub impact: ImpactRule,
    /// The lowest fast-draw result that is not hesitating.
    pub fast_draw_hesitate_below: u8,
    /// The penalty for a weapon in each hand.
    pub two_weapons_penalty: u8,
    /// The further penalty of the off hand.
    pub off_hand_penalty: u8,
    /// Whether both D6 initiative bonuses count.
    pub d6_initiative_bonus: InitiativeBonusRule,
    /// Who wins a tie on the ladder.
    pub ladder_tie: LadderTie,
    /// What penetration does to armour, in the dice edition.
    pub armour_penetration: ArmourPenetration,
    /// How penetration meets two obstacles, in the dice edition.
    pub barriers: Barriers,
    /// What bare hands deal, in the dice edition.
    pub bare_hands: BareHands,
    /// Whose penalty counts in a stun check, in the dice edition.
    pub stun_penalty: StunPenalty,
    /// What tells left from right, in the dice edition.
    pub location_side: LocationSide,
    /// What makes an opposing die much greater, in the dice edition.
    pub die_gap: DieGap,
    /// How far a throw scatters at most, in the dice edition.
    pub scatter_limit: ScatterLimit,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bump_divisor: BumpDivisor::default(),
            victory_target: VictoryTarget::default(),
            wound_table: WoundTable::default(),
            failure: FailureRule::default(),
            range_bands: RangeBands::default(),
            throwing_increment: ThrowingIncrement::default(),
            throwing_maximum: ThrowingMaximum::default(),
            decks: Decks::default(),
            escape: EscapeNumber::default(),
            impact: ImpactRule::default(),
            fast_draw_hesitate_below: 3,
            two_weapons_penalty: 1,
            off_hand_penalty: 3,
            d6_initiative_bonus: InitiativeBonusRule::default(),
            ladder_tie: LadderTie::default(),
            armour_penetration: ArmourPenetration::default(),
            barriers: Barriers::default(),
            bare_hands: BareHands::default(),
            stun_penalty: StunPenalty::default(),
            location_side: LocationSide::default(),
            die_gap: DieGap::default(),
            scatter_limit: ScatterLimit::default(),
        }
    }
}

impl Options {
    /// The readings of the dice edition (seed 000) where it differs from the later rules: its wound
    /// table, range and throwing by full increments of 5 metres up to five times the die, 2 for a
    /// weapon in each hand and 4 more for the off hand, a deck for each side.
    pub fn dice_edition() -> Self {
        Self {
            wound_table: WoundTable::Dice,
            range_bands: RangeBands::FullIncrements,
            throwing_increment: ThrowingIncrement::Fixed,
            throwing_maximum: ThrowingMaximum::Sides,
            two_weapons_penalty: 2,
            off_hand_penalty: 4,
            decks: Decks::Own,
            ..Self::default()
        }
    }
}
