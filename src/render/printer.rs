//! Printer profiles: the misregistration of backs, and its correction.
//!
//! A profile states where the back is printed: shifted, turned and stretched about the middle of the paper,
//! as the back is read. The back is mapped by the inverse.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source};
use crate::input::toml::{self, Reader};

use crate::geometry::{Affine, Mm, Size, decimal, point};

/// The text in a sheet's PDF subject, before the printer's name, if backs are moved for it.
pub(crate) const BACKS_MOVED: &str = "; backs moved for the printer ";

/// The misregistration of a printer's backs.
#[derive(Clone, Debug, PartialEq)]
pub struct Printer {
    /// Its name in the file of profiles.
    pub name: String,
    /// The offset of the back to the right and down.
    pub offset: [Mm; 2],
    /// The clockwise turn of the back in degrees.
    pub rotation_deg: f64,
    /// The factors by which the back is too wide and too high.
    pub scale: [f64; 2],
}

/// The permitted offsets in millimetres: larger ones come from a wrong paper size.
const OFFSETS_MM: RangeInclusive<f64> = -20.0..=20.0;
/// The permitted turns in degrees: larger ones come from paper that is skewed in its tray, and preflight
/// reports cards turned further as skewed.
const TURNS_DEG: RangeInclusive<f64> = -0.3..=0.3;
/// The permitted scales; preflight reports cards stretched by more than 2 % as wrong.
const SCALES: RangeInclusive<f64> = 0.98..=1.02;
/// One degree in radians.
const RADIAN: f64 = std::f64::consts::PI / 180.0;

impl Printer {
    /// Reads the profile of this name from a file of profiles.
    ///
    /// # Errors
    /// Every fault of any profile in the file with its place, or the known names if this one is unknown.
    pub fn read(name: &str, source: &Arc<Source>) -> Result<Self, Problems> {
        let all = Self::read_all(source)?;
        let names: Vec<String> = all.iter().map(|printer| printer.name.clone()).collect();
        all.into_iter().find(|printer| printer.name == name).ok_or_else(|| {
            let message = format!("{} has no printer {name:?}", source.name());
            let accepted = match names.is_empty() {
                true => "a table such as [office]".to_owned(),
                false => names.join(", "),
            };
            Problem::coded("printer.unknown", message).accepts(accepted).into()
        })
    }

    /// All profiles of a file, sorted by name.
    ///
    /// # Errors
    /// Every fault of any profile with its place.
    pub fn read_all(source: &Arc<Source>) -> Result<Vec<Self>, Problems> {
        let document = toml::parse(source)?;
        let mut reader = Reader::new(source);
        let root = reader.root(document.get_ref());
        let mut printers = Vec::new();
        for (key, _) in reader.entries(&root) {
            let Some(table) = reader.optional_table(&root, key.value) else { continue };
            reader.only(&table, &["back_offset_mm", "back_rotation_deg", "back_scale"]);
            let offset = reader.optional_numbers(&table, "back_offset_mm", OFFSETS_MM);
            let scale = reader.optional_numbers(&table, "back_scale", SCALES);
            printers.push(Self {
                name: key.value.to_owned(),
                offset: offset.unwrap_or([0.0; 2]).map(Mm),
                rotation_deg: reader
                    .optional_number(&table, "back_rotation_deg", TURNS_DEG)
                    .unwrap_or(0.0),
                scale: scale.unwrap_or([1.0; 2]),
            });
        }
        printers.sort_by(|one, other| one.name.cmp(&other.name));
        reader.finish(printers)
    }

    /// Checks that the profile can be corrected.
    ///
    /// # Errors
    /// Each number outside its limits, with the limits.
    ///
    /// ```
    /// use actiondeck::render::Printer;
    ///
    /// let printer = Printer { name: "den".into(), offset: Default::default(), rotation_deg: 0.8, scale: [1.0; 2] };
    /// let problems = printer.checked().unwrap_err().to_string();
    /// assert!(problems.starts_with("printer den turns the back by 0.8000 degrees"), "{problems}");
    /// ```
    pub fn checked(self) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let mut hold = |reported: String, value: f64, range: RangeInclusive<f64>, why: &str| {
            if !range.contains(&value) {
                let message = format!("printer {} {reported}", self.name);
                let accepted = format!("{} to {}: {why}", range.start(), range.end());
                problems.push(Problem::coded("printer.profile", message).accepts(accepted));
            }
        };
        for (Mm(mm), way) in self.offset.into_iter().zip(["to the right", "down"]) {
            let reported = format!("moves the back {mm:.4} mm {way}");
            hold(
                reported,
                mm,
                OFFSETS_MM,
                "beyond that, the paper size in the print dialogue is not that in the tray",
            );
        }
        let reported = format!("turns the back by {:.4} degrees", self.rotation_deg);
        hold(
            reported,
            self.rotation_deg,
            TURNS_DEG,
            "beyond that, the paper is skewed in the tray",
        );
        for (scale, way) in self.scale.into_iter().zip(["wide", "high"]) {
            let reported = format!("prints the back {scale:.5} times as {way}");
            hold(reported, scale, SCALES, "beyond that, printing at 100 % is not set");
        }
        problems.into_result(self)
    }

    /// Maps a point of the back to where the printer prints it.
    pub fn error(&self, paper: Size) -> Affine {
        let (sin, cos) = sin_cos(self.rotation_deg * RADIAN);
        let [sx, sy] = self.scale;
        let linear = [cos * sx, sin * sx, -sin * sy, cos * sy];
        let middle = point(paper.width / 2.0, paper.height / 2.0);
        let [a, b, c, d] = linear;
        let turned = Affine::new([a, b, c, d, 0.0, 0.0]);
        let offset = point(self.offset[0], self.offset[1]).to_vec2();
        turned.with_translation(middle - turned * middle + offset)
    }

    /// The correction: maps a point so that it is printed at its place. A profile's scales are near 1, so the
    /// inverse always exists.
    pub fn correction(&self, paper: Size) -> Affine {
        self.error(paper).inverse()
    }

    /// The profile in the format of a file.
    pub fn to_toml(&self) -> String {
        let [x, y] = self.offset.map(|length| decimal(length.0));
        let [across, down] = self.scale.map(|scale| format!("{scale:.5}"));
        let mut text = String::new();
        let _ = writeln!(text, "[{}]", self.name);
        let _ = writeln!(text, "back_offset_mm = [{x}, {y}]  # too far right, too far down");
        let _ = writeln!(text, "back_rotation_deg = {:.4}  # clockwise", self.rotation_deg + 0.0);
        let _ = writeln!(text, "back_scale = [{across}, {down}]  # times too wide, too high");
        text
    }
}

/// Sine and cosine of a small angle in radians by their power series, since the system's may differ in the
/// last digit between machines. At five degrees the first omitted term is below 1e-15.
fn sin_cos(x: f64) -> (f64, f64) {
    let square = x * x;
    let sin = x
        * (1.0
            - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0 * (1.0 - square / 72.0))));
    let cos =
        1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0 * (1.0 - square / 56.0)));
    (sin, cos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    const A4: Size = Size { width: Mm(210.0), height: Mm(297.0) };

    fn source(text: &str) -> Arc<Source> {
        Source::new("printers.toml", text)
    }

    fn office() -> Printer {
        let text = "[den]\n[office]\nback_offset_mm = [0.4, -0.2]\nback_rotation_deg = 0.3\n\
            back_scale = [1.002, 0.999]\n";
        Printer::read("office", &source(text)).unwrap()
    }

    #[test]
    fn an_empty_profile_changes_nothing() {
        let den = Printer::read("den", &source("[den]\n")).unwrap();
        assert_eq!(Affine::IDENTITY, den.error(A4));
    }

    #[test]
    fn the_error_is_a_shift_and_a_clockwise_turn() {
        let error = office().error(A4);
        let middle = error * Point::new(105.0, 148.5);
        assert!((middle.x - 105.4).abs() < 1e-9 && (middle.y - 148.3).abs() < 1e-9);
        // Clockwise, a point right of the middle moves down.
        let right = error * Point::new(205.0, 148.5);
        assert!(right.y > middle.y);
        assert!((right.y - middle.y - 100.2 * 0.3 * RADIAN).abs() < 1e-4);
    }

    #[test]
    fn the_correction_undoes_the_error_everywhere_on_the_paper() {
        let (error, correction) = (office().error(A4), office().correction(A4));
        for x in [0.0, 50.0, 210.0] {
            for y in [0.0, 99.0, 297.0] {
                let printed = error * (correction * Point::new(x, y));
                assert!((printed.x - x).abs() < 1e-9 && (printed.y - y).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_written_profile_reads_back() {
        let printer = office();
        let read = Printer::read("office", &source(&printer.to_toml())).unwrap();
        assert_eq!(printer, read);
    }

    #[test]
    fn faults_and_unknown_names_are_reported() {
        let text = "[office]\nback_offset_mm = [0.4, 30]\nback_rotation_deg = -6\n\
            back_scale = [1, 2]\n";
        let problems = Printer::read("office", &source(text)).unwrap_err().to_string();
        for place in ["2:24", "3:21", "4:18"] {
            assert!(problems.contains(&format!("printers.toml:{place}")), "{problems}");
        }
        let problems = Printer::read("attic", &source("[office]\n[den]\n")).unwrap_err();
        assert!(problems.to_string().ends_with("accepted: den, office"), "{problems}");
        assert!(Printer::read("office", &source("[office]\noffset = 1\n")).is_err());
    }

    #[test]
    fn numbers_outside_the_limits_are_reported_together() {
        assert_eq!(Ok(office()), office().checked());
        let far = Printer { offset: [Mm(0.4), Mm(30.0)], rotation_deg: -6.0, ..office() };
        let far = Printer { scale: [1.0, 0.97], ..far };
        let reported = far.clone().checked().unwrap_err();
        assert_eq!(3, reported.len(), "{reported}");
        assert!(Printer::read("office", &source(&far.to_toml())).is_err());
    }

    #[test]
    fn the_series_are_sine_and_cosine() {
        for degrees in [-5.0, -0.1, 0.0, 1.0, 5.0] {
            let (sin, cos) = sin_cos(degrees * RADIAN);
            assert!((sin * sin + cos * cos - 1.0).abs() < 1e-15);
        }
        let (sin, _) = sin_cos(5.0 * RADIAN);
        // From printed tables.
        assert!((sin - 0.087_155_742_747_658_17).abs() < 1e-15);
    }
}
