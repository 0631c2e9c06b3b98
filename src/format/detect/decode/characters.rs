//! Turns the characters that people and programs use to draw grids into equivalent ASCII characters.
//!
//! ```text
//! ┌───────┬───────┬───────┐        +-------+-------+-------+
//! │ 5 3 · │ · 7 · │ · · · │   ─▶   | 5 3 . | . 7 . | . . . |
//! ```
//!
//! This applies only to a text that otherwise has no known format: elsewhere, such characters belong to names and notes.

use super::text::{Damage, Decode, DecodedLines};

/// A decoder that replaces UTF-8 characters.
pub(super) struct Characters;

/// Returns the text with its characters replaced, if it has any.
pub(in crate::format::detect) fn replaced(text: &[u8]) -> Option<Vec<u8>> {
    let mut found = Vec::with_capacity(text.len());
    replace(text, &mut found).then_some(found)
}

impl Decode for Characters {
    fn decode(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Result<usize, Damage> {
        let length = if is_all { text.len() } else { whole_characters(text) };
        replace(&text[..length], &mut decoded.text);
        Ok(length)
    }
}

/// Appends `text` with its characters replaced. Returns whether there are any.
fn replace(text: &[u8], replaced: &mut Vec<u8>) -> bool {
    let mut has_some = false;
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            match meaning(character) {
                Some(byte) => {
                    replaced.push(byte);
                    has_some = true;
                }
                None => replaced.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        replaced.extend_from_slice(chunk.invalid());
    }
    has_some
}

/// Returns the byte equivalent to a character outside ASCII.
fn meaning(character: char) -> Option<u8> {
    Some(match character {
        '─' | '━' | '┄' | '┅' | '┈' | '┉' | '═' | '╌' | '╍' | '╴' | '╶' | '╸' | '╺' | '╼' | '╾' => {
            b'-'
        }
        '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '║' | '╎' | '╏' | '╵' | '╷' | '╹' | '╻' | '╽' | '╿' => {
            b'|'
        }
        '┌'..='╬' | '╭'..='╳' => b'+',
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{3000}' => b' ',
        '·' | '•' | '∙' | '⋅' | '…' | '．' | '□' | '▢' | '▫' | '◻' | '⬜' | '☐' | '␣' | '＿' => {
            b'.'
        }
        '‐'..='―' | '−' => b'-',
        '０'..='９' => b'0' + (character as u32 - '０' as u32) as u8,
        _ => return None,
    })
}

/// Returns the number of bytes of `text` before a character that may continue past its end.
fn whole_characters(text: &[u8]) -> usize {
    let is_first = |byte: &u8| byte & 0xC0 != 0x80;
    let last = text.iter().rev().take(4).position(is_first).map_or(text.len(), |back| text.len() - 1 - back);
    match text.get(last) {
        Some(0x80..) => last,
        _ => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::decoded;
    use super::*;

    fn text(original: &str) -> String {
        let (found, damage) = decoded(|| Characters, original.as_bytes());
        assert_eq!((damage, found.places.len()), (None, 0));
        String::from_utf8(found.text).unwrap()
    }

    #[test]
    fn frames_blanks_spaces_and_wide_digits_become_ascii_however_the_text_is_cut() {
        assert_eq!(text("┌───┬═══╗\n│53·║□7\u{A0}┃\n╰━┿╋╮"), "+---+---+\n|53.|.7 |\n+-+++");
        assert_eq!(text("５３–．９"), "53-.9");
        assert_eq!(text("Rätsel, 'naïve' 数独 \u{1D7D9}"), "Rätsel, 'naïve' 数独 \u{1D7D9}");
        assert_eq!(text(""), "");
    }

    #[test]
    fn bytes_that_are_not_utf_8_stay() {
        let (found, _) = decoded(|| Characters, b"R\xE4tsel \xC2\xB7 \xE2\x94");
        assert_eq!(found.text, b"R\xE4tsel . \xE2\x94");
    }

    #[test]
    fn only_a_text_with_characters_to_replace_is_replaced() {
        assert_eq!(replaced("53·".as_bytes()).as_deref(), Some(&b"53."[..]));
        assert_eq!(replaced("Rätsel".as_bytes()), None);
        assert_eq!(replaced(b"53."), None);
    }
}
