//! Order of fronts and backs in uploads that are checked without a deck.
//!
//! One of several backs may occur once; a front in its place is a fault.

use actiondeck::face::Theme;
use actiondeck::preflight::{Expectation, check};
use actiondeck::render::vendor::Vendor;

use super::backs::{SENT, sent_cards, suits};
use super::deck;
use crate::pdf_file::{self, Document, Object};

/// The faults in the order of pages.
fn describe(vendor: &Vendor, bytes: &[u8]) -> Vec<String> {
    let report = check("sent.pdf", bytes, &Expectation::for_vendor(vendor));
    let of_order = report.failures().filter(|(rule, _)| rule.rule == "pdf.upload-order");
    of_order.flat_map(|(_, faults)| faults).map(|fault| fault.reason.clone()).collect()
}

/// The file with a changed list of pages.
fn ordered(bytes: &[u8], order: impl FnOnce(&mut Vec<Object>)) -> Vec<u8> {
    let mut file = Document::load_mem(bytes).unwrap();
    let pages = file.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
    let pages = file.get_dictionary_mut(pages).unwrap();
    let kids = pages.get_mut(b"Kids").unwrap().as_array_mut().unwrap();
    order(kids);
    let count = i64::try_from(kids.len()).unwrap();
    pages.set("Count", count);
    pdf_file::bytes(&file)
}

fn sent(name: &str, cards: &str, theme: &Theme) -> (Vendor, Vec<u8>) {
    let vendor = Vendor::built_in(name).unwrap();
    let theme = vendor.fitted(theme).unwrap();
    let [file] = sent_cards(cards, name, &theme, &deck()).unwrap().try_into().unwrap();
    (vendor, file.bytes)
}

#[test]
fn a_front_in_the_place_of_a_back_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let theme = suits(folder.path());
    let all: Vec<&str> = SENT.split(',').collect();
    for (name, is_front_first) in [("drivethrucards", false), ("press-x4", true), ("mbprint", true)]
    {
        for lost in 0..all.len() {
            let mut cards = all.clone();
            cards.remove(lost);
            let (vendor, bytes) = sent(name, &cards.join(","), &theme);
            assert_eq!(
                Vec::<String>::new(),
                describe(&vendor, &bytes),
                "{name} without {}",
                all[lost]
            );
        }
        let (vendor, bytes) = sent(name, SENT, &theme);
        let [front, back] = if is_front_first { [0, 1] } else { [1, 0] };
        // The front of another card replaces a back.
        let planted = ordered(&bytes, |kids| kids[4 + back] = kids[6 + front].clone());
        assert_eq!(1, describe(&vendor, &planted).len(), "{name}");
        // The same without the pages of the other card.
        let planted = ordered(&bytes, |kids| {
            kids[4 + back] = kids[6 + front].clone();
            kids.drain(6..8);
        });
        assert_eq!(1, describe(&vendor, &planted).len(), "{name}");
        // A front and its back swapped, then a page removed.
        let planted = ordered(&bytes, |kids| kids.swap(4, 5));
        assert_eq!(1, describe(&vendor, &planted).len(), "{name}");
        let planted = ordered(&bytes, |kids| drop(kids.remove(5)));
        assert!(!describe(&vendor, &planted).is_empty(), "{name}");
    }
}
