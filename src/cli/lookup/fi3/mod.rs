//! `lookup fi3 …`: the dice edition of Future Imperfect (seed 000) on the cards. One file a question.

mod armour;
mod blast;
mod bounty;
mod break_free;
mod breath;
mod burn;
mod check;
mod contest;
mod damage;
mod die;
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

use super::question::{Group, Row};

/// The questions of the game.
pub struct Game;

impl Group for Game {
    const ROWS: &'static [Row] = &[
        Row::new::<check::Typed>("check", "Resolve a roll of a trait or aptitude, with fate chips"),
        Row::new::<contest::Typed>("contest", "Resolve an opposed roll"),
        Row::new::<initiative::Typed>(
            "initiative",
            "Resolve a Reflex roll and the hand drawn for it",
        ),
        Row::new::<surprise::Typed>("surprise", "See whether a character is surprised"),
        Row::new::<prepare::Typed>("prepare", "Count the cards of a slow or extended action"),
        Row::new::<psych::Typed>("psych", "Resolve a bluff, an overawing look or a taunt"),
        Row::new::<stakes::Typed>("stakes", "Resolve a simple psychological contest for stakes"),
        Row::new::<fear::Typed>("fear", "Resolve a roll against fear or terror"),
        Row::new::<movement::Typed>(
            "move",
            "Work out how far a character gets, with load and pace",
        ),
        Row::new::<shoot::Typed>("shoot", "Resolve a shot or burst, from task number to wounds"),
        Row::new::<fight::Typed>("fight", "Resolve a blow, from task number to wounds"),
        Row::new::<break_free::Typed>("break-free", "Get loose from a net or lasso"),
        Row::new::<throw::Typed>("throw", "Resolve a throw and its scatter"),
        Row::new::<stray::Typed>("stray", "See whether missed shots hit a bystander"),
        Row::new::<location::Typed>("location", "Read where a hit lands"),
        Row::new::<armour::Typed>("armour", "Work out what armour leaves of damage dice"),
        Row::new::<damage::Typed>("damage", "Read damage and the wounds it makes"),
        Row::new::<sum::Typed>("sum", "Add up dice, such as the (2)6 of wind for two wounds"),
        Row::new::<die::Typed>("die", "Read a single die that is not thrown again"),
        Row::new::<stun::Typed>("stun", "Resolve a stun roll"),
        Row::new::<recovery::Typed>("recovery", "Resolve a recovery roll"),
        Row::new::<wounds::Typed>("wounds", "Add up the hits a character has taken"),
        Row::new::<heal::Typed>("heal", "Resolve a healing roll"),
        Row::new::<blast::Typed>("blast", "Read what an explosion does"),
        Row::new::<fall::Typed>("fall", "Read what a fall does"),
        Row::new::<burn::Typed>("burn", "Read what flames do"),
        Row::new::<breath::Typed>("breath", "Resolve a round in water or smoke"),
        Row::new::<save::Typed>("save", "Spend fate chips on wounds and wind"),
        Row::new::<bounty::Typed>("bounty", "Work out what growing costs"),
    ];
}

#[cfg(test)]
mod tests {
    use super::{Game, Group, Row};

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
    fn every_command_the_documents_name_exists_and_each_is_named() {
        let questions: Vec<&str> = Game::ROWS.iter().map(Row::name).collect();
        let named: Vec<&str> =
            quoted().filter_map(|text| text.strip_prefix("lookup fi3 ")).collect();
        assert!(named.len() > 60);
        for name in &named {
            assert!(questions.contains(name), "{name}");
        }
        for name in &questions {
            assert!(named.contains(name), "{name} is not in the documents");
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
