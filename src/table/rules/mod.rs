//! The rules of the supported games: from drawn cards to results in a conflict.
//!
//! Each question is a type whose fields describe the situation, with a method that reads the cards
//! and returns an [`Answer`](crate::table::lookup::Answer). [`Options`] decides where the sources
//! contradict each other or leave something open; [`HouseRules`] holds the options of all games.
//!
//! Sources: "Future Imperfect: Action Cards", cited as Action Cards, and "The West That Wasn't: Conflict",
//! cited as Conflict, both by heading; initiative hands come from the dice edition, "Future Imperfect",
//! chapter 3.
//!
//! Other games use the same cards: [`fi3`] (dice edition), [`d6`] (D6 combat) and [`ladder`] (wound-level combat).

pub use crate::deck::{Game, GameError};

mod aim;
mod attack;
mod attempt;
mod burst;
mod card_check;
mod character;
mod complex;
mod contest;
pub mod d6;
mod damage;
mod decision;
mod dodge;
mod entanglement;
mod error;
mod failure;
mod fan_fire;
mod fast_draw;
pub mod fi3;
mod healing;
mod hit_stack;
mod house;
mod initiative;
pub mod ladder;
mod melee;
mod named_table;
mod options;
mod penetration;
mod phases;
mod place;
mod ranged;
mod reading;
mod size;
mod strength;
mod stun;
mod surprise;
mod tally;
mod throwing;
mod tn;
mod turn_order;
mod unintended;
mod weapon;
mod wounds;

pub use aim::{AimAnswer, AimUnderFire, Threat};
pub use attack::{Attack, AttackAnswer, AttackWeapon, BumpOffer, Cover, Landing};
pub use attempt::{Attempt, AttemptAnswer, TestedAttempt};
pub use burst::{BurstAnswer, burst};
pub use card_check::{CardCheck, CheckReading, CheckResult};
pub use character::Character;
pub(crate) use character::named_dice;
pub use complex::{ComplexAnswer, ComplexCheck, ComplexDraw};
pub use contest::{Contest, ContestAnswer, Winner};
pub use damage::{DamageAnswer, DamageQuestion, Harm, hurt};
pub use decision::{ArcAnswer, ArcQuestion, Decision, FieldOfFire};
pub use dodge::{DodgeAnswer, dodge};
pub use entanglement::{Entanglement, EntanglementAnswer, Escape, EscapeAnswer, Snare};
pub use error::RulesError;
pub use failure::{FailureAnswer, Reliability, ReliabilityError, equipment_failure};
pub use fan_fire::{FanFire, FanFireAnswer, FanShot, FanTarget};
pub use fast_draw::{BothHands, DrawSpeed, Extra, FastDraw, FastDrawAnswer, Hand};
pub use healing::{Ailment, HealingAnswer, HealingCheck};
pub use hit_stack::{Forced, LocationAnswer, LocationQuestion, location_damage_bumps};
pub use house::HouseRules;
pub use initiative::{HandCard, Initiative, InitiativeAnswer, KeptHand};
pub use melee::{Armament, MeleeSituation};
pub use options::{
    Decks, EscapeNumber, FailureRule, ImpactRule, Options, RangeBands, Risk, StunPenalty,
    ThrowingIncrement, ThrowingMaximum, WoundTable,
};
pub use penetration::{Passage, PenetrationAnswer, PenetrationQuestion};
pub use phases::{PhaseAnswer, PhaseEntrant, PhaseTurn, phases};
pub use place::{Place, PlaceError};
pub use ranged::{
    Aim, CLOSE_M, CalledShot, Dodging, Hands, Movement, RangedSituation, range_increments,
    speed_opposite_ways, speed_same_way,
};
pub use size::{Size, SizeError};
pub use strength::{MuscleUse, StrengthBumps};
pub use stun::{Footing, RecoveryCheck, StunAnswer, StunCheck};
pub use surprise::{Surprise, SurpriseAnswer};
pub use tally::{Hit, HitError, TallyAnswer, TallyPlace, tally};
pub use throwing::{
    Scatter, Throw, ThrowAnswer, throwing_account, throwing_increment_m, throwing_maximum_m,
};
pub use tn::{TnAccount, TnEntry};
pub use turn_order::{Entrant, EntrantError, Turn, TurnOrderAnswer, turn_order};
pub use unintended::{StrayShots, UnintendedAnswer, unintended_target};
pub use weapon::{AimSpeed, Attribute, Weapon};
pub use wounds::{BodyPart, DISABLING, Damage, WoundLevel, WoundTrack};
