//! `cards.xml`, the order that MPC Autofill reads, and the pictures it names.
//!
//! Source: the desktop tool of chilli-axe/mpc-autofill. A picture whose name is in its folder `cards`
//! is taken from there and not downloaded.

use std::fmt::Write as _;

use crate::diagnostic::Problems;
use crate::render::vendor::Vendor;
use crate::render::{Job, NamedFile};
use crate::wording::escaped;

use super::name::fingerprinted;
use super::wanted::Export;
use crate::face::{BackPlace, Backs};

/// The card stock to order by default.
const STOCK: &str = "(S30) Standard Smooth";

/// The order and its pictures.
pub(super) fn files(export: &Export<'_>) -> Result<Vec<NamedFile>, Problems> {
    let vendor = Vendor::built_in("makeplayingcards")?;
    let theme = vendor.fitted(export.theme)?;
    let mut job = Job::new(export.deck, &theme).with_extras_of_deck()?;
    vendor.set_up(&mut job)?;
    let behind = Backs::new(&theme, export.deck)?;
    let behind = export.deck.numbers().iter().map(|card| behind.behind(card));
    let behind: Vec<BackPlace> =
        behind.chain(job.extras.iter().map(|_| BackPlace::FIRST)).collect();
    let pictures: Vec<NamedFile> = job
        .run_with(job.fitting_faces()?, |_| {})?
        .into_iter()
        .map(|file| NamedFile { path: format!("cards/{}", fingerprinted(&file)), ..file })
        .collect();
    let order = order(&pictures, &behind, vendor.paid_cards(behind.len()));
    let order = NamedFile { path: "cards.xml".to_owned(), bytes: order.into_bytes() };
    Ok(std::iter::once(order).chain(pictures).collect())
}

/// The pictures are the fronts and then the backs that `behind` names for each of them; `bracket` is the number of
/// cards paid for.
fn order(pictures: &[NamedFile], behind: &[BackPlace], bracket: usize) -> String {
    let (fronts, backs) = pictures.split_at(behind.len());
    let cards = fronts.len();
    let mut places = behind.to_vec();
    places.sort_unstable();
    places.dedup();
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
    xml += "  </fronts>\n  <backs>\n";
    let mut usual = (0, "");
    for (back, place) in backs.iter().zip(&places) {
        let slots = (0..cards).filter(|&slot| behind[slot] == *place);
        let slots: Vec<String> = slots.map(|slot| slot.to_string()).collect();
        xml += &card(back, &slots.join(","), "back");
        if slots.len() > usual.0 {
            usual = (slots.len(), &back.path);
        }
    }
    // The most common back is the default for slots that name none.
    let _ = write!(xml, "  </backs>\n  <cardback>{}</cardback>\n</order>\n", escaped(usual.1));
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
