// The pages of the guide as modules without items, for docs.rs. lib.rs compiles this file only under cfg(doc), so it costs
// nothing in a build.
#![doc = include_str!("links.md")]
#![doc = include_str!("README.md")]

/// Declares one module per page, from the file of the same name.
///
/// A page links to another one as `[formats]` and defines the target `formats.md` at its end, for a repository's web page.
/// `links.md`, included before the page, defines the module as the target. In Markdown, the first definition wins.
macro_rules! pages {
    ($($page:ident)*) => {
        $(
            #[doc = include_str!("links.md")]
            #[doc = include_str!(concat!(stringify!($page), ".md"))]
            pub mod $page {}
        )*
    };
}

// A new page needs its name here, in `README.md` and in `links.md`.
pages! {
    formats
    solve
    check
    data_sets
    equivalence
    rate
    generate
    bench
    command_line
    python
    browser
    how_it_works
}
