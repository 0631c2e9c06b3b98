//! The places of cells between bars.

use super::SIDE;

/// Returns the row between the bars around it, as in `|5|3| |…|`, with the number of bytes before it. Text may follow the last of
/// ten bars. Other delimiters are only between fields.
pub(super) fn within_bars(line: &[u8], delimiter: u8) -> (&[u8], usize) {
    let before = line.len() - line.trim_ascii_start().len();
    if delimiter != b'|' || line.get(before) != Some(&b'|') {
        return (line, 0);
    }
    let mut bars = memchr::memchr_iter(b'|', line).skip(SIDE);
    let text = line.trim_ascii_end();
    match bars.next() {
        Some(last) if bars.next().is_none() => (&line[before + 1..last], before + 1),
        _ => (text.strip_suffix(b"|").unwrap_or(text).get(before + 1..).unwrap_or_default(), before + 1),
    }
}

/// Returns the places of the nine cells of a row with two bars between them, and possibly more around them.
///
/// ```text
/// | 5 3   |   7   |       |        5 3   |   7   |
///   ▲ ▲ ▲   ▲ ▲ ▲   ▲ ▲ ▲          ▲ ▲ ▲   ▲ ▲ ▲   ▲ ▲ ▲
/// ```
pub(super) fn places_between_bars(line: &[u8]) -> Option<[usize; SIDE]> {
    let mut bars = [0; 4];
    let mut found = 0;
    for at in memchr::memchr_iter(b'|', line) {
        *bars.get_mut(found)? = at;
        found += 1;
    }
    let begins = line.trim_ascii_start().starts_with(b"|");
    let inner = match found {
        2 => &bars[..2],
        3 if begins => &bars[1..3],
        3 => &bars[..2],
        4 => &bars[1..3],
        _ => return None,
    };
    let width = inner[1] - inner[0];
    if width < 4 || width % 2 == 1 {
        return None;
    }
    let first = if width <= 6 { 1 } else { 2 };
    let pitch = (width - 2 * first) / 2;
    let places = |from: usize| [from + first, from + first + pitch, from + first + 2 * pitch];
    let before = places(0).map(|place| (inner[0] + place).checked_sub(width));
    let [Some(a), Some(b), Some(c)] = before else { return None };
    let ([d, e, f], [g, h, i]) = (places(inner[0]), places(inner[1]));
    let places = [a, b, c, d, e, f, g, h, i];
    // Nothing but spaces and bars stands elsewhere before the last cell.
    let is_free = |(at, byte): (usize, &u8)| places.contains(&at) || matches!(byte, b' ' | b'|');
    let end = line.len().min(places[SIDE - 1] + 1);
    (line[..end].iter().enumerate().all(is_free)).then_some(places)
}
