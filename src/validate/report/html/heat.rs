//! The heat map of pair dependence: r below the diagonal, joint threshold errors above it.

use super::super::super::Dependence;
use super::svg::Svg;

const TILE: f64 = 13.0;
const MARGIN: f64 = 84.0;

/// The map. Full colour stands at the two limits; what exceeds its limit is crossed.
pub(super) fn draw(dependence: &Dependence, r_limit: f64, joint_limit: f64) -> String {
    let names = &dependence.readings;
    let side = MARGIN + TILE * names.len() as f64;
    let mut svg = Svg::new(side + 8.0, side + 8.0);
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
    svg.finish("Heat map of the dependence of every two readings used together")
}

fn cross(svg: &mut Svg, at: (f64, f64), exceeds: bool) {
    if exceeds {
        let far = (at.0 + TILE - 1.0, at.1 + TILE - 1.0);
        svg.line("axis", at, far);
        svg.line("axis", (at.0, far.1), (far.0, at.1));
    }
}

/// White at 0, blue toward 1, orange toward −1: told apart by all common kinds of colour vision.
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
    fn colours_run_from_white_to_full_and_no_further() {
        assert_eq!("#ffffff", diverging(0.0));
        assert_eq!("#0b3c7d", diverging(1.0));
        assert_eq!("#b34700", diverging(-7.0));
        assert_eq!("#262626", grey(1.0));
    }
}
