//! Scratch.
#![allow(clippy::print_stderr)]
use actiondeck::{deck::*, face::*, render::png::*};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let theme = Theme::read(std::path::Path::new(&a[1])).unwrap_or_else(|p| panic!("{p}"));
    let deck = Deck::read("deck.json", &std::fs::read_to_string(&a[2]).unwrap()).unwrap();
    let dpi = Dpi::new(a[3].parse().unwrap()).unwrap();
    let numbers: Vec<CardNumber> = a[4].split(',').map(|n| n.parse().unwrap()).collect();
    let out = &a[5];
    match fronts(&theme, &deck, &numbers, dpi) {
        Ok(all) => {
            for (n, png) in all {
                std::fs::write(format!("{out}/{n}.png"), png).unwrap();
            }
        }
        Err(p) => {
            eprintln!("{p}");
            std::process::exit(1)
        }
    }
    std::fs::write(format!("{out}/back.png"), back(&theme, &deck, dpi).unwrap()).unwrap();
    std::fs::write(
        format!("{out}/34.svg"),
        bind_card(&theme, &deck, deck.card(CardNumber::new(34).unwrap())).unwrap(),
    )
    .unwrap();
    eprintln!("{}", check(&theme, &deck));
}
