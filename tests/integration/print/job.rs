//! The files of a job, independent of the order of work, and its progress reports.

use actiondeck::deck::CardNumbers;
use actiondeck::render::sheet::{Flip, Sheet};
use actiondeck::render::{Job, only};

use super::{deck, files, pdfs, sheets, theme};
use crate::pdf_file::Document;

#[test]
fn a_job_gives_every_face_and_every_sheet_once() {
    let mut paths: Vec<&str> = files().iter().map(|file| file.path.as_str()).collect();
    let count = |prefix: &str| paths.iter().filter(|path| path.starts_with(prefix)).count();
    assert_eq!((55, 55), (count("cards/svg/"), count("cards/png/")));
    assert_eq!(12, count("sheets/svg/a4-3x3-"));
    assert_eq!(4, paths.iter().filter(|path| path.ends_with(".pdf")).count());
    let all = paths.len();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(all, paths.len());
}

#[test]
fn the_same_job_gives_the_same_bytes_on_any_thread_count() {
    let first = files();
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let again =
            pool.install(|| Job::new(&deck(), &theme()).with_sheets(sheets()).run(|_| ()).unwrap());
        for (first, again) in first.iter().zip(&again) {
            assert_eq!(first.path, again.path);
            assert!(first.bytes == again.bytes, "{} differs on {threads} threads", first.path);
        }
    }
}

#[test]
fn six_sheets_stay_small() {
    for pdf in pdfs() {
        assert!(pdf.bytes.len() <= 450_000, "{}: {} bytes", pdf.path, pdf.bytes.len());
    }
}

#[test]
fn chosen_cards_are_packed_and_the_edge_is_a_choice() {
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme).with_sheets(vec![Sheet::built_in("a4-3x3").unwrap()]);
    job.cards = only("3,10,34", CardNumbers::POKER).unwrap();
    job.png = None;
    job.arrangement = Flip::ShortEdge.into();
    let made = job.run(|_| ()).unwrap();
    let names: Vec<&str> = made.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        [
            "cards/svg/card-03.svg",
            "cards/svg/card-10.svg",
            "cards/svg/card-34.svg",
            "cards/svg/back.svg",
            "sheets/a4-3x3.pdf",
            "sheets/svg/a4-3x3-01-front.svg",
            "sheets/svg/a4-3x3-01-back.svg",
        ],
        *names
    );
    let back = String::from_utf8(made[6].bytes.clone()).unwrap();
    let turned = back.split("<svg ").filter(|before| {
        let group = before.trim_end().rsplit('<').next().unwrap_or_default();
        group.starts_with("g transform=\"rotate(180 ")
    });
    assert_eq!(3, turned.count());
    assert!(back.contains("turn on the short edge"));
}

#[test]
fn without_backs_no_page_waits_for_them() {
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme).with_sheets(sheets());
    (job.backs, job.png, job.svg) = (false, None, false);
    let made = job.run(|_| ()).unwrap();
    let single = made.iter().find(|file| file.path == "sheets/single.pdf").unwrap();
    let pages = Document::load_mem(&single.bytes).unwrap().get_pages().len();
    assert_eq!(54, pages);
}

#[test]
fn progress_counts_every_step_to_the_end() {
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme).with_sheets(sheets());
    (job.png, job.svg) = (None, false);
    job.cards = only("0-3", CardNumbers::POKER).unwrap();
    let seen = std::sync::Mutex::new(Vec::new());
    job.run(|progress| seen.lock().unwrap().push(progress)).unwrap();
    let mut done: Vec<usize> = seen.into_inner().unwrap().iter().map(|p| p.done).collect();
    done.sort_unstable();
    assert_eq!((1..=9).collect::<Vec<_>>(), done);
}
