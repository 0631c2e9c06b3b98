//! The names of the rules, and their levels.

use kernel::named;

/// The highest level.
pub const TOP_LEVEL: u8 = 7;

named! {
    /// A rule of the levels.
    ///
    /// ```
    /// use bulkdoku::rating::Rule;
    ///
    /// let of_level = |level| Rule::ALL.into_iter().filter(move |rule| rule.level() == level).map(Rule::name);
    /// assert_eq!(of_level(6).collect::<Vec<_>>(), ["X-wing", "swordfish", "jellyfish"]);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Rule {
        /// A digit has one place in a box.
        HiddenSingleInBox = "hidden single in a box",
        /// A digit has one place in a row or column.
        HiddenSingleInLine = "hidden single in a line",
        /// A cell has one candidate.
        NakedSingle = "naked single",
        /// The places of a digit in a box are in one row or column.
        Pointing = "pointing",
        /// The places of a digit in a row or column are in one box.
        Claiming = "claiming",
        /// Two cells of a house have two candidates in all.
        NakedPair = "naked pair",
        /// Two digits have two places in a house.
        HiddenPair = "hidden pair",
        /// Three cells of a house have three candidates in all.
        NakedTriple = "naked triple",
        /// Three digits have three places in a house.
        HiddenTriple = "hidden triple",
        /// Four cells of a house have four candidates in all.
        NakedQuad = "naked quad",
        /// Four digits have four places in a house.
        HiddenQuad = "hidden quad",
        /// The places of a digit in two rows are in two columns, or the other way round.
        XWing = "X-wing",
        /// The same with three rows and three columns.
        Swordfish = "swordfish",
        /// The same with four rows and four columns.
        Jellyfish = "jellyfish",
        /// A cell with the candidates a and b sees one with a and c and one with b and c: one of the latter two is c.
        XyWing = "XY-wing",
        /// A cell with the candidates a, b and c sees one with a and c and one with b and c: one of the three is c.
        XyzWing = "XYZ-wing",
        /// Two cells with the candidates a and b each see an end of a house where a has two places: one of them is b.
        WWing = "W-wing",
    }
}

impl Rule {
    /// Returns the lowest level that has the rule.
    pub const fn level(self) -> u8 {
        match self {
            Rule::HiddenSingleInBox => 1,
            Rule::HiddenSingleInLine => 2,
            Rule::NakedSingle => 3,
            Rule::Pointing | Rule::Claiming => 4,
            Rule::NakedPair
            | Rule::HiddenPair
            | Rule::NakedTriple
            | Rule::HiddenTriple
            | Rule::NakedQuad
            | Rule::HiddenQuad => 5,
            Rule::XWing | Rule::Swordfish | Rule::Jellyfish => 6,
            Rule::XyWing | Rule::XyzWing | Rule::WWing => 7,
        }
    }
}
