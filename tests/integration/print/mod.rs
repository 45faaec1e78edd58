//! Print files: their content as external programs read it, and equal geometry in all formats.

mod aslant;
mod backs;
mod code;
mod extra_cards;
mod guides;
mod job;
mod leaf;
mod outer_bleed;
mod places;
mod readers;
mod text;
mod title_or_back;
mod upload_order;

use std::path::PathBuf;
use std::sync::OnceLock;

use actiondeck::deck::Deck;
use actiondeck::face::Theme;
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, NamedFile};

use crate::foreign;

fn deck() -> Deck {
    Deck::read("Sample.csv", include_str!("../../data/deck.csv")).unwrap()
}

fn theme() -> Theme {
    Theme::built_in("future-imperfect").unwrap()
}

fn sheets() -> Vec<Sheet> {
    ["a4-3x3", "letter-3x3", "single", "single-x4"]
        .map(|name| Sheet::built_in(name).unwrap())
        .into()
}

/// Every file of the default job, made once.
fn files() -> &'static [NamedFile] {
    static FILES: OnceLock<Vec<NamedFile>> = OnceLock::new();
    FILES.get_or_init(|| Job::new(&deck(), &theme()).with_sheets(sheets()).run(|_| ()).unwrap())
}

fn pdfs() -> impl Iterator<Item = &'static NamedFile> {
    files().iter().filter(|file| file.path.ends_with(".pdf"))
}

/// The files on disk, for programs that want a path.
fn folder() -> &'static tempfile::TempDir {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        for file in files() {
            let path = folder.path().join(&file.path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &file.bytes).unwrap();
        }
        folder
    })
}

fn on_disk(path: &str) -> PathBuf {
    folder().path().join(path)
}

/// A word in a PDF: its text, its left, upper and lower edge in points from the page's upper left.
pub(super) struct Word {
    pub text: String,
    pub left: f64,
    pub top: f64,
    pub bottom: f64,
}

/// The words of each page in a range, by one call of poppler.
pub(super) fn words_of_pages(path: &str, [first, last]: [usize; 2]) -> Option<Vec<Vec<Word>>> {
    let [first, last] = [first, last].map(|page| page.to_string());
    let arguments = ["-bbox", "-f", first.as_str(), "-l", last.as_str()];
    let file = on_disk(path);
    let arguments = arguments.iter().map(|a| a.as_ref()).chain([file.as_os_str(), "-".as_ref()]);
    let said = foreign::stdout("pdftotext", arguments)?;
    Some(said.split("<page ").skip(1).map(words_of_page).collect())
}

pub(super) fn words(path: &str, page: usize) -> Option<Vec<Word>> {
    words_of_pages(path, [page, page])?.pop()
}

fn words_of_page(said: &str) -> Vec<Word> {
    let words = said.lines().filter(|line| line.trim_start().starts_with("<word ")).map(|line| {
        let value = |key: &str| -> f64 {
            line.split_once(&format!("{key}=\""))
                .unwrap()
                .1
                .split('"')
                .next()
                .unwrap()
                .parse()
                .unwrap()
        };
        let text = line.split_once('>').unwrap().1.trim_end_matches("</word>");
        Word {
            text: text.to_owned(),
            left: value("xMin"),
            top: value("yMin"),
            bottom: value("yMax"),
        }
    });
    words.collect()
}
