//! Affine transforms and points: extensions of `kurbo`.

use kurbo::{Affine, Point, Rect};

use super::Mm;

/// A point with its coordinates in millimetres.
pub const fn point(x: Mm, y: Mm) -> Point {
    Point::new(x.0, y.0)
}

/// A rotation by a number of quarter turns from the x axis towards the y axis, without rounding.
pub const fn quarter_turn(turns: u8) -> Affine {
    let [a, b, c, d] = match turns % 4 {
        0 => [1.0, 0.0, 0.0, 1.0],
        1 => [0.0, 1.0, -1.0, 0.0],
        2 => [-1.0, 0.0, 0.0, -1.0],
        _ => [0.0, -1.0, 1.0, 0.0],
    };
    Affine::new([a, b, c, d, 0.0, 0.0])
}

/// The inverse transform, or `None` if the determinant is zero.
pub fn inverse(transform: &Affine) -> Option<Affine> {
    let inverse = transform.inverse();
    inverse.is_finite().then_some(inverse)
}

/// The smaller singular value: how lengths scale in the direction in which they shrink most.
pub fn min_scale(transform: &Affine) -> f64 {
    let max_scale = transform.spectral_norm();
    if max_scale > 0.0 { transform.determinant().abs() / max_scale } else { 0.0 }
}

/// The upright rectangle inside a transformed rectangle.
///
/// It is the whole image if the transform only turns by quarters; under a slant it omits a strip as wide as
/// the slant on each side.
pub fn inscribed_rect(transform: &Affine, rect: Rect) -> Rect {
    let corners = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x0, rect.y1), (rect.x1, rect.y1)]
        .map(|corner| *transform * Point::from(corner));
    let middle_two = |mut values: [f64; 4]| {
        values.sort_by(f64::total_cmp);
        (values[1], values[2])
    };
    let (x0, x1) = middle_two(corners.map(|corner| corner.x));
    let (y0, y1) = middle_two(corners.map(|corner| corner.y));
    Rect::new(x0, y0, x1, y1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn min_scale_is_that_of_the_direction_that_shrinks_most() {
        let near = |a: f64, map: [f64; 6]| (a - min_scale(&Affine::new(map))).abs() < 1e-6;
        assert!(near(0.5, [2.0, 0.0, 0.0, 0.5, 0.0, 0.0]));
        assert!(near(3.0, [0.0, 3.0, -3.0, 0.0, 9.0, 9.0]));
        assert!(near(0.0, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
        assert!(near(0.0, [0.0; 6]));
    }

    #[test]
    fn a_singular_transform_has_no_inverse() {
        assert_eq!(None, inverse(&Affine::new([1.0, 2.0, 2.0, 4.0, 0.0, 0.0])));
        let map = Affine::new([0.9, 0.1, -0.2, 1.1, 5.0, -3.0]);
        let back = inverse(&map).unwrap() * (map * Point::new(7.0, 11.0));
        assert!(back.distance_squared(Point::new(7.0, 11.0)) < 1e-24);
    }

    #[test]
    fn quarter_turns_go_from_x_to_y_and_add_up() {
        assert_eq!(Point::new(0.0, 1.0), quarter_turn(1) * Point::new(1.0, 0.0));
        for turns in 0..4 {
            assert_eq!(quarter_turn(turns + 1), quarter_turn(1) * quarter_turn(turns));
            assert_eq!(Affine::IDENTITY, quarter_turn(4 - turns) * quarter_turn(turns));
        }
    }

    #[test]
    fn the_inscribed_rectangle_stays_inside_a_slanted_card() {
        let card = Rect::new(0.0, 0.0, 60.0, 100.0);
        let half_turn = Affine::new([-1.0, 0.0, 0.0, -1.0, 70.0, 120.0]);
        assert_eq!(Rect::new(10.0, 20.0, 70.0, 120.0), inscribed_rect(&half_turn, card));
        for slant in [0.01, -0.01] {
            let map = Affine::new([1.0, slant, -slant, 1.0, 5.0, 5.0]);
            let inner = inscribed_rect(&map, card);
            assert!((inner.width() - 59.0).abs() < 1e-9 && (inner.height() - 99.4).abs() < 1e-9);
            let back = map.inverse();
            for x in [inner.x0, inner.x1] {
                for y in [inner.y0, inner.y1] {
                    let corner = back * Point::new(x, y);
                    assert!(card.inflate(1e-9, 1e-9).contains(corner), "{corner}");
                }
            }
        }
    }
}
