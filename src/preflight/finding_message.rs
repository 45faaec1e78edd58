//! Serialized findings, sent between processes, with the fields that reports leave out.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::findings::Finding;
use super::seen::Imposition;

/// A finding serialized without loss.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FindingMessage {
    finding: Finding,
    /// The bits of the numbers.
    cut_mm: Option<[u64; 2]>,
    laid: Vec<Imposition>,
    /// The pictures of the differences in Base64.
    pictures: Vec<Option<String>>,
}

impl FindingMessage {
    /// Serializes a finding, with or without the pictures of its differences.
    pub(crate) fn new(mut finding: Finding, has_pictures: bool) -> Self {
        let cut_mm = finding.cut_mm.map(|sides| sides.map(f64::to_bits));
        let (mut laid, mut pictures) = (Vec::new(), Vec::new());
        if let Some(seen) = &mut finding.seen {
            laid = std::mem::take(&mut seen.laid);
            let own = seen.differences.iter().filter(|_| has_pictures);
            pictures =
                own.map(|own| own.picture.as_ref().map(|png| STANDARD.encode(png))).collect();
        }
        Self { finding, cut_mm, laid, pictures }
    }

    /// Restores the finding.
    pub(crate) fn into_finding(self) -> Finding {
        let Self { mut finding, cut_mm, laid, pictures } = self;
        finding.cut_mm = cut_mm.map(|sides| sides.map(f64::from_bits));
        if let Some(seen) = &mut finding.seen {
            seen.laid = laid;
            for (difference, picture) in seen.differences.iter_mut().zip(pictures) {
                difference.picture = picture.and_then(|text| STANDARD.decode(text).ok());
            }
        }
        finding
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::{CardNumber, Deck};
    use crate::face::Theme;
    use crate::preflight::{Expectation, PrintedDeck};

    #[test]
    fn a_finding_survives_the_round_trip() {
        let theme = Theme::built_in("ink-saver").unwrap();
        let deck = Deck::built_in();
        let printed = PrintedDeck::new(&deck, &theme).unwrap();
        let sheet = crate::render::sheet::Sheet::built_in("single").unwrap();
        let job = crate::render::Job::new(&deck, &theme).with_sheets(vec![sheet]);
        let job = job.with_svg(false).with_png(None).with_cards(vec![CardNumber::new(3).unwrap()]);
        let files = job.run(|_| {}).unwrap();
        // Compared with another theme, so that there are differences with pictures.
        let other = Theme::built_in("future-imperfect").unwrap();
        let other = PrintedDeck::new(&deck, &other).unwrap();
        let expectation = Expectation::default().with_drawing();
        for printed in [&printed, &other] {
            let mut finding =
                Finding::check("card.pdf", &files[0].bytes, &expectation, Some(printed));
            for laid in finding.seen.iter_mut().flat_map(|seen| &mut seen.laid) {
                laid.paper = [f64::NEG_INFINITY, 0.1 + 0.2, 1.0 / 3.0, f64::INFINITY];
            }
            let before = format!("{finding:?}");
            let text = serde_json::to_string(&FindingMessage::new(finding, true)).unwrap();
            let sent: FindingMessage = serde_json::from_str(&text).unwrap();
            assert_eq!(before, format!("{:?}", sent.into_finding()));
        }
    }
}
