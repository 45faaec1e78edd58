//! `lookup fi3 …`: the dice edition of Future Imperfect (seed 000) on the cards. One file a question.

mod armour;
mod blast;
mod bounty;
mod break_free;
mod breath;
mod burn;
mod burst;
mod check;
mod contest;
mod damage;
mod die;
mod entangle;
mod fall;
mod fear;
mod fight;
mod heal;
mod hit;
mod initiative;
mod location;
mod movement;
mod prepare;
mod psych;
mod recovery;
mod roll;
mod save;
mod shoot;
mod stakes;
mod stray;
mod stun;
mod sum;
mod surprise;
mod throw;
mod wounds;

use super::every_game::{CARD, ELEMENT, TOGGLE};
use super::question::Row;

/// One row a question.
pub const ROWS: &[Row] = &[
    CARD,
    TOGGLE,
    ELEMENT,
    Row::new::<location::Typed>(
        "read location",
        "Read where a hit lands",
        ["34 raises 1", "21 fighting height prone"],
    ),
    Row::new::<damage::Typed>(
        "read damage",
        "Read damage and the wounds it makes",
        ["34 3d6 armour 1", "34 2d6 strength 11:2d8"],
    ),
    Row::new::<sum::Typed>(
        "read sum",
        "Add up dice, such as the (2)6 of wind for two wounds",
        ["34 (2)6", "34+11 (7)6"],
    ),
    Row::new::<die::Typed>(
        "read die",
        "Read a single die that is not thrown again",
        ["34 d6", "12 d10"],
    ),
    Row::new::<stray::Typed>(
        "read stray",
        "See whether missed shots hit a bystander",
        ["34", "34 11 missed 2 bystanders 3 spray"],
    ),
    Row::new::<check::Typed>(
        "check",
        "Resolve a roll of a trait or aptitude, with fate chips",
        ["34 3d10 tn 5", "34 2d8 tn 7 white 1"],
    ),
    Row::new::<surprise::Typed>(
        "check for surprise",
        "See whether a character is surprised",
        ["34 2d8", "12 2d8 expecting"],
    ),
    Row::new::<fear::Typed>(
        "check for fear",
        "Resolve a roll against fear or terror",
        ["34 2d8 tn 5", "12 2d8 tn 7 terror"],
    ),
    Row::new::<break_free::Typed>(
        "check for break-free",
        "Get loose from a net or lasso",
        ["34 2d8 tn 7 fragile", "34 2d8 holder 20:3d8"],
    ),
    Row::new::<contest::Typed>(
        "contest",
        "Resolve an opposed roll",
        ["34 3d10 37 2d8", "34+11 2d10 12 2d8"],
    ),
    Row::new::<psych::Typed>(
        "contest for psych",
        "Resolve a bluff, an overawing look or a taunt",
        ["34 3d10 37 2d8", "34 2d10 35 1d6"],
    ),
    Row::new::<entangle::Typed>(
        "contest for entangle",
        "Catch or trip somebody with a whip, a net or a lasso",
        ["34 3d10 37 2d8", "34+11 2d10 12 2d8"],
    ),
    Row::new::<stakes::Typed>(
        "contest for stakes",
        "Resolve a simple psychological contest for stakes",
        ["34 3d10 opposing 2d8", "12 2d8 opposing 1d12"],
    ),
    Row::new::<shoot::Typed>(
        "attack",
        "Resolve a shot or burst, from task number to wounds",
        [
            "34 3d10 damage 3d6 distance 19 increment 10",
            "34 3d10 damage 3d6 distance 8 increment 10 automatic 5",
        ],
    )
    .also(&["shot"])
    .once(&["shoot"]),
    Row::new::<burst::Typed>(
        "attack burst",
        "Resolve a burst at several targets, each with its shots and dice",
        [
            "ann=34:3d10:6 ben=11:2d10:4 damage 3d6 distance 8 increment 10",
            "ann=34:2d10:5 ben=12:2d10:5 damage 3d6 distance 5 increment 9",
        ],
    ),
    Row::new::<fight::Typed>(
        "attack blow",
        "Resolve a blow, from task number to wounds",
        ["34 3d10 skill 2 damage 2d6 strength 2d8", "34 3d10 skill 0 strength 2d8"],
    )
    .once(&["fight"]),
    Row::new::<throw::Typed>(
        "attack throw",
        "Resolve a throw and its scatter",
        ["34 2d8 strength d6 distance 12", "34 2d8 strength d6 distance 25 scatter 11"],
    ),
    Row::new::<initiative::Typed>(
        "initiative",
        "Resolve a Reflex roll and the hand drawn for it",
        ["34 3d8", "34 3d8 hand 37,21,5"],
    ),
    Row::new::<wounds::Typed>(
        "hurt tally",
        "Add up the hits a character has taken, and let them bleed",
        ["\"left arm:2+3\" belly:1 wind 12", "belly:3 wind 12 bleed 2"],
    )
    .also(&["bleeding"])
    .once(&["wounds"]),
    Row::new::<stun::Typed>(
        "hurt stun",
        "Resolve a stun roll",
        ["34 2d8 dealt 2", "12 2d8 dealt 1 earlier 1"],
    ),
    Row::new::<recovery::Typed>(
        "hurt recovery",
        "Resolve a recovery roll",
        ["34 2d8 worst 2", "12 3d6 worst 1"],
    ),
    Row::new::<heal::Typed>(
        "hurt healing",
        "Resolve a healing roll",
        ["34 3d8 wounds 2", "34 3d8 wounds 2 care surgery"],
    )
    .once(&["heal"]),
    Row::new::<save::Typed>(
        "hurt save",
        "Spend fate chips on wounds and wind",
        ["white red wounds 4 wind 3", "blue wounds 2"],
    ),
    Row::new::<blast::Typed>(
        "hazard blast",
        "Read what an explosion does",
        ["3d12 distance 5 cards 34", "3d20 distance 15 cards 34+11"],
    ),
    Row::new::<fall::Typed>(
        "hazard fall",
        "Read what a fall does",
        ["12 cards 34", "12 cards 34 water catch 11:2d8"],
    ),
    Row::new::<burn::Typed>(
        "hazard burn",
        "Read what flames do",
        ["whole cards 34", "small cards 12"],
    ),
    Row::new::<breath::Typed>(
        "hazard breath",
        "Resolve a round in water or smoke",
        ["34 2d8 river", "12 2d8 creek"],
    ),
    Row::new::<movement::Typed>(
        "reckon move",
        "Work out how far a character gets, with load and pace",
        ["rate 8", "rate 8 kg 40 strength d6 pickup 34"],
    ),
    Row::new::<armour::Typed>(
        "reckon armour",
        "Work out what armour leaves of damage dice",
        ["3d8 armour 1", "3d8 armour 2 pen 1"],
    )
    .also(&["armor"]),
    Row::new::<prepare::Typed>(
        "reckon prepare",
        "Count the cards of a slow or extended action",
        ["speed 6 laid 5", "reload magazine laid 1"],
    ),
    Row::new::<bounty::Typed>(
        "reckon bounty",
        "Work out what growing costs",
        ["aptitude 4 chips blue,white", "trait d8"],
    ),
];

#[cfg(test)]
mod tests {
    use super::{ROWS, Row};
    use crate::cli::lookup::named;
    use crate::rules::Game;

    /// The section on the dice edition.
    fn section() -> &'static str {
        let page = include_str!("../../../../docs/other-games.md");
        let (_, rest) = page.split_once("## Future Imperfect, chapter 3").expect("the section");
        rest.split("\n## ").next().unwrap_or(rest)
    }

    /// The texts between backticks.
    fn quoted() -> impl Iterator<Item = &'static str> {
        section().split('`').skip(1).step_by(2)
    }

    #[test]
    fn every_question_the_documents_name_exists_and_each_is_named() {
        let named: Vec<&str> =
            quoted().filter_map(|text| text.strip_prefix("lookup fi3 ")).collect();
        assert!(named.len() > 60);
        let question = |name: &&str| {
            let words: Vec<String> = name.split(' ').map(str::to_owned).collect();
            let begun = named::begun(&words, Game::Fi3).ok().flatten();
            let found = begun.and_then(|(begun, _)| begun.subject().ok());
            found.unwrap_or_else(|| panic!("{name} is no question")).name()
        };
        let named: Vec<&str> = named.iter().map(question).collect();
        // What a card shows is asked in every game alike.
        for name in ROWS
            .iter()
            .map(Row::name)
            .filter(|name| !["card", "read toggle", "read element"].contains(name))
        {
            assert!(named.contains(&name), "{name} is not in the documents");
        }
    }

    #[test]
    fn every_function_the_documents_name_is_public() {
        let module = include_str!("../../../rules/fi3/mod.rs");
        let public: Vec<&str> = module
            .split("pub use ")
            .skip(1)
            .flat_map(|import| import.split(';').next().unwrap_or_default().split(['{', ',', '}']))
            .map(str::trim)
            .collect();
        let named: Vec<&str> = quoted().filter_map(|text| text.strip_prefix("fi3::")).collect();
        assert!(named.len() > 60);
        for name in named {
            assert!(public.contains(&name), "{name}");
        }
    }

    #[test]
    fn every_heading_of_the_text_has_its_line() {
        const HEADINGS: &str = "Conflict/Surprise/Actions/Action Speed/Simple & Complex Actions/\
            Waiting/Extended Actions/Jokers/Movement/Movement Rates/Encumbrance/\
            Psychological Contests/Unnerved/Distracted/Broken/Simple Psychological Contests/Stakes/\
            Fear and Terror/Terrified/Shooting/Weapons/Rate of fire/The Attack/Range/\
            Target is moving/Target Size/Target Speed/Area Effect Weapons/Automatic Weapons/\
            Special Maneuvers/Called Shots/Aiming/Procedure/Two Weapons/Two handed weapons/\
            Reloading/Throwing Things/Unintended Targets/Melee Weapons/Weapon Speed/\
            Defensive Bonus/Entanglement/Defense/Hit Locations/Modifiers/Raises/Fighting/Height/\
            Point Blank/Prone Targets/Cover/Cover penetration/Damage/Tech Level/Armor/Darkness/\
            Rolling damage/Hand to hand damage/Wounds/Wound Markers/Wound Modifiers/Recovery/Death/\
            Bleeding/Boom!/Brawling/Martial Arts/Drowning/Falling/Fire/Healing/Fate/Fate Chips/\
            Saving your skin/Bounty";
        let lines: Vec<&str> = section()
            .lines()
            .skip_while(|line| !line.starts_with("| heading "))
            .skip(2)
            .map_while(|line| line.strip_prefix("| ")?.split(" | ").next())
            .collect();
        assert_eq!(lines, HEADINGS.split('/').collect::<Vec<_>>());
    }
}
