//! Compares the instruction sets on a large number of boards.

use std::thread;

use bulkdoku::{
    grid::{self, CELLS},
    solver::isa::Isa,
    symmetry::{Minlex, Transformation},
};
use chacha20::ChaCha8Rng;
use rand_core::Rng;

use crate::boards::{self, Boards, Kind};

/// Boards that are compared together, all made of one.
const TOGETHER: usize = 64;

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    boards: u64,
    /// Those that the plain code and the fastest give the same text, automorphisms, and image under the map.
    same: u64,
    /// Those with two or more automorphisms.
    symmetrical: u64,
}

/// Compares `count` boards: random images of random parts of the puzzles of the files and of drawn boards of each kind.
/// Prints how many have the same form, automorphisms and image under the map.
pub fn many(count: u64, seed: u64, files: &[(String, Vec<[u8; CELLS]>)]) -> bool {
    let real: Vec<[u8; CELLS]> = files.iter().flat_map(|(_, puzzles)| puzzles).copied().collect();
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let all = thread::scope(|scope| {
        let real = &real;
        let start =
            |number| scope.spawn(move || compare(count.div_ceil(threads), seed * 1000 + number, real));
        let running: Vec<_> = (0..threads).map(start).collect();
        running.into_iter().fold(Compared::default(), |all, thread| {
            let more = thread.join().expect("a comparison does not panic");
            Compared {
                boards: all.boards + more.boards,
                same: all.same + more.same,
                symmetrical: all.symmetrical + more.symmetrical,
            }
        })
    });
    println!(
        "{} of {} boards have the same form on {} and in plain code; {} have automorphisms",
        all.same,
        all.boards,
        Isa::best().name(),
        all.symmetrical
    );
    all.same == all.boards
}

fn compare(count: u64, seed: u64, real: &[[u8; CELLS]]) -> Compared {
    let (mut source, mut random) = (Boards::new(seed), boards::rng(seed + 1));
    let (mut plain, mut fast) = (Minlex::with_isa(Isa::Portable), Minlex::new());
    let (mut wanted, mut compared) = (Vec::new(), Compared::default());
    for kind in Kind::ALL.iter().cycle() {
        if compared.boards >= count {
            break;
        }
        let is_real = !real.is_empty() && random.next_u32() % 4 != 0;
        let model = if is_real {
            real[random.next_u32() as usize % real.len()].map(|byte| grid::digit(byte).unwrap_or(0))
        } else {
            source.draw(*kind)
        };
        let boards: [[u8; CELLS]; TOGETHER] = std::array::from_fn(|_| part(&model, &mut random));
        wanted.clear();
        plain.forms(&boards, |form| wanted.push(form));
        let mut places = boards.iter().zip(&wanted);
        fast.forms(&boards, |found| {
            let (board, wanted) = places.next().expect("a form for each board");
            let same = match (wanted, &found) {
                (Ok(wanted), Ok(found)) => {
                    let image = found.map.apply(&board.map(|byte| byte - b'0')).map(|digit| digit + b'0');
                    (found.text, found.automorphisms, image)
                        == (wanted.text, wanted.automorphisms, wanted.text)
                }
                (wanted, found) => wanted == found,
            };
            if !same {
                println!("different: {}", board.escape_ascii());
            }
            compared.boards += 1;
            compared.same += u64::from(same);
            compared.symmetrical += u64::from(wanted.is_ok_and(|form| form.automorphisms > 1));
        });
    }
    compared
}

/// A random image of a random part of a board, as text: of all clues, or of some with chances from 1/16 to 15/16.
fn part(model: &[u8; CELLS], random: &mut ChaCha8Rng) -> [u8; CELLS] {
    let image = Transformation::random(random).apply(model);
    let sixteenths = random.next_u32() as u8 % 32;
    if sixteenths >= 16 {
        return image.map(|digit| b'0' + digit);
    }
    let mut chances = [0; CELLS];
    random.fill_bytes(&mut chances);
    std::array::from_fn(|cell| if chances[cell] % 16 < sixteenths { b'0' + image[cell] } else { b'0' })
}
