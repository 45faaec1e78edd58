//! Several backs in uploads, print files and exports.

use std::fmt::Write as _;

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::face::{Faces, Theme};
use actiondeck::preflight::{Expectation, PrintedDeck, check, check_against};
use actiondeck::render::sheet::{PageOrder, Sheet};
use actiondeck::render::vendor::Vendor;
use actiondeck::render::{Job, NamedFile, only};

use super::{SENT, deck, sent_cards, suits};
use crate::foreign;
use crate::lookup::OutputAssert;
use crate::program::actiondeck;

fn sent(vendor: &str, theme: &Theme, deck: &Deck) -> Result<Vec<NamedFile>, String> {
    sent_cards(SENT, vendor, theme, deck)
}

#[test]
fn several_backs_go_to_houses_that_take_them() {
    let (folder, deck) = (tempfile::tempdir().unwrap(), deck());
    let theme = suits(folder.path());
    for name in ["drivethrucards", "press-x4", "mbprint", "printplaygames"] {
        let vendor = Vendor::built_in(name).unwrap();
        let theme = vendor.fitted(&theme).unwrap();
        let files = sent(name, &theme, &deck).unwrap();
        let [file] = files.as_slice() else { panic!("{name}") };
        let faces = Faces::new(&theme, &deck).unwrap();
        let printed =
            PrintedDeck::from_cards(&faces, &only(SENT, CardNumbers::POKER).unwrap()).unwrap();
        let expectation = Expectation::for_vendor(&vendor).with_card(theme.format()).with_drawing();
        let checked = check_against(&file.path, &file.bytes, &expectation, &printed);
        let order =
            checked.report.rules.iter().find(|rule| rule.rule == "pdf.upload-order").unwrap();
        assert!(!format!("{:?}", order.verdict).contains("Fail"), "{name}: {order:?}");
        // Without a deck, backs are recognised because they repeat.
        let report = check("sent.pdf", &file.bytes, &Expectation::for_vendor(&vendor));
        let broken: Vec<_> = report.failures().map(|(rule, _)| rule.rule).collect();
        assert!(!broken.contains(&"pdf.upload-order"), "{name}: {report}");
        let seen = checked.seen.unwrap();
        assert!(seen.agrees() && seen.faces >= 12, "{name}: {:?}", seen.differences);
        let path = folder.path().join("sent.pdf");
        std::fs::write(&path, &file.bytes).unwrap();
        let path = path.display().to_string();
        foreign::stdout("qpdf", ["--check", &path]);
        foreign::stdout("mutool", ["draw", "-q", "-o", "/dev/null", &path]);
        foreign::stdout(
            "gs",
            ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=nullpage", &path],
        );
        if foreign::has_python_module("pikepdf") {
            let count = "import pikepdf, sys; print(len(pikepdf.open(sys.argv[1]).pages))";
            let counted = foreign::stdout("python3", ["-c", count, &path]).unwrap();
            let expected = if name == "printplaygames" { "2\n" } else { "12\n" };
            assert_eq!(expected, counted, "{name}");
        }
    }
    for name in ["makeplayingcards", "printerstudio"] {
        let paths: Vec<String> =
            sent(name, &theme, &deck).unwrap().into_iter().skip(6).map(|file| file.path).collect();
        let expected = [0, 1, 2].map(|back| format!("{name}/backs/back-{back}.png"));
        assert_eq!(expected, *paths);
    }
    let refused = sent("thegamecrafter", &theme, &deck).unwrap_err();
    assert!(refused.contains("one picture for all backs"), "{refused}");
    assert!(refused.contains("have 3 backs: back-0, back-1, back-2"), "{refused}");
    let mut job = Job::new(&deck, &theme);
    let mut sheet = Sheet::built_in("a4-3x3").unwrap();
    sheet.order = PageOrder::BackLast;
    job.sheets = vec![sheet];
    let refused = job.paths().unwrap_err().to_string();
    assert!(refused.contains("the back is the last page, once"), "{refused}");
    // Cards with the same back may share one page.
    job.cards = only("52", CardNumbers::POKER).unwrap();
    assert!(job.paths().is_ok());
}

#[test]
fn the_program_notes_that_several_backs_mark_the_deck() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("deck.csv"), include_str!("../../../data/deck.csv")).unwrap();
    let run = |arguments: &[&str]| actiondeck().current_dir(folder.path()).args(arguments).assert();
    run(&["template", "new", "look", "--theme", "ink-saver"]).code(0);
    let look = folder.path().join("look");
    let back = std::fs::read_to_string(look.join("back.svg")).unwrap();
    let mut toml = std::fs::read_to_string(look.join("theme.toml")).unwrap();
    for (place, suits) in
        ["hearts|diamonds", "clubs|spades", "red joker|black joker"].iter().enumerate()
    {
        let mark =
            format!("<circle cx=\"31.75\" cy=\"44.45\" r=\"{}\" fill=\"#000000\"/>", 3 + 3 * place);
        let own = back.replace("</svg>", &format!("{mark}</svg>"));
        std::fs::write(look.join(format!("back-{place}.svg")), own).unwrap();
        write!(toml, "\n[[back]]\nfile = \"back-{place}.svg\"\nis = \"suit.name {suits}\"\n")
            .unwrap();
    }
    std::fs::write(look.join("theme.toml"), toml).unwrap();
    std::fs::remove_file(look.join("back.svg")).unwrap();
    run(&["template", "check", "look/back-1.svg", "--deck", "deck.csv"]).code(0);
    let render = ["render", "deck.csv", "--theme", "look", "--only", "0,1,30", "--sheet", "a4-3x3"];
    let made = run(&[&render[..], &["-o", "out"]].concat());
    made.code(0).complains("so the deck is marked");
    let names: Vec<String> =
        crate::program::files(&folder.path().join("out")).into_keys().collect();
    for name in ["cards/svg/back-0.svg", "cards/png/back-1.png", "sheets/svg/a4-3x3-01-back.svg"] {
        assert!(names.iter().any(|own| own == name), "{name}: {names:?}");
    }
    let out = folder.path().join("out");
    let judged = |file: &str| {
        let file = out.join(file).display().to_string();
        let output = actiondeck()
            .current_dir(folder.path())
            .args(["preflight", "--deck", "deck.csv", "--theme", "look", &file])
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(
        !judged("cards/svg/back-0.svg").contains("difference"),
        "{}",
        judged("cards/svg/back-0.svg")
    );
    // A file of a back with the name of another back.
    for kind in ["svg", "png"] {
        let [red, black] = [0, 1].map(|back| out.join(format!("cards/{kind}/back-{back}.{kind}")));
        std::fs::copy(red, black).unwrap();
        let output = judged(&format!("cards/{kind}/back-1.{kind}"));
        assert!(output.contains("the back back-1"), "{kind}: {output}");
    }
    let targets = ["images", "tts", "foundry", "pcio", "vtt", "order-xml"];
    let target = targets.join(",");
    let usual = ["deck.csv", "--theme", "look", "--width", "50", "-o"];
    run(&[&["export", &*target], &usual[..], &["tables"]].concat()).code(0);
    run(&[&["export", "cgs"], &usual[..], &["cgs"]].concat())
        .complains("takes one back for all cards, the theme look has 3");
    let order = std::fs::read_to_string(folder.path().join("tables/order-xml/cards.xml")).unwrap();
    let backs = order.split("<backs>").nth(1).unwrap().split("</backs>").next().unwrap();
    assert_eq!(3, backs.matches("<card>").count(), "{backs}");
    let mut slots: Vec<usize> = backs
        .split("<slots>")
        .skip(1)
        .flat_map(|rest| rest.split("</slots>").next().unwrap().split(','))
        .map(|slot| slot.parse().unwrap())
        .collect();
    slots.sort_unstable();
    assert_eq!((0..54).collect::<Vec<_>>(), slots);
}
