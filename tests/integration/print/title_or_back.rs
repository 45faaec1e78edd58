//! Title cards that differ from the back by one line, on sheets whose text is ambiguous.
//!
//! An I can be read as a bar. Faults in title card and back must be reported for the right face.

use crate::program::actiondeck;

#[test]
fn a_title_card_that_resembles_the_back_is_not_a_back() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Percentile.csv"), include_str!("../../data/deck.csv"))
        .unwrap();
    let run = |arguments: &str| {
        let run = actiondeck().current_dir(folder.path()).args(arguments.split(' ')).assert();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    let of = "--theme future-imperfect --size jumbo --only 9";
    let printed = format!(
        "render Percentile.csv {of} --extras title --format svg --sheet gutterfold-a4 -o out"
    );
    run(&printed);
    let titles = folder.path().join("out/sheets/svg/gutterfold-a4-02.svg");
    let svg = std::fs::read_to_string(&titles).unwrap();
    let check = format!("preflight out/sheets/svg/gutterfold-a4-02.svg --deck Percentile.csv {of}");
    let output = run(&check);
    assert!(output.contains("seen: 2 faces, all as they should look"), "{output}");
    // A paler ring, on the title card and on the back.
    let piece = "inkscape:label=\"bright ring\"";
    let mut found = Vec::new();
    for place in [0, 1] {
        let (at, _) = svg.match_indices(piece).nth(place).unwrap();
        let planted = format!("{}opacity=\"0.3\" {}", &svg[..at], &svg[at..]);
        std::fs::write(&titles, planted).unwrap();
        let output = run(&check);
        assert!(output.contains("seen: 2 faces, "), "{output}");
        let faces = ["the title card: ", "the back: "];
        found.extend(faces.into_iter().filter(|face| output.contains(face)));
    }
    found.sort_unstable();
    assert_eq!(["the back: ", "the title card: "], *found);
}

#[test]
fn a_title_card_is_recognised_by_its_unambiguous_letters() {
    let folder = tempfile::tempdir().unwrap();
    for (name, theme, size) in
        [("Civil Island", "ink-saver", "tarot"), ("Percentile", "future-imperfect", "poker")]
    {
        let deck = format!("{name}.csv");
        std::fs::write(folder.path().join(&deck), include_str!("../../data/deck.csv")).unwrap();
        let run = |command: &[&str], more: &str| {
            let of = format!("--theme {theme} --size {size} --only 9,34 {more}");
            let mut run = actiondeck();
            run.current_dir(folder.path()).args(command).args(of.split(' '));
            String::from_utf8(run.output().unwrap().stdout).unwrap()
        };
        run(&["render", &deck], "--extras title --sheet universal --format svg -o out");
        let output = run(&["preflight", "--deck", &deck], "out/sheets/svg/universal-01-front.svg");
        assert!(output.contains("seen: 3 faces, all as they should look"), "{name}: {output}");
    }
}
