//! How much the tests try: what fits into minutes, or, with `BULKDOKU_LONG` in the environment, what fits into a night.

/// Returns the `usual` amount, or that of a `long` run.
pub fn effort<T>(usual: T, long: T) -> T {
    if std::env::var_os("BULKDOKU_LONG").is_some() { long } else { usual }
}
