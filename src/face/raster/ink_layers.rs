//! The inks of a picture as screen pictures, so that inks can be drawn and measured like colours.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::face::document::Element;
use crate::face::value::{EmbeddedPng, Value};
use crate::face::{Palette, Ramp};

use super::decode::{Picture, Pixels, decode};
use super::separation::Separation;
use super::{encode, ink_label, named_swatches};

/// Two pictures of the inks of an `<image>` in a bound face: cyan, magenta and yellow as red, green and blue;
/// and black in all three channels. `None` if the element has no embedded picture.
pub(in crate::face) fn ink_layers(
    image: &Element,
    palette: &Palette,
) -> Option<[Arc<EmbeddedPng>; 2]> {
    let picture = image.attributes.iter().find_map(|(_, value)| match value {
        Value::Picture(picture) => Some(picture),
        Value::Text(_) => None,
    })?;
    picture.ink_layers(|| {
        let Ok(Picture::Screen(pixels)) = decode(picture.png()) else { return None };
        let levels = levels(image, picture, &pixels, palette);
        let layer = |of: fn(&[u8; 4]) -> [u8; 3]| {
            let colours = levels.iter().map(of).collect();
            let layer = Pixels { colours, ..pixels.clone() };
            Some(Arc::new(EmbeddedPng::new(encode::colours(&layer).ok()?, None)))
        };
        Some([layer(|&[c, m, y, _]| [c, m, y])?, layer(|&[.., k]| [k; 3])?])
    })
}

/// The inks of each pixel: its own, those of the swatches in its label, or, for a picture left to the press,
/// those of the bundled profile.
fn levels(
    image: &Element,
    picture: &EmbeddedPng,
    pixels: &Pixels,
    palette: &Palette,
) -> Vec<[u8; 4]> {
    if let Some(inks) = picture.inks() {
        return inks.inks().levels().to_vec();
    }
    let ramp = ink_label(image).and_then(|label| {
        let [black, white] = named_swatches(&label, palette).map(Result::ok);
        Ramp::new(black?, white?)
    });
    let Some(ramp) = ramp else {
        return Separation::default().inks_of(&pixels.colours).levels().to_vec();
    };
    let (colours, inks) = (ramp.screen_colours(), ramp.inks());
    let known: BTreeMap<&[u8], [u8; 4]> = colours.chunks_exact(3).zip(inks).collect();
    pixels
        .colours
        .iter()
        .map(|colour| known.get(&colour[..]).copied().unwrap_or_default())
        .collect()
}
