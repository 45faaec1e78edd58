//! `actiondeck companion`: the page for the phone that shows the cards and answers for them.

use std::path::{Path, PathBuf};

use crate::companion::{Companion, MOST_BYTES};
use crate::deck::Deck;
use crate::diagnostic::Problems;
use crate::face::{Faces, Theme};
use crate::input::limits::{TABLE_FILE, TOML_FILE};
use crate::output::Comment;
use crate::rules::{Character, HouseRules, Weapon};
use crate::wording::grouped;
use clap::Args;

use super::deck_file::read_deck;
use super::output_file::{Kind, OutputArgs};
use super::read::read_text;
use super::theme_choice::ThemeArgs;
use super::{Exit, Failure, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Deck to show (.json or .csv)
    deck: PathBuf,
    #[command(flatten)]
    theme: ThemeArgs,
    #[command(flatten)]
    tables: TablesArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// What the page answers from besides the deck.
#[derive(Debug, Args)]
struct TablesArgs {
    /// House rules (.toml) for what the rule texts leave open
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Table of weapons (.csv) instead of the program's examples
    #[arg(long, value_name = "FILE")]
    weapons: Option<PathBuf>,
    /// Table of characters (.csv) instead of the program's examples
    #[arg(long, value_name = "FILE")]
    characters: Option<PathBuf>,
}

/// The texts of those files.
struct Tables {
    rules: Option<String>,
    weapons: Option<String>,
    characters: Option<String>,
}

impl TablesArgs {
    /// Reads the files and makes sure that the page can.
    fn read(&self) -> Result<Tables, Failure> {
        let text = |path: &Option<PathBuf>, limit| {
            path.as_deref().map(|path| read_text(path, limit)).transpose()
        };
        let (rules, weapons, characters) = (
            text(&self.rules, TOML_FILE)?,
            text(&self.weapons, TABLE_FILE)?,
            text(&self.characters, TABLE_FILE)?,
        );
        let mut problems = Problems::new();
        let mut keep = |found: Result<(), Problems>| {
            if let Err(found) = found {
                problems.extend(found);
            }
        };
        let named = |path: &Option<PathBuf>| {
            path.as_ref().map_or_else(String::new, |path| path.display().to_string())
        };
        if let Some(text) = &rules {
            keep(HouseRules::read(&named(&self.rules), text).map(|_| ()));
        }
        if let Some(text) = &weapons {
            keep(Weapon::read_table(&named(&self.weapons), text).map(|_| ()));
        }
        if let Some(text) = &characters {
            keep(Character::read_table(&named(&self.characters), text).map(|_| ()));
        }
        Ok(problems.into_result(Tables { rules, weapons, characters })?)
    }

    fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.rules, &self.weapons, &self.characters].into_iter().flatten().map(PathBuf::as_path)
    }
}

/// Writes the page.
pub fn run(typed: Typed) -> Result<Exit, Failure> {
    let tables = typed.tables.read()?;
    let deck = read_deck(&typed.deck)?;
    let theme = typed.theme.read(&deck, Some(&typed.deck))?;
    let inputs: Vec<&Path> = typed.tables.files().chain([typed.deck.as_path()]).collect();
    let kind = Kind::Sealed(Comment::Markup, "companion");
    let file = typed.output.prepare(kind, &inputs)?;
    let page = page(&deck, &theme, tables)?;
    file.commit(page.as_bytes())?;
    Ok(Exit::Holds)
}

fn page(deck: &Deck, theme: &Theme, tables: Tables) -> Result<String, Failure> {
    let faces = Faces::fitting(theme, deck)?;
    let Tables { rules, weapons, characters } = tables;
    let page = Companion::new(&faces).with_tables(rules, weapons, characters).html()?;
    tell_weight(&page);
    Ok(page)
}

/// Says so where the page is heavier than it should be.
pub fn tell_weight(page: &str) {
    if page.len() > MOST_BYTES {
        console::note(&format!(
            "the companion page has {} bytes; pictures of the theme make it heavier than {}",
            grouped(page.len()),
            grouped(MOST_BYTES)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::lookup::asked::Asked;
    use crate::cli::lookup::cards::Context;
    use crate::cli::lookup::setting::{Setting, SettingArgs};
    use crate::cli::lookup::source::AsTyped;
    use crate::companion::{Engine, Texts};
    use crate::lookup::to_value;
    use crate::session::Question;
    use clap::FromArgMatches;
    use serde_json::{Value, json};

    /// Questions that the page asks, with what is easily left out or put in by one and not the other.
    fn questions() -> Vec<Value> {
        vec![
            json!({ "question": "west card", "card": 12 }),
            json!({ "question": "west read toggle", "card": 12 }),
            json!({ "question": "west read location", "card": 12, "bumps": -1, "prone": true }),
            json!({ "question": "west read location", "card": 12, "kick": true, "turned": true, "covered": ["legs"] }),
            json!({ "question": "west read burst", "card": 12, "shots": 10 }),
            json!({ "question": "west read effect", "card": 12, "cell": "(3)8", "target": 8 }),
            json!({ "question": "west read damage", "card": 12, "cell": "(3)6", "size": 7, "harm": "brawling", "bumps": 1 }),
            json!({ "question": "west read penetration", "card": 12, "pen": 1, "armour": 2, "bumps": 1 }),
            json!({ "question": "west read failure", "card": 12, "rel": 3, "fanned": true, "discarded": [3, 7] }),
            json!({ "question": "west read unintended", "card": 12, "missed": 2, "scatter": 1, "contact": true }),
            json!({ "question": "west read dodge", "card": 12, "blocked": true }),
            json!({ "question": "west check", "card": 12, "dice": "3d10" }),
            json!({ "question": "west check", "card": 12, "dice": "3d10", "tn": 7, "bump_divisor": 3 }),
            json!({ "question": "west check", "card": 12, "dice": "5d6", "tn": 7, "wounded": 2, "penalty": -1 }),
            json!({ "question": "west initiative", "card": 12, "dice": "3d8", "wounded": 1 }),
            json!({ "question": "west hurt stun", "card": 12, "dice": "2d8", "dealt": 2, "earlier": 1, "penalty": 1 }),
            json!({ "question": "west hurt recovery", "card": 12, "dice": "2d8", "worst": 2 }),
            json!({ "question": "west hurt healing", "card": 12, "dice": "4d8", "ailment": "serious", "wounded": 1 }),
            json!({ "question": "west attack", "card": 12, "dice": "3d10", "weapon": "example revolver", "distance": 12 }),
            json!({ "question": "west attack", "card": 12, "dice": "5d12", "weapon": "example heavy gun", "distance": 20,
                "burst": 10, "cover": 2, "covered": ["torso", "head"], "aim": "twice", "held": 1, "moving": "walk",
                "dodge": 2, "dodge_standing": true, "prone": true, "penetration_bumps": 1 }),
            json!({ "question": "west attack", "card": 12, "dice": "5d12", "dmg": "(3)6", "rd": "(2)6", "increment": 8,
                "distance": 1, "point_blank": true, "turned": true, "called": "left hand", "mounted": true, "rel": 1,
                "unseen": true, "hands": "off", "relative_speed": 12, "snap": 1 }),
            json!({ "question": "west attack", "card": 12, "dice": "5d12", "weapon": "example throwing knife",
                "distance": 6, "strength": "2d8" }),
            json!({ "question": "west attack blow", "card": 12, "dice": "5d12", "weapon": "fist", "skill": 1 }),
            json!({ "question": "west attack blow", "card": 12, "dice": "5d12", "weapon": "example bowie knife", "skill": 4,
                "armed": true, "strength": "d12", "muscle": "penetration", "height": true, "called": "head" }),
            json!({ "question": "west attack blow", "card": 12, "dice": "5d12", "dmg": "(2)6", "skill": 4, "bare_hands": true,
                "defender_weapon": "example bowie knife", "harm": "brawling", "punch": true, "damage_bumps": 2 }),
            json!({ "question": "west attack throw", "card": 12, "dice": "2d8", "strength": "2d8", "distance": 12, "wounded": 2 }),
            json!({ "question": "west check for surprise", "card": 12, "dice": "2d8", "expecting": true, "penalty": 1 }),
            // Names that are cut short, as a session of `play` may hold them.
            json!({ "question": "west attack", "card": 12, "dice": "d10", "weapon": "ex rev", "distance": 12,
                "cover": 2, "covered": ["l leg"], "called": "l h" }),
            // What both refuse.
            json!({ "question": "west attack throw", "card": 12, "dice": "2d8", "distance": 12 }),
            json!({ "question": "west attack", "card": 12, "dice": "3d10", "weapon": "example", "distance": 12 }),
            json!({ "question": "west check", "card": 12, "dice": "9d10" }),
            json!({ "question": "west check", "card": 12, "dice": "3d10", "penalty": 2 }),
            json!({ "question": "west attack", "card": 12, "dice": "3d10", "weapon": "example revolver" }),
            json!({ "question": "west attack", "card": 12, "dice": "3d10", "weapon": "example revolver", "distance": 4, "point_blank": true }),
            json!({ "question": "west attack", "card": 12, "dice": "3d10", "weapon": "example revolver", "distance": 4, "burst": 10 }),
            json!({ "question": "west attack", "card": 12, "dice": "3d10", "weapon": "example revolver", "distance": 4, "cover": 2 }),
            json!({ "question": "west attack", "card": 12, "dice": "3d10", "weapon": "example revolver", "distance": 4, "held": 2 }),
            json!({ "question": "west attack blow", "card": 12, "dice": "3d10", "skill": 3 }),
            json!({ "question": "west hurt stun", "card": 12, "dice": "2d8" }),
            json!({ "question": "west read damage", "card": 12, "cell": "(9)6" }),
            json!({ "question": "west read location", "card": 12, "turned": true }),
        ]
    }

    fn setting() -> Setting {
        let command = SettingArgs::augment_args(clap::Command::new("setting"));
        let matches = command.try_get_matches_from(["setting"]).expect("no arguments");
        let setting = SettingArgs::from_arg_matches(&matches).expect("no arguments");
        setting.read(None).expect("built in")
    }

    /// What the page and `lookup` say to a question.
    fn both(
        engine: &mut Engine,
        setting: &Setting,
        question: &Value,
    ) -> (Value, Result<Value, Problems>) {
        let record: Question = serde_json::from_value(question.clone()).expect("a question");
        let request = json!({ "do": "look", "asked": question });
        let page = serde_json::from_str(&engine.call(&request.to_string())).expect("JSON");
        let asked = Asked::of_record(&record);
        let lookup = asked.map_err(Problems::from).and_then(|mut asked| {
            let answer = asked.answer(&mut Context::new(setting, &mut AsTyped))?;
            Ok(to_value(&setting.deck, &*answer))
        });
        (page, lookup)
    }

    #[test]
    fn a_contest_of_the_page_is_that_of_lookup() {
        let setting = setting();
        let texts = Texts { deck: setting.deck.to_json(), ..Texts::default() };
        let mut engine = Engine::new(&texts).expect("a deck");
        for card in 0..54 {
            let question = json!({ "question": "west contest", "active_cards": format!("{card}"),
                "active_dice": "3d10", "opponent_cards": "37", "opponent_dice": "2d8", "wounded": 2,
                "penalty": 1, "opponent_penalty": 1 });
            let (page, lookup) = both(&mut engine, &setting, &question);
            match lookup {
                Ok(lookup) => assert_eq!(lookup["answer"], page["answer"], "{question}"),
                // Both sides cannot have drawn the same card.
                Err(_) => assert!(card == 37 && !page["errors"].is_null(), "{question}: {page}"),
            }
        }
    }

    #[test]
    fn the_page_is_answered_as_lookup_answers_and_refused_what_lookup_refuses() {
        let setting = setting();
        let texts = Texts { deck: setting.deck.to_json(), ..Texts::default() };
        let mut engine = Engine::new(&texts).expect("a deck");
        let mut refused = 0;
        for (place, question) in questions().iter().enumerate() {
            for card in (place % 3..54).step_by(3) {
                let mut question = question.clone();
                question["card"] = json!(card);
                let (mut page, lookup) = both(&mut engine, &setting, &question);
                match lookup {
                    Ok(lookup) => {
                        let extra = ["verdict", "tn", "open", "chains", "bumps", "deals", "text"];
                        let object = page.as_object_mut().expect("an object");
                        extra.iter().for_each(|key| {
                            object.remove(*key);
                        });
                        assert_eq!(lookup, page, "{question}");
                    }
                    Err(problems) => {
                        refused += 1;
                        assert!(!page["errors"].is_null(), "{question}: {problems}; {page}");
                    }
                }
            }
        }
        assert!(refused > 150, "{refused}");
    }
}
