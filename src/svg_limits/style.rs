//! Style sheets: what their rules ask for, and how much work it is to apply them.

/// A declaration of a rule or of a `style` attribute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Declaration<'s> {
    pub(super) property: &'s str,
    pub(super) value: &'s str,
}

/// The declarations of a list such as `fill:none; stroke:#000`.
pub(super) fn declarations(list: &str) -> impl Iterator<Item = Declaration<'_>> {
    list.split(';').filter_map(|part| {
        let (property, value) = part.split_once(':')?;
        Some(Declaration { property: property.trim(), value: value.trim() })
    })
}

/// A rule: its selectors and what it declares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rule<'s> {
    selectors: &'s str,
    pub(super) declared: &'s str,
}

/// The rules of a style sheet. What stands in an at-rule is taken for a rule like any other.
pub(super) fn rules(sheet: &str) -> impl Iterator<Item = Rule<'_>> {
    sheet.split('}').filter_map(|block| {
        let (selectors, declared) = block.rsplit_once('{')?;
        Some(Rule { selectors, declared })
    })
}

impl Rule<'_> {
    /// In how many ways its selectors may lie over the ancestors of an element at this depth, one
    /// after the other of which is tried.
    pub(super) fn steps(&self, depth: u64) -> u64 {
        let steps = |selector: &str| {
            let parts = selector.split(|c: char| c.is_whitespace() || "{>+~".contains(c));
            let ancestors = parts.filter(|part| !part.is_empty()).count().saturating_sub(1) as u64;
            // depth over ancestors
            (0..ancestors).fold(1_u64, |ways, chosen| {
                ways.saturating_mul(depth.saturating_sub(chosen).max(1)) / (chosen + 1)
            })
        };
        self.selectors
            .split(',')
            .map(|selector| steps(selector).max(1))
            .fold(0, u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_their_declarations_are_told_apart() {
        let rules: Vec<Rule<'_>> =
            rules("a, .b > c {fill:url(#p);} @media x { d { r:1 } }").collect();
        let declared: Vec<&str> = rules.iter().map(|rule| rule.declared.trim()).collect();
        assert_eq!(["fill:url(#p);", "r:1"], declared[..]);
        let found: Vec<Declaration<'_>> = declarations(declared[0]).collect();
        assert_eq!([Declaration { property: "fill", value: "url(#p)" }], found[..]);
    }

    #[test]
    fn the_steps_of_a_rule_grow_with_its_ancestors() {
        let steps = |text: &str, depth| rules(text).next().unwrap().steps(depth);
        assert_eq!(1, steps(".a{}", 50));
        assert_eq!(2, steps(".a,.b{}", 50));
        assert_eq!(50, steps("g .a{}", 50));
        assert_eq!(50 * 49 / 2, steps("g g .a{}", 50));
        assert!(steps("g g g g g g g g g g .a{}", 200) > 1_000_000_000);
    }
}
