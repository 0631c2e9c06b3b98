//! Decodes the line ends of old Macs, also among others: a lone CR becomes an LF.

use memchr::{memchr, memchr_iter};

use super::text::{Damage, Decode, DecodedLines};

/// A decoder that turns each CR, with the LF after it if there is one, into an LF.
pub(super) struct Returns;

/// Returns whether every fourth line of `head` or more ends in a lone CR: one alone is an error in a line. Binary data and UTF-16,
/// which have NUL bytes, have no lines.
pub(in crate::format::detect) fn has_returns(head: &[u8]) -> bool {
    if memchr(b'\r', head).is_none() || memchr(0, head).is_some() {
        return false;
    }
    let is_alone = |&at: &usize| head.get(at + 1).is_some_and(|&next| next != b'\n');
    let returns = memchr_iter(b'\r', head).filter(is_alone).count();
    let feeds = memchr_iter(b'\n', head).count();
    returns > feeds || returns > 1 && 4 * returns > feeds
}

impl Decode for Returns {
    fn decode(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Result<usize, Damage> {
        // The LF of the last CR may follow.
        let length = if !is_all && text.ends_with(b"\r") { text.len() - 1 } else { text.len() };
        let (text, mut at) = (&text[..length], 0);
        for end in memchr_iter(b'\r', text) {
            decoded.text.extend_from_slice(&text[at..end]);
            decoded.text.push(b'\n');
            at = end + 1 + usize::from(text.get(end + 1) == Some(&b'\n'));
        }
        decoded.text.extend_from_slice(&text[at..]);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::decoded;
    use super::*;

    #[test]
    fn every_kind_of_line_end_becomes_a_line_feed() {
        for (text, expected) in [
            (&b"12\r34\r\n56\n\r\r\n\n78"[..], &b"12\n34\n56\n\n\n\n78"[..]),
            (b"12\r", b"12\n"),
            (b"", b""),
            (b"12", b"12"),
        ] {
            let (found, damage) = decoded(|| Returns, text);
            assert_eq!((&found.text[..], damage), (expected, None));
        }
    }

    #[test]
    fn a_text_of_line_feeds_with_a_stray_return_stays_unchanged() {
        assert!(has_returns(b"12\r34\r56"));
        assert!(has_returns(b"12\r34\r56\n"), "an editor added a line end");
        assert!(!has_returns(b"12\r34\n56\n"));
        assert!(!has_returns(b"12\r\n34\r\n"));
        assert!(!has_returns(b"12\r"), "an LF may follow");
        assert!(!has_returns(b"1\0,\0\r\0\n\0"), "UTF-16");
        assert!(!has_returns(b"12\n34\n"));
        assert!(has_returns(b"12\r34\n56\r\n78\r90\n"), "mixed line ends");
    }
}
