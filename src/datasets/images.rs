//! A set of different grids in the order in which they were added.

use crate::grid::CELLS;

/// Different grids of text, in memory that is used for one puzzle after another.
///
/// ```text
/// images   │ puzzle │ twin 1 │ twin 2 │
/// slots    │ – │ 2 │ – │ 0 │ – │ – │ 1 │ – │    at least twice as many as images, a power of two
/// ```
///
/// A slot belongs to the puzzle of its round, so that a new puzzle begins without clearing the slots. A set of at most
/// [`FEW`] images has no slots, because comparing them one by one takes less time than a hash.
pub(super) struct Images {
    images: Vec<[u8; CELLS]>,
    /// Empty if there are few images.
    slots: Vec<Slot>,
    round: u64,
}

/// The largest set whose images are compared one by one.
const FEW: usize = 8;

/// The place of an image in the list, if the round is the current one.
#[derive(Clone, Copy, Default)]
struct Slot {
    round: u64,
    image: u32,
}

impl Images {
    /// A set with memory for `count` images, to which no more may be added.
    pub(super) fn with_room_for(count: usize) -> Self {
        let slots = if count <= FEW { 0 } else { (2 * count).next_power_of_two() };
        Self { images: Vec::with_capacity(count), slots: vec![Slot::default(); slots], round: 0 }
    }

    /// Forgets all images and adds the first one.
    pub(super) fn begin(&mut self, first: &[u8; CELLS]) {
        self.images.clear();
        self.round += 1;
        self.add(first);
    }

    /// Adds an image. Returns `false` if it has been added before.
    pub(super) fn add(&mut self, image: &[u8; CELLS]) -> bool {
        let is_new = if self.slots.is_empty() { !self.images.contains(image) } else { self.take_slot(image) };
        if is_new {
            self.images.push(*image);
        }
        is_new
    }

    /// The images in the order in which they were added.
    pub(super) fn all(&self) -> &[[u8; CELLS]] {
        &self.images
    }

    /// Takes a slot for the next image. Returns `false` if an equal image has one.
    fn take_slot(&mut self, image: &[u8; CELLS]) -> bool {
        let last = self.slots.len() - 1;
        let mut at = hash(image) as usize & last;
        while self.slots[at].round == self.round {
            if self.images[self.slots[at].image as usize] == *image {
                return false;
            }
            at = (at + 1) & last;
        }
        self.slots[at] = Slot { round: self.round, image: self.images.len() as u32 };
        true
    }
}

/// A hash whose low bits depend on all cells.
fn hash(image: &[u8; CELLS]) -> u64 {
    let (words, rest) = image.as_chunks::<8>();
    let mix = |hash: u64, word: u64| {
        let mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15); // 2^64 divided by the golden ratio
        mixed ^ mixed >> 32
    };
    let hash = words.iter().fold(0, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    mix(hash, u64::from(rest[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_added_once_in_each_round() {
        let image = |number: usize| {
            let mut image = [b'.'; CELLS];
            (image[0], image[80]) = (number as u8, (number / 256) as u8);
            image
        };
        for count in [1, 2, FEW, FEW + 1, 300] {
            let mut images = Images::with_room_for(count);
            for _ in 0..3 {
                images.begin(&image(0));
                assert!((1..count).all(|number| images.add(&image(number))));
                assert!((0..count).all(|number| !images.add(&image(number))));
                assert!(images.all().iter().copied().eq((0..count).map(image)));
            }
        }
    }
}
