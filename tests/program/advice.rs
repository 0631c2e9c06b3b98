//! The commands that messages show for files of other programs do what they say. They need libraries of Python; a test of a missing
//! one is skipped, and says so.

use std::process::Command;

use crate::run::{Folder, PUZZLE, SOLUTION, run};

/// The first lines of the scripts that write a file: two puzzles, the first of which begins with blanks, as text and as digits.
const BEGINNING: &str = "
import numpy
texts = ['PUZZLE'[::-1].replace('.', '0').replace('97', '00', 1), 'PUZZLE'.replace('.', '0')]
digits = numpy.array([[int(cell) for cell in text] for text in texts], 'uint8')
layers = lambda count: (digits[..., None] == numpy.arange(10 - count, 10)).reshape(2, 9, 9, count)
open('expected.txt', 'w').write(''.join(text + '\\n' for text in texts))
";

/// Returns whether a script of Python succeeds in a folder. A library that it imports may be missing.
fn python(folder: &Folder, library: &str, script: &str) -> bool {
    let has = Command::new("python3").args(["-c", &format!("import {library}")]).output();
    if !has.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: python3 has no {library}");
        return false;
    }
    let script = BEGINNING.replace("PUZZLE", PUZZLE) + script;
    let output = Command::new("python3").args(["-c", &script]).current_dir(folder.path("")).output();
    let output = output.expect("python3 runs");
    assert!(output.status.success(), "{script}\n{}", String::from_utf8_lossy(&output.stderr));
    true
}

/// Asserts that a file has the two puzzles.
fn has_the_puzzles(folder: &Folder, name: &str) {
    let found = run(&["solve", "-q", &folder.path(name)]);
    let expected = run(&["solve", "-q", &folder.path("expected.txt")]).ends_with(0);
    assert!(expected.stdout.ends_with(&format!("{SOLUTION}\n")));
    found.ends_with(0).prints(&expected.stdout);
}

#[test]
fn what_the_message_about_an_array_says_to_save_is_read() {
    for write in [
        "numpy.save('a.npy', numpy.array(texts))",
        "numpy.save('a.npy', numpy.array(texts, 'S'))",
        "numpy.save('a.npy', numpy.array(texts, object))",
        "numpy.save('a.npy', digits.astype('U1').reshape(2, 9, 9))",
        "numpy.save('a.npy', numpy.where(digits == 0, numpy.nan, digits))",
        "numpy.save('a.npy', layers(10))",
        "numpy.save('a.npy', layers(10).reshape(2, 81, 10).astype('f4'))",
        "numpy.save('a.npy', layers(9))",
        "numpy.save('a.npy', layers(9).astype('f4'))",
        "numpy.save('a.npy', numpy.moveaxis(layers(10), 3, 1))",
        "numpy.save('a.npy', numpy.ascontiguousarray(digits.T))",
        "numpy.save('a.npy', numpy.ascontiguousarray(numpy.moveaxis(digits.reshape(2, 9, 9), 0, 2)))",
        "numpy.save('a.npy', numpy.asfortranarray(digits))",
        "numpy.save('a.npy', digits.reshape(1, 2, 9, 9, 1))",
    ] {
        let folder = Folder::new();
        if !python(&folder, "numpy", write) {
            return;
        }
        let mut name = "a.npy";
        for _ in 0..3 {
            let refused = run(&["solve", "-q", &folder.path(name)]);
            if refused.code == Some(0) {
                break;
            }
            let said = refused.ends_with(2).stderr;
            let (_, advice) = said.trim_end().rsplit_once(": ").expect("an advice");
            let load = format!("array = numpy.load('{name}', allow_pickle=True)\n");
            let (script, next) = match advice.split_once(' ').expect("a verb") {
                ("save", array) => (format!("{load}numpy.save('b.npy', {array})"), "b.npy"),
                _ => {
                    (format!("{load}{}", &advice[advice.find("numpy").expect("a function")..]), "puzzles.txt")
                }
            };
            assert!(python(&folder, "numpy", &script), "{write}: {said}");
            name = next;
        }
        has_the_puzzles(&folder, name);
    }
}

#[test]
fn the_command_for_a_file_of_another_program_makes_it_readable() {
    for (library, name, write) in [
        (
            "openpyxl, pandas",
            "a.xlsx",
            "import pandas; pandas.DataFrame(texts).to_excel('a.xlsx', index=False, header=False)",
        ),
        (
            "openpyxl, pandas",
            "a.xlsx",
            "import pandas; pandas.DataFrame({'puzzle': texts}).to_excel('a.xlsx', index=False)",
        ),
        (
            "openpyxl, pandas",
            "a.xlsx",
            "import pandas; pandas.DataFrame(digits).to_excel('a.xlsx', index=False, header=False)",
        ),
        (
            "pyarrow, pandas",
            "a.parquet",
            "import pandas; pandas.DataFrame({'puzzle': texts}).to_parquet('a.parquet')",
        ),
        (
            "pyarrow, pandas",
            "a.parquet",
            "import pandas; pandas.DataFrame({'puzzle': list(digits)}).to_parquet('a.parquet')",
        ),
        (
            "pyarrow, pandas",
            "a.feather",
            "import pandas; pandas.DataFrame({'puzzle': texts}).to_feather('a.feather')",
        ),
        ("pyarrow, pandas", "a.orc", "import pandas; pandas.DataFrame({'puzzle': texts}).to_orc('a.orc')"),
        ("pandas", "a.pkl", "import pandas; pandas.DataFrame({'puzzle': texts}).to_pickle('a.pkl')"),
        ("numpy", "a.npz", "numpy.savez('a.npz', digits)"),
    ] {
        let folder = Folder::new();
        if !python(&folder, library, write) {
            continue;
        }
        let said = run(&["solve", "-q", &folder.path(name)]).ends_with(2).stderr;
        let command = &said[said.find("python3 -c").expect("a command")..];
        let status = Command::new("sh").args(["-c", command]).status().expect("a shell");
        assert!(status.success(), "{command}");
        let made = folder.names().into_iter().find(|made| matches!(made.as_str(), "a.csv" | "a.npy"));
        has_the_puzzles(&folder, &made.expect("a file"));
    }
}
