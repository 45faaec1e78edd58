//! Rule options: a choice among named readings.

/// A choice among the readings of a rule, each with its name in `rules.toml`.
pub(super) trait Reading: Copy + 'static {
    /// All readings with their names in `rules.toml`.
    const NAMED: &[(&str, Self)];
}

/// Defines a [`Reading`].
macro_rules! reading {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $crate::table::rules::reading::Reading for $name {
            const NAMED: &[(&str, Self)] = &[$(($text, Self::$variant)),+];
        }
    };
}

pub(super) use reading;
