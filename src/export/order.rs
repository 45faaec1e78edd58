//! `cards.xml`, the order that MPC Autofill reads, and the pictures it names.
//!
//! Source: the desktop tool of chilli-axe/mpc-autofill. A picture whose name is in its folder `cards`
//! is taken from there and not downloaded.

use std::fmt::Write as _;

use crate::diagnostic::Problems;
use crate::face::Faces;
use crate::render::vendor::Vendor;
use crate::render::{Job, NamedFile};
use crate::wording::escaped;

use super::Export;
use super::name::fingerprinted;

/// What the tool orders if nobody says anything else.
const STOCK: &str = "(S30) Standard Smooth";

/// The sizes of decks the house makes, up to what ours need.
const BRACKETS: [usize; 4] = [18, 36, 55, 72];

/// The order and its pictures, as MakePlayingCards wants them.
pub(super) fn files(export: &Export<'_>) -> Result<Vec<NamedFile>, Problems> {
    let vendor = Vendor::built_in("makeplayingcards")?;
    let theme = vendor.fitted(export.theme)?;
    let mut job = Job::new(export.deck, &theme);
    vendor.set_up(&mut job)?;
    let pictures: Vec<NamedFile> = job
        .run_with(Faces::fitting(&theme, export.deck)?, |_| {})?
        .into_iter()
        .map(|file| NamedFile { path: format!("cards/{}", fingerprinted(&file)), ..file })
        .collect();
    let order = NamedFile { path: "cards.xml".to_owned(), bytes: order(&pictures).into_bytes() };
    Ok(std::iter::once(order).chain(pictures).collect())
}

/// The pictures are the fronts in their order and the back.
fn order(pictures: &[NamedFile]) -> String {
    let Some((back, fronts)) = pictures.split_last() else { return String::new() };
    let cards = fronts.len();
    let bracket = BRACKETS.into_iter().find(|&bracket| bracket >= cards).unwrap_or(cards);
    let mut xml =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<order>\n  <details>\n");
    // Writing to a text does not fail.
    let _ = write!(
        xml,
        "    <quantity>{cards}</quantity>\n    <bracket>{bracket}</bracket>\n    \
         <stock>{STOCK}</stock>\n    <foil>false</foil>\n  </details>\n  <fronts>\n"
    );
    for (slot, front) in fronts.iter().enumerate() {
        xml += &card(front, &slot.to_string(), &format!("card {slot}"));
    }
    let slots: Vec<String> = (0..cards).map(|slot| slot.to_string()).collect();
    xml += "  </fronts>\n  <backs>\n";
    xml += &card(back, &slots.join(","), "back");
    let _ = write!(xml, "  </backs>\n  <cardback>{}</cardback>\n</order>\n", escaped(&back.path));
    xml
}

fn card(picture: &NamedFile, slots: &str, query: &str) -> String {
    let path = escaped(&picture.path);
    let name = path.rsplit('/').next().unwrap_or(&path);
    format!(
        "    <card><id>{path}</id><slots>{slots}</slots><name>{name}</name>\
         <query>{query}</query></card>\n"
    )
}
