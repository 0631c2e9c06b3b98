//! Grids to test with: symmetrical ones, and random ones from a seed.

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::grid::CELLS;
use crate::symmetry::Transformation;

/// The number of automorphisms, and a grid that has as many.
///
/// These are 28 of the grids that a random search for symmetrical grids came upon. In seven minutes, it finds every
/// class with eight or more automorphisms, as many of each as the census of all grids has: 29 with 8, 42 with 9, 92
/// with 12, 85 with 18, 2 with 27, 15 with 36, 11 with 54, 2 with 72, 3 with 108, and one each with 162 and 648.
pub(super) const SYMMETRICAL: [(u64, &[u8; CELLS]); 28] = [
    (2, b"154629378769843152382751964431562897875394621296187543943215786518476239627938415"),
    (2, b"478693512963125478512748963185937624629481735734256189891572346246319857357864291"),
    (3, b"698412357371685249542973168164537892857294631239861574483726915915348726726159483"),
    (3, b"239465718164987253857213694798321465321546879546798321973852146412639587685174932"),
    (4, b"168425973394716582527839416735641298286397154419582367852973641643158729971264835"),
    (4, b"946281573321657498875394621714936852683572914259148736568713249437829165192465387"),
    (6, b"986723451754981632213564978832147596679352184145896327591678243468239715327415869"),
    (6, b"465123798123798465798465123249871536871536249536249871384917652917652384652384917"),
    (8, b"135462987827359416946178325278641593461935872359827164782593641514786239693214758"),
    (8, b"892465317657213984134798652926187543713546298548932176371654829469821735285379461"),
    (9, b"375618942942375618618942375159483726483726159267591834834159267726834591591267483"),
    (9, b"456897312789312456312645897645978123897123645123564978564789231978231564231456789"),
    (12, b"654927183927183654183654927795462318462318795318795462246831579831579246579246831"),
    (12, b"423756198156498723798123456264537981531984267987261534345672819612849375879315642"),
    (18, b"658137429429586371713429865536294718187365294294871653942613587875942136361758942"),
    (18, b"741285639396417852528963174465798321987132465132654798654879213879321546213546987"),
    (27, b"642375918975618342318942675126453789459786123783129456267531894591864237834297561"),
    (27, b"417259683386147925529836714931462857642578139758391246174683592295714368863925471"),
    (36, b"456297831831456297297831456564189723723564189189723564978645312645312978312978645"),
    (36, b"528346917417859326639217854976134582382965471145728693764582139893471265251693748"),
    (54, b"231564789645897312897312645123456897564978231978231564456789123312645978789123456"),
    (54, b"897654312231987645564321978918765423342198756675432189786543291129876534453219867"),
    (72, b"456123978789456312123789645231564897564897231897231564978312456312645789645978123"),
    (72, b"321654987486729153759183426132465798594837261867291534213546879675918342948372615"),
    (108, b"873546219216879543549213876738465192162798435495132768387654921621987354954321687"),
    (108, b"781264359293857641456931278319782564642593817578416932164329785827645193935178426"),
    (162, b"789123456123456789456789123672915348915348672348672915861294537294537861537861294"),
    (648, b"321654987654987321987321654132465798465798132798132465546879213879213546213546879"),
];

/// The smallest and the largest of all forms, and the one with the most automorphisms.
pub(super) const KNOWN_FORMS: [(u64, &[u8; CELLS]); 3] = [
    (3, b"123456789456789123789123456214365897365897214897214365531642978642978531978531642"),
    (72, b"123456789457893612986217354274538196531964827698721435342685971715349268869172543"),
    (648, b"123456789456789123789123456231564897564897231897231564312645978645978312978312645"),
];

/// Draws grids and maps from a seed.
pub(super) struct Samples {
    rng: ChaCha8Rng,
    pub(super) grid: [u8; CELLS],
}

impl Samples {
    pub(super) fn new(seed: u64) -> Self {
        let mut samples = Self { rng: ChaCha8Rng::seed_from_u64(seed), grid: *SYMMETRICAL[0].1 };
        for _ in 0..200 {
            samples.step();
        }
        samples
    }

    /// A random equivalent of a grid of digits in text.
    pub(super) fn equivalent(&mut self, grid: &[u8; CELLS]) -> [u8; CELLS] {
        apply(&Transformation::random(&mut self.rng), grid)
    }

    /// A puzzle of a solution: a few of its clues, or many, with dots for blanks.
    pub(super) fn puzzle(&mut self, solution: &[u8; CELLS]) -> [u8; CELLS] {
        let shown = self.rng.next_u32() % 81;
        solution.map(|digit| if self.rng.next_u32() % 81 < shown { digit } else { b'.' })
    }

    /// The next grid of a random walk, twenty steps from the one before.
    pub(super) fn grid(&mut self) -> [u8; CELLS] {
        for _ in 0..20 {
            self.step();
        }
        self.grid
    }

    /// Exchanges two digits, in as few cells as the rules allow that has one random cell among them.
    pub(super) fn step(&mut self) {
        let start = self.rng.next_u32() as usize % CELLS;
        let one = self.grid[start];
        let other = b'1' + (one - b'1' + 1 + (self.rng.next_u32() % 8) as u8) % 9;
        let mut moved = vec![start];
        let mut next = 0;
        while let Some(&cell) = moved.get(next) {
            let new = if self.grid[cell] == one { other } else { one };
            let in_its_way =
                |peer: &usize| self.grid[*peer] == new && see(*peer, cell) && !moved.contains(peer);
            let found: Vec<usize> = (0..CELLS).filter(in_its_way).collect();
            moved.extend(found);
            next += 1;
        }
        for cell in moved {
            self.grid[cell] = if self.grid[cell] == one { other } else { one };
        }
    }
}

/// The image of a grid in text.
pub(super) fn apply(map: &Transformation, grid: &[u8; CELLS]) -> [u8; CELLS] {
    map.apply(&grid.map(|byte| byte - b'0')).map(|digit| b'0' + digit)
}

/// The image of a puzzle in text, with `0` for a blank.
pub(super) fn apply_to_puzzle(map: &Transformation, puzzle: &[u8; CELLS]) -> [u8; CELLS] {
    apply(map, &puzzle.map(|byte| if byte == b'.' { b'0' } else { byte }))
}

/// Do two cells share a house?
fn see(a: usize, b: usize) -> bool {
    a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
}

#[test]
fn every_step_of_the_walk_leaves_a_solved_grid() {
    let mut samples = Samples::new(1);
    for _ in 0..50 {
        assert!(crate::grid::is_solved(&samples.grid()));
    }
}
