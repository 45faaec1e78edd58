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

use crate::diagnostic::{Problem, Problems};
use crate::lookup::LookupError;
use clap::{Args, Subcommand};

use super::setting::Setting;
use super::{Failure, Listener, Verdict};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// Resolve a roll of a trait or aptitude, with fate chips
    Check(check::Typed),
    /// Resolve an opposed roll
    Contest(contest::Typed),
    /// Resolve a Reflex roll and the hand drawn for it
    Initiative(initiative::Typed),
    /// See whether a character is surprised
    Surprise(surprise::Typed),
    /// Count the cards of a slow or extended action
    Prepare(prepare::Typed),
    /// Resolve a bluff, an overawing look or a taunt
    Psych(psych::Typed),
    /// Resolve a simple psychological contest for stakes
    Stakes(stakes::Typed),
    /// Resolve a roll against fear or terror
    Fear(fear::Typed),
    /// Work out how far a character gets, with load and pace
    Move(movement::Typed),
    /// Resolve a shot or burst, from task number to wounds
    Shoot(shoot::Typed),
    /// Resolve a blow, from task number to wounds
    Fight(fight::Typed),
    /// Get loose from a net or lasso
    BreakFree(break_free::Typed),
    /// Resolve a throw and its scatter
    Throw(throw::Typed),
    /// See whether missed shots hit a bystander
    Stray(stray::Typed),
    /// Read where a hit lands
    Location(location::Typed),
    /// Work out what armour leaves of damage dice
    Armour(armour::Typed),
    /// Read damage and the wounds it makes
    Damage(damage::Typed),
    /// Add up dice, such as the (2)6 of wind for two wounds
    Sum(sum::Typed),
    /// Read a single die that is not thrown again
    Die(die::Typed),
    /// Resolve a stun roll
    Stun(stun::Typed),
    /// Resolve a recovery roll
    Recovery(recovery::Typed),
    /// Add up the hits a character has taken
    Wounds(wounds::Typed),
    /// Resolve a healing roll
    Heal(heal::Typed),
    /// Read what an explosion does
    Blast(blast::Typed),
    /// Read what a fall does
    Fall(fall::Typed),
    /// Read what flames do
    Burn(burn::Typed),
    /// Resolve a round in water or smoke
    Breath(breath::Typed),
    /// Spend fate chips on wounds and wind
    Save(save::Typed),
    /// Work out what growing costs
    Bounty(bounty::Typed),
}

impl Typed {
    /// Answers.
    pub fn run(&self, table: &mut impl Listener, setting: &Setting) -> Result<Verdict, Failure> {
        let deck = &setting.deck;
        match &self.question {
            Question::Check(question) => question.run(table, setting),
            Question::Contest(question) => table.print(deck, &question.answer(setting)?),
            Question::Initiative(question) => table.print(deck, &question.answer(setting)?),
            Question::Surprise(question) => table.print(deck, &question.answer(setting)?),
            Question::Prepare(question) => table.print(deck, &question.answer()?),
            Question::Psych(question) => table.print(deck, &question.answer(setting)?),
            Question::Stakes(question) => table.print(deck, &question.answer(setting)?),
            Question::Fear(question) => table.print(deck, &question.answer(setting)?),
            Question::Move(question) => table.print(deck, &question.answer(setting)?),
            Question::Shoot(question) => table.print(deck, &question.answer(setting)?),
            Question::Fight(question) => table.print(deck, &question.answer(setting)?),
            Question::BreakFree(question) => table.print(deck, &question.answer(setting)?),
            Question::Throw(question) => table.print(deck, &question.answer(setting)?),
            Question::Stray(question) => table.print(deck, &question.answer(setting)?),
            Question::Location(question) => table.print(deck, &question.answer(setting)?),
            Question::Armour(question) => table.print(deck, &question.answer(setting)?),
            Question::Damage(question) => table.print(deck, &question.answer(setting)?),
            Question::Sum(question) => table.print(deck, &question.answer(setting)?),
            Question::Die(question) => table.print(deck, &question.answer(setting)?),
            Question::Stun(question) => table.print(deck, &question.answer(setting)?),
            Question::Recovery(question) => table.print(deck, &question.answer(setting)?),
            Question::Wounds(question) => table.print(deck, &question.answer(setting)?),
            Question::Heal(question) => table.print(deck, &question.answer(setting)?),
            Question::Blast(question) => table.print(deck, &question.answer(setting)?),
            Question::Fall(question) => table.print(deck, &question.answer(setting)?),
            Question::Burn(question) => table.print(deck, &question.answer(setting)?),
            Question::Breath(question) => table.print(deck, &question.answer(setting)?),
            Question::Save(question) => table.print(deck, &question.answer()?),
            Question::Bounty(question) => table.print(deck, &question.answer()?),
        }
    }
}

/// The library's complaint as the command line tells it.
fn told<T>(answer: Result<T, LookupError>) -> Result<T, Problems> {
    answer.map_err(|error| Problem::from(error).into())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use crate::cli;

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

    /// The names of the subcommands in clap's own tree.
    fn subcommands() -> Vec<String> {
        let command = cli::Typed::command();
        let fi3 = ["lookup", "fi3"]
            .iter()
            .try_fold(&command, |command, name| command.find_subcommand(name))
            .expect("lookup fi3");
        fi3.get_subcommands().map(|command| command.get_name().to_owned()).collect()
    }

    #[test]
    fn every_command_the_documents_name_exists_and_each_is_named() {
        let subcommands = subcommands();
        let named: Vec<&str> =
            quoted().filter_map(|text| text.strip_prefix("lookup fi3 ")).collect();
        assert!(named.len() > 60);
        for name in &named {
            assert!(subcommands.iter().any(|known| known == name), "{name}");
        }
        for name in &subcommands {
            assert!(named.contains(&name.as_str()), "{name} is not in the documents");
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
