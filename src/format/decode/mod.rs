mod json;
mod returns;
mod rows;
mod scan;
mod text;
mod utf16;
