// The pages of the guide as modules without items, so that docs.rs shows them. lib.rs compiles this file under cfg(doc)
// alone: it costs nothing in a build.
#![doc = include_str!("links.md")]
#![doc = include_str!("README.md")]

/// Declares one module per page, from the file of the same name.
///
/// A page links to another one as `[formats]` and names `formats.md` as the target at its end, which is what a
/// repository's web page needs. `links.md` stands before that text and names the module as the target; in Markdown the
/// first definition is the one that counts.
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
