//! The rules for PNG files.

use crate::geometry::MM_PER_INCH;
use crate::preflight::bleed_coverage::{Rim, has_ink};
use crate::preflight::expectation::PngExpectation;
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::{Criteria, FileRules, PLACEMENT, Rules};
use crate::preflight::safe_zone::Raster;
use crate::preflight::{bleed_coverage, rule, safe_zone};
use crate::render::drawn;
use crate::render::drawn::PictureNote;
use crate::render::vendor::PictureSize;
use crate::wording::{counted, plural_form};

type Rule = rule::Rule<PngRules>;

/// The table of rules.
pub(super) const RULES: Rules<PngRules> = Rules(&[&[
    Rule { name: "png.size", requirement: "the pixel size the print house specifies", check: size },
    Rule {
        name: "png.resolution",
        requirement: "the resolution is stated (pHYs) and is the required one",
        check: resolution,
    },
    Rule {
        name: "png.opaque",
        requirement: "no transparent pixels: their colour in print is not defined",
        check: opaque,
    },
    Rule {
        name: "png.colour",
        requirement: "colours as red, green and blue, which print houses convert to inks",
        check: colour,
    },
    Rule {
        name: "png.depth",
        requirement: "eight bits per channel: programs reduce more in different ways",
        check: depth,
    },
    Rule {
        name: "png.profile",
        requirement: "colours in sRGB, which print houses assume: no other profile or gamma",
        check: profile,
    },
    Rule { name: "png.end", requirement: "no data after the end of the picture", check: end },
    Rule { name: "png.bleed", requirement: bleed_coverage::REQUIREMENT, check: bleed },
    Rule {
        name: "png.drawn",
        requirement: "the placement note matches the pixels",
        check: drawn_here,
    },
    Rule {
        name: "png.seen",
        requirement: "the picture is not blank: it has more than one colour",
        check: seen,
    },
    Rule { name: "png.placement", requirement: PLACEMENT, check: placement },
    Rule {
        name: "png.live-matter",
        requirement: "nothing that looks like a letter outside the print house's safe zone",
        check: live_matter,
    },
]]);

fn seen(picture: &Picture, criteria: &Criteria<'_>) -> RuleVerdict {
    match criteria.expectation.drawn {
        true => RuleVerdict::whether(!picture.is_blank, "the picture has one colour all over"),
        false => RuleVerdict::skip("drawing is turned off (--quick)"),
    }
}

fn placement(picture: &Picture, _: &Criteria<'_>) -> RuleVerdict {
    RuleVerdict::from_records(picture.record_faults.as_ref())
}

fn size(picture: &Picture, criteria: &Criteria<'_>) -> RuleVerdict {
    let [width, height] = [picture.info.width, picture.info.height];
    let known = known_sizes(criteria);
    if known.is_empty() {
        return RuleVerdict::skip("no size was requested");
    }
    let fits = known.iter().any(|known| [known.width, known.height] == [width, height]);
    let asked: Vec<String> =
        known.iter().map(|known| format!("{} × {}", known.width, known.height)).collect();
    let asked = asked.join(" or ");
    RuleVerdict::whether(fits, format!("{width} × {height} pixels instead of {asked}"))
}

fn opaque(picture: &Picture, _: &Criteria<'_>) -> RuleVerdict {
    let alpha =
        matches!(picture.info.color_type, png::ColorType::GrayscaleAlpha | png::ColorType::Rgba);
    RuleVerdict::whether(!alpha && picture.info.trns.is_none(), "the picture has an alpha channel")
}

fn colour(picture: &Picture, criteria: &Criteria<'_>) -> RuleVerdict {
    let grey = matches!(
        picture.info.color_type,
        png::ColorType::Grayscale | png::ColorType::GrayscaleAlpha
    );
    match criteria.vendor() {
        Some(_) => RuleVerdict::whether(!grey, "the picture is grey"),
        None => RuleVerdict::skip("no vendor was named"),
    }
}

fn depth(picture: &Picture, _: &Criteria<'_>) -> RuleVerdict {
    let deep = picture.info.bit_depth == png::BitDepth::Sixteen;
    RuleVerdict::whether(!deep, "the picture has 16 bits a channel")
}

/// The gamma that an sRGB picture may state in addition (PNG 11.3.2.5).
const SRGB_GAMMA: f32 = 0.454_55;

const GAMMA_SLACK: f32 = 0.005;

fn profile(picture: &Picture, _: &Criteria<'_>) -> RuleVerdict {
    let info = &picture.info;
    let mut faults = Vec::new();
    if let Some(profile) = &info.icc_profile {
        // The description in a profile has one or two bytes per letter.
        let wide: Vec<u8> = b"sRGB".iter().flat_map(|&letter| [0, letter]).collect();
        let says = |words: &[u8]| profile.windows(words.len()).any(|window| window == words);
        if !says(b"sRGB") && !says(&wide) {
            faults.push(Fault::whole("the picture has a profile that is not sRGB (iCCP)"));
        }
    } else if let Some(gamma) = info.gama_chunk.filter(|_| info.srgb.is_none()) {
        let gamma = gamma.into_value();
        if (gamma - SRGB_GAMMA).abs() > GAMMA_SLACK {
            faults.push(Fault::whole(format!(
                "the picture states a gamma of {gamma:.3} (gAMA), that of sRGB is 0.455"
            )));
        }
    }
    if let Some(points) = info.coding_independent_code_points
        && [points.color_primaries, points.transfer_function] != SRGB_CODE_POINTS
    {
        faults.push(Fault::whole("the picture states the colours of another screen (cICP)"));
    }
    RuleVerdict::from_faults(faults)
}

/// Primaries and transfer function of sRGB in `cICP` (ITU-T H.273).
const SRGB_CODE_POINTS: [u8; 2] = [1, 13];

fn end(picture: &Picture, _: &Criteria<'_>) -> RuleVerdict {
    let behind = picture.behind;
    let (bytes, verb) = (counted(behind, "byte"), plural_form(behind, "is", "are"));
    RuleVerdict::whether(behind == 0, format!("{bytes} {verb} after the end of the picture"))
}

fn bleed(picture: &Picture, criteria: &Criteria<'_>) -> RuleVerdict {
    let info = &picture.info;
    let Some(rgb) = &picture.rgb else {
        return RuleVerdict::skip(
            "it is not known which card the picture shows (--deck, --vendor)",
        );
    };
    let (pixels, _) = rgb.as_chunks();
    // The rim in pixels, from its size in millimetres.
    let faults = |rim: Rim, pixel_mm: f64| -> Vec<Fault> {
        let pixel = |mm: f64, side: u32| ((mm / pixel_mm).max(0.0) as usize).min(side as usize - 1);
        let inked = |[x, y]: [f64; 2]| {
            let at = pixel(y, info.height) * info.width as usize + pixel(x, info.width);
            pixels.get(at).is_some_and(|pixel| has_ink(*pixel))
        };
        rim.faults(inked).into_iter().map(Fault::whole).collect()
    };
    if let (Some(size), Some(pictures)) =
        (named_size(criteria, [info.width, info.height]), criteria.pictures())
    {
        let pixel_mm = MM_PER_INCH / f64::from(pictures.dpi.get());
        let [width, height] = [info.width, info.height].map(f64::from);
        let bleed = size.bleed_px;
        let trim = [bleed, bleed, width - bleed, height - bleed].map(|side| side * pixel_mm);
        let whole = [0.0, 0.0, width * pixel_mm, height * pixel_mm];
        return match Rim::new(trim, whole) {
            Some(rim) => RuleVerdict::from_faults(faults(rim, pixel_mm)),
            None => RuleVerdict::skip("the print house requires no bleed"),
        };
    }
    let Some(card) = criteria.expectation.card else {
        return RuleVerdict::skip("it is not known which card the picture shows (--deck)");
    };
    let Some(stated) = info.pixel_dims.filter(|stated| stated.unit == png::Unit::Meter) else {
        return RuleVerdict::unchecked("the picture does not state its printed size");
    };
    let pixel_mm = 1000.0 / f64::from(stated.xppu.max(1));
    let size_mm = [info.width, info.height].map(|side| f64::from(side) * pixel_mm);
    let rim = Rim::for_picture(size_mm, card);
    bleed_coverage::verdict(size_mm, Some(card), rim.map(|rim| faults(rim, pixel_mm)))
}

/// Checks that the placement note matches the pixels.
fn drawn_here(picture: &Picture, _: &Criteria<'_>) -> RuleVerdict {
    let Some(note) = picture.note(drawn::KEYWORD) else {
        return RuleVerdict::skip("the picture does not say what was drawn in it");
    };
    match PictureNote::read(&note) {
        Ok(drawn) => RuleVerdict::whether(
            drawn.pixels == picture.digest,
            "the pixels were changed after the note was written",
        ),
        Err(reason) => RuleVerdict::whether(false, reason),
    }
}

/// The picture sizes specified by the caller or the print house.
fn known_sizes(criteria: &Criteria<'_>) -> Vec<PngExpectation> {
    match (criteria.expectation.png, criteria.pictures()) {
        (Some(png), _) => vec![png],
        (None, Some(pictures)) => {
            let known = |size: &PictureSize| {
                let [width, height] = size.pixels;
                PngExpectation { width, height, dpi: pictures.dpi.get() }
            };
            pictures.sizes.iter().map(known).collect()
        }
        (None, None) => Vec::new(),
    }
}

/// The print house's size that matches the picture.
pub(super) fn named_size<'e>(criteria: &Criteria<'e>, pixels: [u32; 2]) -> Option<&'e PictureSize> {
    criteria.pictures()?.sizes.iter().find(|size| size.pixels == pixels)
}

fn live_matter(picture: &Picture, criteria: &Criteria<'_>) -> RuleVerdict {
    let Some(pictures) = criteria.pictures() else {
        return RuleVerdict::skip("no vendor was named");
    };
    let [width, height] = [picture.info.width, picture.info.height];
    let Some(size) = named_size(criteria, [width, height]) else {
        return RuleVerdict::unchecked(
            "the picture does not have a size that the print house specifies",
        );
    };
    let Some(rgb) = &picture.rgb else {
        return RuleVerdict::unchecked("the pixels are not known");
    };
    let dpi = f64::from(pictures.dpi.get());
    let raster = Raster { width: width as usize, height: height as usize, rgb, dpi };
    let near = safe_zone::too_near(&raster, size.live_px);
    RuleVerdict::from_faults(near.into_iter().map(|figure| {
        Fault::whole(format!(
            "something like a letter, {} × {} pixels at {}, {}, is {} pixels from the edge; \
             the safe distance is {}",
            figure.width, figure.height, figure.left, figure.top, figure.from_edge, size.live_px
        ))
    }))
}

fn resolution(picture: &Picture, criteria: &Criteria<'_>) -> RuleVerdict {
    let Some(stated) = picture.info.pixel_dims else {
        return RuleVerdict::whether(false, "the file does not state its resolution");
    };
    if stated.unit != png::Unit::Meter || stated.xppu != stated.yppu {
        return RuleVerdict::whether(false, "the stated resolution is only a ratio, or not square");
    }
    // The unit of `pHYs` is the metre (PNG 11.3.4.3).
    let dpi = f64::from(stated.xppu) * (MM_PER_INCH / 1000.0);
    match known_sizes(criteria).first() {
        Some(expected) => RuleVerdict::whether(
            (dpi - f64::from(expected.dpi)).abs() < 0.1,
            format!("{dpi:.1} dpi instead of {}", expected.dpi),
        ),
        None => RuleVerdict::Pass,
    }
}

/// The rules for PNG files.
pub(super) struct PngRules;

impl FileRules for PngRules {
    type File<'f> = Picture;
}

/// A readable PNG.
pub(in crate::preflight) struct Picture {
    pub(super) info: png::Info<'static>,
    /// The digest of its pixels as red, green, blue.
    pub(super) digest: String,
    /// Its pixels as red, green, blue, if a rule needs them.
    pub(super) rgb: Option<Vec<u8>>,
    /// Whether all pixels have the same colour.
    pub(super) is_blank: bool,
    /// The faults of its placement record, if it has one.
    pub(super) record_faults: Option<Vec<Fault>>,
    /// The number of bytes after the end of the picture.
    pub(super) behind: usize,
}
