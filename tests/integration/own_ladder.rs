//! A deck with the hit locations of a ship: prone targets, questions of the dice edition, wounds.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

const SPEC: &str = r#"format = "actiondeck-spec/1"
name = "Harbour"
seed = 5
without = ["burst", "scatter"]

[cause]
columns = ["d6", "d20"]
rows = 2

[effect]
columns = ["d6"]
rows = 2

[hit]
ladder = [
    { location = "keel", steps = 6 },
    { location = "deck", steps = 6, sided = true, prone = true },
    { location = "mast", steps = 4, prone = true },
]
sides = ["port", "starboard"]

[penetration]
0 = 54

[failure]
1 = 4

[unintended]
1 = 20
2 = 34
"#;

fn run(folder: &Path, typed: &str, lines: &str) -> (i32, String) {
    let arguments = shlex::split(typed).unwrap();
    let mut command = Command::cargo_bin("actiondeck").unwrap();
    let output = command.current_dir(folder).args(arguments).write_stdin(lines).output().unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code().unwrap(), said.concat())
}

#[test]
fn a_custom_ladder_sets_prone_locations_in_lookups_and_odds() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deck.toml"), SPEC).unwrap();
    let run = |typed: &str, lines: &str| run(folder.path(), typed, lines);
    run("generate deck.toml --effort quick -q -o deck.json", "");
    let deck = fs::read_to_string(folder.path().join("deck.json")).unwrap();
    assert!(deck.contains("\"prone\": [\"mast\",\"port deck\",\"starboard deck\"]"), "{deck}");

    let (mut shown, mut hidden) = (0, 0);
    for card in 0..54 {
        let (code, output) = run(&format!("lookup read {card} location prone"), "");
        assert_eq!(0, code, "{output}");
        let landed = output.lines().find(|line| line.contains("standard location")).unwrap();
        let is_missed = landed.contains("a miss");
        assert_eq!(landed.contains("standard location keel"), is_missed, "{landed}");
        if is_missed { hidden += 1 } else { shown += 1 }
    }
    assert!(shown > 20 && hidden > 10, "{shown} {hidden}");
    let shot = "odds attack 1d20 --distance 30 --increment 50 --dmg '(1)6'";
    let chance = |typed: &str| {
        let (code, output) = run(&format!("{typed} --json"), "");
        assert_eq!(0, code, "{output}");
        output[..output.rfind('}').unwrap() + 1].to_owned()
    };
    assert_ne!(chance(shot), chance(&format!("{shot} --prone")));

    // The dice edition requires the locations of a human body.
    let (code, output) = run("lookup fi3 read 14 location", "");
    assert!(code == 2 && output.contains("are not those of the dice edition"), "{output}");
    assert_eq!(0, run("lookup fi3 check 14 2d6", "").0);
    assert_eq!(0, run("lookup fi3 card 14", "").0);

    // A location may have the name of an option.
    let attack = "lookup attack 5 2d20 --distance 8 --increment 5 --dmg '(1)6'";
    for (called, complaint) in [
        ("--called 'port deck'", "\"port deck\" is not a place for called shots"),
        ("called deck", "accepted: keel, mast, port deck, starboard deck"),
    ] {
        let (code, output) = run(&format!("{attack} {called}"), "");
        assert!(code == 2 && output.contains(complaint), "{output}");
    }
    let (code, output) = run(&format!("{attack} covered mast cover 2 --deck deck.json"), "");
    assert_eq!(0, code, "{output}");

    // Wounds are not recorded for a ship.
    let line = "attack 2d20 distance 3 increment 5 dmg (1)6 penalty -20 tn\n";
    let (_, output) = run("play --physical", &format!("5 {}", line.replace(" tn", "")));
    assert!(
        output.contains("deck") || output.contains("keel") || output.contains("mast"),
        "{output}"
    );
    assert!(!output.contains("apply"), "{output}");
}
