//! Extra cards of a publisher's own: drawings in the theme that the spec lists.

use std::fs;
use std::path::Path;

use crate::pdf_file::Document;
use crate::program::actiondeck;

/// A deck of one column, with a title card and two copies of a card of its own.
const SPEC: &str = "\
format = \"actiondeck-spec/1\"
name = \"Salt Road\"
theme = \"looks\"
seed = 7
without = [\"effect\", \"hit\", \"burst\", \"penetration\", \"scatter\", \"unintended\"]
[cause]
columns = [\"d6\"]
rows = 2
[print]
sheets = [\"a4-3x3\", \"single\"]
extra_cards = [\"title\", \"extra-turns\", \"extra-turns\"]
";

const TURNS: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="69.85mm" height="95.25mm" viewBox="-3.175 -3.175 69.85 95.25">
 <rect x="-3.175" y="-3.175" width="69.85" height="95.25" fill="#ffffff"/>
 <text x="31.75" y="20" text-anchor="middle" font-family="IBM Plex Sans Condensed" font-weight="700" font-size="5" fill="#000000">{{deck}}</text>
</svg>"##;

/// A folder with the spec and its theme, which has the card.
fn project(spec: &str, card: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/themes/ink-saver");
    let looks = folder.path().join("looks");
    fs::create_dir(&looks).unwrap();
    for file in ["theme.toml", "card.svg", "back.svg", "instruction.svg", "title.svg"] {
        fs::copy(from.join(file), looks.join(file)).unwrap();
    }
    fs::write(looks.join(card), TURNS).unwrap();
    fs::write(folder.path().join("deck.toml"), spec).unwrap();
    folder
}

/// Runs the program in the folder and returns its exit code and what it wrote to both streams.
fn run(folder: &Path, line: &str) -> (i32, String) {
    let output = actiondeck().current_dir(folder).args(line.split(' ')).output().unwrap();
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), said.concat())
}

fn pages(file: &Path) -> usize {
    Document::load(file).unwrap().get_pages().len()
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn listed_cards_are_on_sheets_in_vendor_files_and_in_the_box() {
    let home = project(SPEC, "extra-turns.svg");
    let folder = home.path();
    let (code, said) = run(folder, "build deck.toml --effort quick --format pdf,png -o out");
    // The quick deck may miss a limit; no print file is refused.
    assert!(code <= 1 && !said.contains("missing"), "{said}");
    let out = folder.join("out");
    let pages_of = |name: &str| pages(&out.join("sheets").join(name));
    assert_eq!((14, 114), (pages_of("a4-3x3.pdf"), pages_of("single.pdf")));
    assert_eq!(54 + 3 + 1, count(&out.join("cards/png")));
    assert!(out.join("cards/png/extra-turns_2.png").is_file());
    let text = fs::read_to_string(out.join("deck.json")).unwrap();
    assert!(
        text.contains("\"extra_cards\": [\"title\",\"extra-turns\",\"extra-turns\"]"),
        "{text}"
    );

    // Every later command reads the list in the deck.
    let (_, said) =
        run(folder, "render out/deck.json --vendor thegamecrafter,drivethrucards -o send");
    assert!(!said.contains("missing"), "{said}");
    assert_eq!(57, count(&folder.join("send/thegamecrafter/fronts")));
    assert_eq!(114, pages(&folder.join("send/drivethrucards/deck.pdf")));
    run(folder, "export order-xml out/deck.json -o order");
    let order = fs::read_to_string(folder.join("order/order-xml/cards.xml")).unwrap();
    assert!(order.contains("<quantity>57</quantity>\n    <bracket>72</bracket>"), "{order}");
    assert!(order.contains("<slots>0,1,2,"), "{order}");
    assert!(order.contains(",55,56</slots>"), "the back of the extra cards too: {order}");
    let depth = |line: &str| {
        assert_eq!(0, run(folder, line).0, "{line}");
        fs::read(folder.join("box/box.svg")).unwrap()
    };
    let usual = depth("box out/deck.json -o box");
    assert_eq!(usual, depth("box out/deck.json --cards 57 -o box"));
    assert_ne!(usual, depth("box out/deck.json --cards 58 -o box"));
    let (code, said) = run(folder, "box out/deck.json --cards 54 -o box");
    assert_eq!(2, code);
    assert!(said.contains("accepted: 57 to 63"), "{said}");
    // A reprint has only the cards that are asked for.
    run(folder, "render out/deck.json --only 3 --sheet single --format pdf -o again");
    assert_eq!(2, pages(&folder.join("again/sheets/single.pdf")));
    run(
        folder,
        "render out/deck.json --only 3 --extras extra-turns --sheet single --format pdf -o again",
    );
    assert_eq!(4, pages(&folder.join("again/sheets/single.pdf")));

    // Preflight asks for all of them.
    let check = "preflight --deck out/deck.json out/sheets/single.pdf";
    let (code, said) = run(folder, check);
    assert_eq!(0, code, "{said}");
    run(
        folder,
        "render out/deck.json --extras title,extra-turns --sheet single --format pdf -o less",
    );
    let (code, said) = run(folder, "preflight --deck out/deck.json less/sheets/single.pdf");
    assert_eq!(1, code);
    assert!(said.contains("missing extra cards: extra-turns\n"), "{said}");
}

#[test]
fn a_card_that_the_theme_lacks_is_one_fault_at_its_place() {
    let home = project(&SPEC.replace("extra-turns", "extra-turn"), "extra-turns.svg");
    let (code, said) = run(home.path(), "build deck.toml --effort quick -o out");
    assert_eq!(2, code);
    let fault =
        "error: the theme ink-saver has no card \"extra-turn\"; did you mean \"extra-turns\"?\n";
    assert_eq!(1, said.matches(fault).count(), "{said}");
    assert!(said.contains("--> deck.toml:11:25\n"), "{said}");
    let accepted =
        "accepted: instruction, title, extra-turns, a file extra-turn.svg in its folder\n";
    assert!(said.contains(accepted), "{said}");
    for (spec, card, fault) in [
        (
            SPEC.replace("extra-turns", "turns"),
            "extra-turns.svg",
            "\"turns\" is not the name of an extra card",
        ),
        (
            SPEC.to_owned(),
            "extra-Turns.svg",
            "\"extra-Turns.svg\" is not the name of an extra card",
        ),
    ] {
        let (code, said) =
            run(project(&spec, card).path(), "build deck.toml --effort quick -o out");
        assert!(code == 2 && said.contains(fault), "{said}");
    }
}

#[test]
fn template_check_finds_the_faults_of_own_cards() {
    let home = project(SPEC, "extra-turns.svg");
    assert_eq!(0, run(home.path(), "template check looks").0);
    let card = home.path().join("looks/extra-turns.svg");
    fs::write(&card, TURNS.replace("{{deck}}", "{{number}}").replace("#000000", "#123456"))
        .unwrap();
    for what in ["looks", "looks/extra-turns.svg"] {
        let (code, said) = run(home.path(), &format!("template check {what}"));
        assert_eq!(1, code, "{said}");
        for fault in ["looks/extra-turns.svg:3:", "{{number}}", "#123456"] {
            assert!(said.contains(fault), "{fault}: {said}");
        }
    }
}
