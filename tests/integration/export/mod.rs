//! Exports, as their target programs read them.
//!
//! Each format has a simple reader here; docs/exports.md lists the programs that were tried.

mod cut;
mod draw_board;
mod files;
mod foundry;
mod others;
mod rooms;
mod tables;
mod words;
mod zip;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use actiondeck::export::{Export, Grid, Target};
use actiondeck::render::sheet::Sheet;
use actiondeck::{Deck, Theme};
use serde_json::Value;

/// The width of the cards' pictures in these tests, large enough to distinguish them.
const WIDTH_PX: u32 = 60;

fn deck() -> Deck {
    Deck::built_in()
}

fn export<'a>(deck: &'a Deck, theme: &'a Theme) -> Export<'a> {
    let sheets = vec![Sheet::built_in("silhouette-a4").unwrap()];
    Export::new(deck, theme).with_card_width_px(WIDTH_PX).with_sheets(sheets)
}

type Files = BTreeMap<String, Vec<u8>>;

/// Every target except the order, whose pictures have the size of a print house.
fn tables() -> Vec<Target> {
    Target::ALL.into_iter().filter(|target| *target != Target::Order).collect()
}

/// The files of these targets by path, made once.
fn all() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let (deck, theme) = (deck(), Theme::built_in("future-imperfect").unwrap());
        made(&export(&deck, &theme), &tables())
    })
}

fn made(export: &Export<'_>, targets: &[Target]) -> Files {
    let files = export.files(targets).unwrap();
    files.into_iter().map(|file| (file.path, file.bytes)).collect()
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

/// Returns the text of a JSON string.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a string"))
}

/// Returns a PNG's width, height and RGB pixels.
fn pixels(png: &[u8]) -> ([usize; 2], Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(png::ColorType::Rgb, info.color_type);
    ([info.width as usize, info.height as usize], pixels)
}

/// The name of a picture without folders and digest: `card-34`.
fn stem(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap();
    file.rsplit_once('-').unwrap().0
}

/// The picture of each card by its number, from the export of pictures.
fn pictures() -> Vec<&'static Vec<u8>> {
    let cards = all().iter().filter(|(path, _)| path.starts_with("images/card-"));
    cards.map(|(_, png)| png).collect()
}

/// Checks that a sheet has a card's picture at its place, pixel for pixel.
fn is_on_sheet(sheet: &[u8], [columns, rows]: [usize; 2], index: usize, number: usize) {
    let ([width, height], of_sheet) = pixels(sheet);
    assert!(width <= 4096 && height <= 4096, "{width} {height}");
    let ([card_width, card_height], of_card) = pixels(pictures()[number]);
    assert_eq!([card_width * columns, card_height * rows], [width, height]);
    assert!(index < columns * rows);
    for row in 0..card_height {
        let at = (index / columns * card_height + row) * width + index % columns * card_width;
        let on_sheet = &of_sheet[at * 3..(at + card_width) * 3];
        assert_eq!(&of_card[row * card_width * 3..][..card_width * 3], on_sheet, "card {number}");
    }
}

/// The grid of the sheets.
fn grid() -> [usize; 2] {
    let grid = Grid::default();
    [grid.columns() as usize, grid.rows() as usize]
}
