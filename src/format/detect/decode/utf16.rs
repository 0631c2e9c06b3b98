//! Decodes UTF-16, which spreadsheets and Windows write, into UTF-8.

use super::text::{Damage, Decode, DecodedLines};

/// The byte order of UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Utf16 {
    LittleEndian,
    BigEndian,
}

/// The length in bytes of a byte order mark.
const MARK: usize = 2;

/// The number of bytes to examine in text without a mark.
const EXAMINED: usize = 128;

/// The smallest number of characters that show the byte order of text without a mark.
const SHORTEST: usize = 9;

impl Utf16 {
    /// Returns the byte order of text that begins with `head` and the length of its byte order mark, if it is UTF-16.
    pub(super) fn of(head: &[u8]) -> Option<(Self, usize)> {
        match head {
            [0xFF, 0xFE, ..] => Some((Self::LittleEndian, MARK)),
            [0xFE, 0xFF, ..] => Some((Self::BigEndian, MARK)),
            _ => Some((Self::without_mark(head)?, 0)),
        }
    }

    /// Returns the byte order of text without a mark. Its first characters must be ASCII, so every second byte is 0.
    fn without_mark(head: &[u8]) -> Option<Self> {
        let (pairs, _) = head[..head.len().min(EXAMINED)].as_chunks::<2>();
        let is_ascii = |pair: &[u8; 2], [low, high]: [usize; 2]| {
            pair[high] == 0 && (pair[low].is_ascii_graphic() || pair[low].is_ascii_whitespace())
        };
        let are_ascii = |order| pairs.len() >= SHORTEST && pairs.iter().all(|pair| is_ascii(pair, order));
        match (are_ascii([0, 1]), are_ascii([1, 0])) {
            (true, _) => Some(Self::LittleEndian),
            (_, true) => Some(Self::BigEndian),
            _ => None,
        }
    }

    fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::LittleEndian => u16::from_le_bytes(bytes),
            Self::BigEndian => u16::from_be_bytes(bytes),
        }
    }
}

impl Decode for Utf16 {
    /// Decodes UTF-16. Half a character becomes U+FFFD, as usual.
    fn decode(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Result<usize, Damage> {
        let (mut pairs, odd) = text.as_chunks::<2>();
        let opens_pair = |pair: &[u8; 2]| matches!(self.unit(*pair), 0xD800..=0xDBFF);
        if !is_all && let [before @ .., last] = pairs {
            pairs = if opens_pair(last) { before } else { pairs };
        }
        let units = pairs.iter().map(|&pair| self.unit(pair));
        for character in char::decode_utf16(units) {
            push(character.unwrap_or(char::REPLACEMENT_CHARACTER), &mut decoded.text);
        }
        if is_all && !odd.is_empty() {
            push(char::REPLACEMENT_CHARACTER, &mut decoded.text);
            return Ok(text.len());
        }
        Ok(2 * pairs.len())
    }
}

fn push(character: char, text: &mut Vec<u8>) {
    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::decoded;
    use super::*;

    fn text(order: Utf16, bytes: &[u8]) -> String {
        let (found, damage) = decoded(|| order, bytes);
        assert_eq!((damage, found.places.len()), (None, 0));
        String::from_utf8(found.text).unwrap()
    }

    #[test]
    fn both_byte_orders_are_decoded_however_the_text_is_cut() {
        let original = "53..7\r\né \u{1D7D9} 9\n".repeat(50);
        let little: Vec<u8> = original.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = original.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(text(Utf16::LittleEndian, &little), original);
        assert_eq!(text(Utf16::BigEndian, &big), original);
        assert_eq!(text(Utf16::BigEndian, b""), "");
    }

    #[test]
    fn half_a_character_is_a_replacement_character() {
        assert_eq!(text(Utf16::LittleEndian, b"5\x00\x00\xD8"), "5\u{FFFD}");
        assert_eq!(text(Utf16::LittleEndian, b"\x00\xDC5\x00"), "\u{FFFD}5");
        assert_eq!(text(Utf16::BigEndian, b"\x005\x00"), "5\u{FFFD}");
    }

    #[test]
    fn a_mark_or_the_first_characters_show_the_byte_order() {
        assert_eq!(Utf16::of(b"\xFF\xFE5\0"), Some((Utf16::LittleEndian, MARK)));
        assert_eq!(Utf16::of(b"\xFE\xFF\x005"), Some((Utf16::BigEndian, MARK)));
        assert_eq!(Utf16::of(b"\xEF\xBB\xBF5"), None);
        let little: Vec<u8> = "53..7....6\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(Utf16::of(&little), Some((Utf16::LittleEndian, 0)));
        assert_eq!(Utf16::of(&little[1..]), Some((Utf16::BigEndian, 0)));
        assert_eq!(Utf16::of(&little[..16]), None, "too few characters");
        assert_eq!(Utf16::of(&[0; 200]), None);
        assert_eq!(Utf16::of(&[&little[..], b"\x01\x02"].concat()), None);
    }
}
