//! Records with additional columns after those of the input.
//!
//! ```text
//! id;puzzle;note         id;puzzle;note;level
//! 7;53..7…;"a ""b"""  ─▶  7;53..7…;"a ""b""";3                             a table: fields are copied with their quotes
//!                         {"id":"7","puzzle":"53..7…","note":"a \"b\"","level":3}   JSON objects
//!
//! {"puzzle":"53..7…","n":[1,2]}  ─▶  {"puzzle":"53..7…","n":[1,2],"level":3}     objects: members are copied unchanged
//! ```
//!
//! Start with `record_rows.rs`, then read `kept.rs`, which copies the columns of a table or the members of objects.

mod column_names;
mod csv_columns;
mod gap;
mod json_columns;
mod kept;
mod record_rows;
mod record_text;
mod trailing_text;

pub(crate) use self::column_names::Added;
pub(crate) use self::gap::Gap;
pub(crate) use self::json_columns::write_escaped;
pub(crate) use self::kept::InputColumns;
pub(crate) use self::record_rows::RecordRows;
pub(crate) use self::trailing_text::{after as text_after, write_field, write_quoted};

#[cfg(test)]
mod tests;
