//! The heat map of dependence: r below the diagonal, joint threshold errors above it.

use std::ops::RangeInclusive;

use super::super::super::Dependence;
use super::svg::Svg;

const TILE: f64 = 13.0;
const MARGIN: f64 = 84.0;
/// Width and height of the legend below the map.
const LEGEND: (f64, f64) = (600.0, 66.0);

/// The map. Full colour is at the two limits; values beyond them are crossed out.
pub(super) fn draw(dependence: &Dependence, r_limit: f64, joint_limit: f64) -> String {
    let names = &dependence.readings;
    let side = MARGIN + TILE * names.len() as f64;
    let mut svg = Svg::new((side + 8.0).max(MARGIN + LEGEND.0), side + LEGEND.1);
    let place = |index: usize| MARGIN + TILE * index as f64;
    for (index, name) in names.iter().enumerate() {
        svg.text("soft", "end", (MARGIN - 4.0, place(index) + 10.0), name);
        svg.text_up("soft", (place(index) + 10.0, MARGIN - 4.0), name);
    }
    for (row, (rs, joints)) in dependence.r.iter().zip(&dependence.joint).enumerate() {
        for (column, (r, joint)) in rs.iter().zip(joints).enumerate() {
            let pair = format!("{} with {}", names[column], names[row]);
            if let Some(r) = *r {
                let at = (place(column), place(row));
                let title = format!("{pair}: r = {r:.3}");
                svg.tile(at, TILE - 1.0, &diverging(r / r_limit), &title);
                minus(&mut svg, at, r < -r_limit / 4.0);
                cross(&mut svg, at, r.abs() > r_limit);
            }
            if let Some(joint) = *joint {
                let at = (place(row), place(column));
                let title = format!("{pair}: worst joint error {joint:.2} cards");
                svg.tile(at, TILE - 1.0, &grey(joint / joint_limit), &title);
                cross(&mut svg, at, joint > joint_limit);
            }
        }
    }
    legend(&mut svg, side, r_limit, joint_limit);
    svg.finish("Heat map of the dependence of every two readings used together")
}

fn cross(svg: &mut Svg, at: (f64, f64), exceeds: bool) {
    if exceeds {
        let far = (at.0 + TILE - 1.0, at.1 + TILE - 1.0);
        svg.line("axis", at, far);
        svg.line("axis", (at.0, far.1), (far.0, at.1));
    }
}

/// The sign is not visible in greyscale print, so negative correlations bear a stroke.
fn minus(svg: &mut Svg, at: (f64, f64), negative: bool) {
    if negative {
        let middle = at.1 + (TILE - 1.0) / 2.0;
        svg.line("minus", (at.0 + 3.0, middle), (at.0 + TILE - 4.0, middle));
    }
}

/// The colour scales, below the map that ends at `top`.
fn legend(svg: &mut Svg, top: f64, r_limit: f64, joint_limit: f64) {
    const STEPS: i32 = 4;
    let wide = TILE * 2.0;
    let mut scale = |left: f64, title: &str, steps: RangeInclusive<i32>, limit: f64| {
        let signed = *steps.start() < 0;
        svg.text("label", "start", (left, top + 18.0), title);
        for (place, step) in steps.enumerate() {
            let share = f64::from(step) / f64::from(STEPS);
            let at = (left + wide * place as f64, top + 26.0);
            let (colour, places) = if signed { (diverging(share), 3) } else { (grey(share), 2) };
            let value = format!("{:.places$}", share * limit);
            svg.tile(at, TILE - 1.0, &colour, &value);
            minus(svg, at, signed && share < -0.25);
            if step % 2 == 0 {
                svg.text("soft", "middle", (at.0 + TILE / 2.0, at.1 + TILE + 10.0), &value);
            }
        }
    };
    scale(MARGIN + 8.0, "below the diagonal: r", -STEPS..=STEPS, r_limit);
    scale(MARGIN + 270.0, "above: worst joint error, cards", 0..=STEPS, joint_limit);
    let crossed = (MARGIN + 480.0, top + 26.0);
    svg.tile(crossed, TILE - 1.0, "#ffffff", "beyond the limit");
    cross(svg, crossed, true);
    svg.text("soft", "start", (crossed.0 + TILE + 6.0, crossed.1 + 10.0), "beyond the limit");
}

/// White at 0, blue toward 1, orange toward −1: distinguishable with all common colour vision deficiencies.
fn diverging(value: f64) -> String {
    if value >= 0.0 { mix(value, (0x0b, 0x3c, 0x7d)) } else { mix(-value, (0xb3, 0x47, 0x00)) }
}

/// White at 0, near black at 1.
fn grey(value: f64) -> String {
    mix(value, (0x26, 0x26, 0x26))
}

fn mix(share: f64, (red, green, blue): (u8, u8, u8)) -> String {
    let share = share.clamp(0.0, 1.0);
    let part = |full: u8| (255.0 - share * (255.0 - f64::from(full))).round() as u8;
    format!("#{:02x}{:02x}{:02x}", part(red), part(green), part(blue))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_legend_names_both_limits_and_marks_negative_values() {
        let mut svg = Svg::new(400.0, 400.0);
        legend(&mut svg, 0.0, 0.1, 5.0);
        let text = svg.finish("legend");
        for piece in [">-0.100<", ">0.100<", ">0.000<", ">5.00<", ">2.50<", "beyond the limit"] {
            assert!(text.contains(piece), "{piece}: {text}");
        }
        assert_eq!(3, text.matches("class=\"minus\"").count());
    }

    #[test]
    fn colours_run_from_white_to_full_and_no_further() {
        assert_eq!("#ffffff", diverging(0.0));
        assert_eq!("#0b3c7d", diverging(1.0));
        assert_eq!("#b34700", diverging(-7.0));
        assert_eq!("#262626", grey(1.0));
    }
}
