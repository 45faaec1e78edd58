//! Separates screen colours into the four inks by a profile, and computes the screen colours of inks.

use std::fmt;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::face::Rgb;
use crate::face::profile::{Intent, Profile};
use crate::face::ramp::combined;

use super::decode::Pixels;
use super::tiff::Inked;
use super::unusable::PictureError;

/// The pixels of a picture in the four inks, row by row from the top, compared by digest.
#[derive(Clone)]
pub struct InkPixels {
    levels: Arc<Vec<[u8; 4]>>,
    digest: [u8; 32],
}

impl InkPixels {
    pub(super) fn new(levels: Vec<[u8; 4]>) -> Self {
        let digest = Sha256::digest(levels.as_flattened()).into();
        Self { levels: Arc::new(levels), digest }
    }

    /// Cyan, magenta, yellow and black of each pixel in 255ths of full cover.
    pub fn levels(&self) -> &[[u8; 4]] {
        &self.levels
    }
}

impl PartialEq for InkPixels {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl fmt::Debug for InkPixels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InkPixels({}, {:02x?})", self.levels.len(), self.digest)
    }
}

/// How a theme separates pictures and shows inks on a screen.
#[derive(Clone, Debug)]
pub(in crate::face) struct Separation {
    pub(in crate::face) profile: Arc<Profile>,
    pub(in crate::face) intent: Intent,
    /// The most ink of a pixel, in percent.
    pub(in crate::face) ink_limit: f64,
    /// Whether screen colours are separated; otherwise the press chooses their inks.
    pub(in crate::face) takes_screen_colours: bool,
}

/// The usual ink limit of print houses, all inks together, in percent.
pub(in crate::face) const USUAL_INK_LIMIT: f64 = 240.0;

impl Default for Separation {
    fn default() -> Self {
        Self {
            profile: Profile::bundled(),
            intent: Intent::default(),
            ink_limit: USUAL_INK_LIMIT,
            takes_screen_colours: false,
        }
    }
}

impl PartialEq for Separation {
    fn eq(&self, other: &Self) -> bool {
        let settings = |of: &Self| (of.intent, of.ink_limit, of.takes_screen_colours);
        Arc::ptr_eq(&self.profile, &other.profile) && settings(self) == settings(other)
    }
}

impl Separation {
    /// The inks of screen colours. If their sum exceeds the limit, cyan, magenta and yellow are reduced in
    /// proportion: black keeps the detail.
    pub(super) fn inks_of(&self, colours: &[[u8; 3]]) -> InkPixels {
        let levels = each_once(colours, |&[red, green, blue]| {
            let inks = self.profile.inks(Rgb(red, green, blue), self.intent);
            let [c, m, y, k] = inks.map(|ink| ink.clamp(0.0, 1.0) * 255.0);
            let (most, coloured) = (self.ink_limit * 2.55, c + m + y);
            let share = if coloured + k > most { (most - k).max(0.0) / coloured } else { 1.0 };
            combined([c * share, m * share, y * share, k])
        });
        InkPixels::new(levels)
    }

    /// The screen colours of a picture in inks, by its own profile or the theme's, and its inks.
    ///
    /// # Errors
    /// A pixel with more ink than the limit. It is not reduced here, since the separation is the designer's.
    pub(super) fn shown(&self, inked: Inked) -> Result<(Pixels, InkPixels), PictureError> {
        let Inked { width, height, inks, profile } = inked;
        let sum = |inks: &[u8; 4]| inks.iter().map(|&ink| f64::from(ink)).sum::<f64>() / 2.55;
        if let Some(place) = inks.iter().position(|inks| sum(inks) > self.ink_limit + ROUNDING) {
            let (x, y) = (place % width as usize, place / width as usize);
            let (ink, most) = (sum(&inks[place]), self.ink_limit);
            return Err(PictureError {
                message: format!("has {ink:.0} % ink at pixel {x}, {y}, limit {most} %"),
                accepted: "a picture separated with less ink, or a higher ink_limit in [pictures]",
            });
        }
        let own = profile.and_then(|icc| Profile::read(&icc).ok());
        let colours = screen_colours(&inks, own.as_ref().unwrap_or(&self.profile));
        Ok((Pixels { width, height, colours, alpha: None }, InkPixels::new(inks)))
    }
}

/// Tolerance for sums of fractions.
const ROUNDING: f64 = 0.01;

/// The screen colours of inks by the profile of their separation.
pub(super) fn screen_colours(inks: &[[u8; 4]], profile: &Profile) -> Vec<[u8; 3]> {
    each_once(inks, |inks| {
        let Rgb(red, green, blue) = profile.screen(inks.map(|level| f64::from(level) / 255.0));
        [red, green, blue]
    })
}

/// Maps each pixel, computing every distinct value once.
///
/// Not parallel: it runs in a [`OnceLock`](std::sync::OnceLock), where a waiting rayon thread could take up
/// another face, which waits for this very lock.
fn each_once<A: Ord + Copy, B: Copy>(pixels: &[A], made: impl Fn(&A) -> B) -> Vec<B> {
    let mut known = pixels.to_vec();
    known.sort_unstable();
    known.dedup();
    let becomes: Vec<B> = known.iter().map(made).collect();
    let found = |pixel: &A| becomes[known.partition_point(|each| each < pixel)];
    pixels.iter().map(found).collect()
}
