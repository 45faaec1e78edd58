//! Attacks: shots, blows and throws, from target number to damage.

use super::attempt::{AttemptFields, PenaltyFields};
use super::hit::{BlowMoves, CalledFields, DiscardFields, HitFields, ShotMoves, StrengthFields};
use super::target_number::{DefenseFields, DistanceFields, RangeFields, is_thrown};
use crate::deck::CardNumber;
use crate::table::lookup::DeckView;
use crate::table::questions::prelude::*;
use crate::table::rules::{
    Attack, AttackWeapon, Attempt, Attribute, CLOSE_M, Forced, Harm, Place, RangedSituation, Size,
    Throw, Weapon,
};

fields! {
    /// A single shot without its distance and cards.
    pub struct SingleShotFields {
        /// The situation.
        pub range: RangeFields,
        /// Weapon of the table; the options below override it
        weapon: Opt<WeaponName> = fact(Fact::Firearm),
        /// What a hit does and meets.
        pub hit: HitFields,
        /// What moves a hit.
        moves: ShotMoves,
        /// Others are in contact with the target
        contact: Flag,
    }
}

/// The effect of a hit of a shot, and its location modifiers.
pub struct HitAt<'d> {
    strikes: AttackWeapon<'d>,
    called: Option<Place>,
    forced: Forced,
}

impl SingleShotFields {
    /// The weapon of the table.
    pub fn weapon(&self) -> Option<Weapon> {
        self.weapon.get()
    }

    /// The situation at this distance.
    ///
    /// # Errors
    /// As `RangeFields::resolve`.
    pub fn situation(
        &self,
        distance_m: u16,
        setting: &Setting,
        weapon: Option<&Weapon>,
    ) -> Result<RangedSituation, Problems> {
        self.range.resolve(distance_m, setting, weapon, &self.hit.strength)
    }

    /// The location modifiers of a hit at this distance.
    ///
    /// # Errors
    /// As [`ShotMoves::moves`].
    pub fn moves(&self, weapon: Option<&Weapon>, distance_m: u16) -> Result<Forced, Problems> {
        self.moves.moves(weapon, distance_m)
    }

    /// The effect of a hit and its location modifiers at this distance.
    ///
    /// # Errors
    /// Missing values, and cells that the deck does not have.
    pub fn hit_at<'d>(
        &self,
        distance_m: u16,
        deck: DeckView<'d>,
        setting: &Setting,
        weapon: Option<&Weapon>,
    ) -> Result<HitAt<'d>, Problems> {
        let (strikes, called, forced) = all((
            self.hit.weapon(deck, setting, weapon),
            self.range.called.get(),
            self.moves(weapon, distance_m),
        ))?;
        Ok(HitAt { strikes, called: called.map(|(place, _)| place), forced })
    }

    /// The shot in a situation with a target, whose hit is read.
    pub fn attack<'d>(
        &self,
        situation: &RangedSituation,
        hit: HitAt<'d>,
        setting: &Setting,
        attempt: Attempt<'d>,
        discarded: Vec<CardNumber>,
    ) -> Attack<'d> {
        let options = &setting.rules.west;
        let weapon = self.weapon();
        let scatters = weapon.is_some_and(|weapon| weapon.has(Attribute::Scatter));
        Attack {
            forced: hit.forced,
            called: hit.called,
            near: situation.distance_m <= CLOSE_M,
            dodging: situation.dodging.is_some(),
            size: situation.size,
            scatter_increments: scatters.then(|| situation.increments(options)),
            in_contact: self.contact.get(),
            ..self.hit.attack(attempt, situation.account(options), hit.strikes, discarded)
        }
    }
}

fields! {
    /// A shot or a burst without its distance and cards.
    pub struct ShotFields {
        /// A single shot.
        shot: SingleShotFields,
        /// Shots of a burst that the cards have, such as 10; 1 is a single shot
        burst: Arg<Number<u16, 1, 9999>> = value("SHOTS").default("1"),
    }
}

/// The number of range increments in a table over distances.
const INCREMENTS: u16 = 6;

impl ShotFields {
    /// The attack at this distance.
    ///
    /// # Errors
    /// Missing values, values that exclude each other, and cells that the deck does not have.
    pub fn resolve_at<'d>(
        &self,
        distance_m: u16,
        setting: &Setting,
        attempt: Attempt<'d>,
        discarded: Vec<CardNumber>,
    ) -> Result<Attack<'d>, Problems> {
        let weapon = self.shot.weapon();
        let weapon = weapon.as_ref();
        let situation = self.shot.situation(distance_m, setting, weapon);
        let hit = self.shot.hit_at(distance_m, attempt.pool.deck(), setting, weapon);
        let (situation, shots, hit) = all((situation, self.shots(weapon), hit))?;
        let thrown_m = is_thrown(weapon).then_some(distance_m);
        let attack = self.shot.attack(&situation, hit, setting, attempt, discarded);
        Ok(Attack { shots, thrown_m, ..attack })
    }

    /// The ends of the nearest range increments, within the reach of a thrown weapon: the default
    /// distances of a table of odds.
    ///
    /// # Errors
    /// A problem if the increment is unknown.
    pub fn usual_distances(&self, setting: &Setting) -> Result<Vec<u16>, Problems> {
        let weapon = self.shot.weapon();
        let (range, strength) = (&self.shot.range, &self.shot.hit.strength);
        let at = |metres: u16| range.increment_m(metres, setting, weapon.as_ref(), strength);
        let increment = at(0)?.get();
        let ends = (1..=INCREMENTS).map_while(|count| increment.checked_mul(count));
        Ok(ends.take_while(|metres| at(*metres).is_ok()).collect())
    }

    /// The number of shots, which the weapon must be able to fire in a burst.
    fn shots(&self, weapon: Option<&Weapon>) -> Result<u16, Problems> {
        let shots = self.burst.get();
        match weapon {
            Some(weapon) if shots > 1 && !weapon.bursts.contains(&shots) => {
                let single = std::iter::once(&1).chain(&weapon.bursts);
                let fired: Vec<String> = single.map(u16::to_string).collect();
                let message = format!("{} fires no burst of {shots} shots", weapon.name);
                refuse(message, fired.join(", "))
            }
            _ => Ok(shots),
        }
    }
}

fields! {
    /// Resolves a shot.
    pub struct ShotQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// The distance.
        distance: DistanceFields,
        /// The shot.
        shot: ShotFields,
        /// The discard pile.
        discard: DiscardFields,
    }
}

impl Question for ShotQuestion {
    const NAME: &'static str = "attack";
    const HELP: &'static str = "Resolve a shot, from target number to damage";
    const EXAMPLES: [&'static str; 2] = [
        "34 3d10 weapon \"example revolver\" distance 8",
        "34 3d10 dmg (3)6 increment 10 distance 20 burst 10",
    ];
    const ALIASES: &'static [&'static str] = &["shot"];
    const SKILLS: &'static [&'static str] = &["shooting"];
    const DEMAND: Demand = Demand::Action;
    const PARTS: &'static [Part] = &[Part::Effect, Part::Hit, Part::Unintended];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let (attempt, discarded) = all((attempt, self.discard.cards(at)))?;
        let attack = self.shot.resolve_at(self.distance.get(), at.setting, attempt, discarded)?;
        answered(attack.answer(&at.setting.rules.west))
    }

    fn shots(&self) -> u16 {
        self.shot.burst.get()
    }
}

fields! {
    /// A blow without its cards.
    pub struct BlowFields {
        /// The situation.
        defense: DefenseFields,
        /// Weapon of the table; the options below override it
        weapon: Opt<WeaponName> = fact(Fact::MeleeWeapon),
        /// What a hit does and meets.
        hit: HitFields,
        /// What moves a hit.
        moves: BlowMoves,
        /// The target's Size
        size: Arg<Size> = value("SIZE").default("6").fact(Fact::Size),
        /// A place aimed at on purpose.
        called: CalledFields,
    }
}

impl BlowFields {
    /// The attack.
    ///
    /// # Errors
    /// Missing values, values that exclude each other, and cells that the deck does not have.
    pub fn resolve<'d>(
        &self,
        setting: &Setting,
        attempt: Attempt<'d>,
        discarded: Vec<CardNumber>,
    ) -> Result<Attack<'d>, Problems> {
        let weapon = self.hit.in_blow(self.weapon.get())?;
        let weapon = weapon.as_ref();
        let strikes = self.hit.weapon(attempt.pool.deck(), setting, weapon);
        let (strikes, called, forced) =
            all((strikes, self.called.get(), self.moves.moves(weapon)))?;
        let has_arm = self.hit.harm(weapon) != Harm::Brawling && !self.moves.is_unarmed();
        let situation = self.defense.resolve(setting, weapon, has_arm);
        let penalty = called.as_ref().map_or(0, |(_, shot)| shot.penalty());
        let account = situation.account().with("called blow", penalty);
        Ok(Attack {
            forced,
            called: called.map(|(place, _)| place),
            near: true,
            dodging: situation.dodging.is_some(),
            size: self.size.get(),
            strays: false,
            ..self.hit.attack(attempt, account, strikes, discarded)
        })
    }
}

fields! {
    /// Resolves a blow.
    pub struct BlowQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// The blow.
        blow: BlowFields,
        /// The discard pile.
        discard: DiscardFields,
    }
}

impl Question for BlowQuestion {
    const NAME: &'static str = "attack blow";
    const HELP: &'static str = "Resolve a blow, from Defense to damage";
    const EXAMPLES: [&'static str; 2] =
        ["34 3d10 weapon fist skill 2", "34 3d10 weapon \"example bowie knife\" skill 3 armed"];
    const SKILLS: &'static [&'static str] = &["fighting", "brawling"];
    const DEMAND: Demand = Demand::Action;
    const PARTS: &'static [Part] = &[Part::Effect, Part::Hit];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let (attempt, discarded) = all((attempt, self.discard.cards(at)))?;
        let attack = self.blow.resolve(at.setting, attempt, discarded)?;
        answered(attack.answer(&at.setting.rules.west))
    }
}

fields! {
    /// Resolves a throw and its scatter.
    pub struct ThrowQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// The attacker's Strength.
        strength: StrengthFields,
        /// The distance.
        distance: DistanceFields,
        /// Wounds and other penalties.
        penalty: PenaltyFields,
    }
}

impl Question for ThrowQuestion {
    const NAME: &'static str = "attack throw";
    const HELP: &'static str = "Resolve a throw and its scatter";
    const EXAMPLES: [&'static str; 2] =
        ["42 1d10 strength 2d8 distance 10", "34 2d8 strength d6 distance 5 penalty 1"];
    const SKILLS: &'static [&'static str] = &["throwing", "dexterity"];
    const DEMAND: Demand = Demand::Action;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (attempt, strength) =
            all((self.attempt.resolve(at), self.strength.known_die(at.setting)))?;
        let attempt = self.penalty.weaken(attempt);
        let throw = Throw { attempt, strength, distance_m: self.distance.get() };
        answered(throw.answer(&at.setting.rules.west))
    }
}
