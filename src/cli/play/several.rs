//! Several targets of one question, each as the table knows it.

use clap::Command;

use super::game::Game;
use super::known::{Known, Usual};
use super::words::{Role, Worded, roles};

impl Game {
    /// Writes what the table knows of each target of a fan or a burst into the line, unless the line
    /// tells it. Gives what was written.
    pub(super) fn each_target(
        &self,
        full: &mut Worded,
        known: &Known,
        root: &Command,
    ) -> Vec<Usual> {
        let has = |name: &str| full.command.get_arguments().any(|it| it.get_id() == name);
        if !(has("targets") && has("target")) {
            return Vec::new();
        }
        let told = described(full, root);
        let dodges = has("dodge");
        let mut found: Vec<Usual> = Vec::new();
        for name in names(full, root).into_iter().filter(|name| !told.contains(name)) {
            let Ok(person) = self.person(&name) else { continue };
            let parts = self.party(&person).stands(dodges);
            if parts.is_empty() || found.iter().any(|usual| usual.of == name) {
                continue;
            }
            let words: Vec<String> = parts.iter().map(Usual::words).collect();
            full.words.extend(["--target".to_owned(), format!("{name}: {}", words.join(", "))]);
            found.extend(parts.into_iter().map(|usual| Usual { of: name.clone(), ..usual }));
        }
        // Where all stand somewhere, the distance of the others need not be told.
        let distance = found.iter().find(|usual| usual.argument == "distance");
        if let Some(distance) = distance.filter(|_| known.target.is_none())
            && full.typed("distance").is_none()
        {
            full.words.extend(["--distance".to_owned(), distance.value.clone()]);
        }
        found
    }
}

/// Whom the shots are at: `--targets ann,ben`, or `ann=3d10:6 ben=2d10:4`.
fn names(full: &Worded, root: &Command) -> Vec<String> {
    if let Some(typed) = full.typed("targets") {
        return typed.split(',').map(|name| name.trim().to_owned()).collect();
    }
    before(full, root, '=', |role| matches!(role, Role::Positional))
}

/// Those of whom the line tells something.
fn described(full: &Worded, root: &Command) -> Vec<String> {
    before(full, root, ':', |role| matches!(role, Role::Value))
}

/// What stands before a sign in the words of such a role.
fn before(full: &Worded, root: &Command, sign: char, is: fn(&Role<'_>) -> bool) -> Vec<String> {
    let words = &full.words[full.names..];
    let words = words.iter().zip(roles(words, &full.command, root)).filter(|(_, role)| is(role));
    words.filter_map(|(word, _)| Some(word.split_once(sign)?.0.trim().to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use crate::cli::play::fight::Fight;
    use crate::session::Mode;

    #[test]
    fn each_target_of_a_fan_stands_as_the_table_knows_it() {
        let mut fight = Fight::new(Mode::Virtual { seed: 3 });
        for line in [
            "set gun weapon revolver ammo 60",
            "set brute distance 12 size 8",
            "set doc distance 3 cover 2 covered 'torso,left arm' prone",
        ] {
            fight.say(line);
        }
        let known = fight.say("gun attack fan 3d10 targets brute,doc");
        let told = "; brute: distance 12, size 8; doc: distance 3, size 6, cover 2 torso \
                    left arm, prone";
        assert!(known.contains(told), "{known}");
        fight.say("undo");
        let typed = fight.say(
            "gun attack fan 3d10 targets brute,doc distance 3 target 'brute: distance 12, size 8' \
             target 'doc: distance 3, size 6, cover 2 torso left arm, prone'",
        );
        let answer = |said: &str| {
            let lines = said.lines().filter(|line| !line.starts_with("from the table"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(answer(&typed), answer(&known));
        // What is typed of a target goes before what is known of it.
        fight.say("undo");
        let near = fight.say("gun attack fan 3d10 targets brute,doc target 'brute: distance 2'");
        assert!(near.contains("doc: distance 3") && !near.contains("brute: distance 12"), "{near}");
    }

    #[test]
    fn each_target_of_a_burst_stands_as_the_table_knows_it() {
        let mut fight = Fight::new(Mode::Virtual { seed: 3 });
        for line in ["game fi3", "set brute distance 4", "set doc distance 30 armour 1"] {
            fight.say(line);
        }
        let known = "attack burst brute=3d10:4 doc=2d10:4 damage 3d6 increment 10";
        let told = fight.say(known);
        assert!(told.contains("doc: distance 30, size 6, armour 1"), "{told}");
        assert!(told.contains("brute: distance 4"), "{told}");
    }
}
