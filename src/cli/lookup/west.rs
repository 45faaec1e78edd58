//! The questions of action cards (seed 002) and of conflict in the West (seed 004).

use super::every_game::{CARD, ELEMENT, TOGGLE};
use super::question::Row;
use super::{
    aim, arc, attack, burst, check, complex, contest, damage, defense, dodge, effect, entangle,
    escape, failure, fan_fire, fast_draw, healing, initiative, location, melee, order, penetration,
    range, recovery, stun, surprise, tally, throw, unintended,
};

/// One row a question.
pub const ROWS: &[Row] = &[
    CARD,
    TOGGLE,
    ELEMENT,
    Row::new::<location::Typed>(
        "read location",
        "Read where a hit lands",
        ["34 bumps 1", "21 prone covered legs"],
    ),
    Row::new::<burst::Typed>("read burst", "Read how many shots of a burst hit", ["34 10", "7 3"]),
    Row::new::<effect::Typed>(
        "read effect",
        "Read an effect cell, such as (3)10, and its victories",
        ["34 (2)6", "12 (3)8 target 8"],
    ),
    Row::new::<damage::Typed>(
        "read damage",
        "Read wounds and concussion",
        ["34 (3)6 bumps 2", "12 (3)6 size 7 harm brawling"],
    ),
    Row::new::<penetration::Typed>(
        "read penetration",
        "Read whether a shot goes through armour",
        ["34 pen 3 armour 2", "12 pen 1 armour 4 bumps 1"],
    ),
    Row::new::<failure::Typed>(
        "read failure",
        "See whether equipment fails",
        ["34 rel 2", "12 rel 1 discarded 3,7"],
    ),
    Row::new::<unintended::Typed>(
        "read unintended",
        "See whether stray shots hit somebody else",
        ["34 missed 1", "12 missed 2 contact"],
    ),
    Row::new::<dodge::Typed>(
        "read dodge",
        "See where a dodging target leaps after a miss",
        ["34", "12 blocked"],
    ),
    Row::new::<check::Typed>(
        "check",
        "Resolve a check, such as 3d10 against a target number",
        ["34 3d10 tn 7", "34 4d10 tn 13 then 11,10"],
    ),
    Row::new::<complex::Typed>(
        "check for complex",
        "Resolve a complex check or an extended action",
        ["4d8 (3)10 12 40+11 tn 7 need 5", "2d10 (2)6 34 tn 7"],
    )
    .also(&["extended"]),
    Row::new::<surprise::Typed>(
        "check for surprise",
        "See whether a character is surprised",
        ["34 2d8", "12 2d8 expecting"],
    ),
    Row::new::<aim::Typed>(
        "check for aim",
        "See whether aim is kept under fire",
        ["34 2d8 shots 3 hits 1", "12 2d8 cover 2"],
    ),
    Row::new::<fast_draw::Typed>(
        "check for fast-draw",
        "Draw a weapon in an instant",
        ["37 2d10 short", "37 2d10 snap 2 hand main"],
    ),
    Row::new::<escape::Typed>(
        "check for escape",
        "Break or wriggle free of a whip, a net or a lariat",
        ["34 1d10 tn 7 fragile", "34 2d8 against 37 skill 3d10"],
    ),
    Row::new::<contest::Typed>(
        "contest",
        "Resolve a contest of two checks",
        ["34 3d10 37 2d8", "34+11 3d10 12 2d8 penalty 1"],
    ),
    Row::new::<entangle::Typed>(
        "contest for entangle",
        "Catch somebody with a whip, a net or a lariat",
        ["37 2d10 34 2d8", "37 2d10 34 2d8 snare trip"],
    ),
    Row::new::<attack::Typed>(
        "attack",
        "Resolve a shot, from target number to damage",
        [
            "34 3d10 weapon \"example revolver\" distance 8",
            "34 3d10 weapon \"example heavy gun\" distance 20 burst 10",
        ],
    )
    .also(&["shot"]),
    Row::new::<melee::Typed>(
        "attack blow",
        "Resolve a blow, from Defense to damage",
        ["34 3d10 weapon fist skill 2", "34 3d10 weapon \"example bowie knife\" skill 3 armed"],
    )
    .once(&["melee"]),
    Row::new::<throw::Typed>(
        "attack throw",
        "Resolve a throw and its scatter",
        ["42 1d10 strength 2d8 distance 10", "34 2d8 strength d6 distance 5 penalty 1"],
    ),
    Row::new::<fan_fire::Typed>(
        "attack fan",
        "Resolve the shots of a fanned revolver",
        [
            "3d10 34 37 targets angus,crony distance 3 weapon \"example revolver\"",
            "2d10 34 targets angus distance 3 weapon \"example revolver\" pushing",
        ],
    )
    .once(&["fan-fire"]),
    Row::new::<initiative::Typed>(
        "initiative",
        "Resolve a Reflex check and the hand drawn for it",
        ["34 3d10", "34 3d8 hand 3,14,53"],
    ),
    Row::new::<order::Typed>(
        "initiative order",
        "Put several characters into the phases and counts of a round",
        ["xenes=34:3d10 sid=37:2d8", "xenes=34:3d10 sid=37+11:2d8:1"],
    ),
    Row::new::<tally::Typed>(
        "hurt tally",
        "Add up the hits a character has taken, and let them bleed",
        ["\"left arm:2+3\" belly:1 ct 12", "belly:3 ct 12 bleed 3"],
    )
    .also(&["bleeding"])
    .once(&["wounds"]),
    Row::new::<stun::Typed>(
        "hurt stun",
        "Resolve a stun check",
        ["34 2d8 dealt 2", "12 2d8 dealt 1 earlier 2"],
    ),
    Row::new::<recovery::Typed>(
        "hurt recovery",
        "Resolve a recovery check",
        ["34 2d8 worst 2", "12 2d8 worst 1 penalty 1"],
    ),
    Row::new::<healing::Typed>(
        "hurt healing",
        "Resolve a healing check",
        ["34 4d8 light", "12 4d8 serious penalty 2"],
    ),
    Row::new::<range::Typed>(
        "reckon range",
        "Work out the target number of a shot",
        ["distance 12 increment 8", "distance 20 weapon \"example rifle\" aim once"],
    )
    .also(&["shot"]),
    Row::new::<defense::Typed>(
        "reckon defense",
        "Work out the target number of a blow",
        ["skill 3 armed", "skill 2 weapon fist dodge 4"],
    )
    .also(&["defence", "blow"]),
    Row::new::<arc::Typed>(
        "reckon arc",
        "See whether a target has left the field of fire",
        ["range 10 moved 6", "range 10 moved 8 handgun"],
    ),
];
