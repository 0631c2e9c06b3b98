//! The examples at the end of every command's help. A test runs them in one folder: first those of the program and of
//! `generate`, then the others in the order of the commands. An example can read the output of an earlier one.

/// The examples of each command.
pub const EXAMPLES: &[(&str, [&str; 3])] = &[
    (
        "bulkdoku",
        [
            "bulkdoku generate --count 1000 -o puzzles.txt",
            "bulkdoku solve puzzles.txt -o answers.txt",
            "bulkdoku solve --help",
        ],
    ),
    (
        "generate",
        [
            "bulkdoku generate --count 1000 --seed 7 -o puzzles.txt",
            "bulkdoku generate --count 20 --difficulty hard -o hard.txt",
            "bulkdoku generate --count 12 --difficulty easy -o easy.html",
        ],
    ),
    (
        "solve",
        [
            "bulkdoku solve puzzles.txt -o answers.txt",
            "bulkdoku solve --unique puzzles.txt -o answers.csv",
            "bulkdoku solve hard.txt -o hard.html",
        ],
    ),
    (
        "count",
        [
            "bulkdoku count puzzles.txt",
            "bulkdoku count --limit 1000 data/known_counts.csv -o counts.txt",
            "bulkdoku count --limit 10 --all solutions.csv puzzles.txt -o counts.txt",
        ],
    ),
    (
        "check",
        [
            "bulkdoku check answers.csv",
            "bulkdoku check --html report.html -o findings.csv answers.csv",
            "bulkdoku check --by puzzle --clean clean.csv answers.csv",
        ],
    ),
    (
        "rate",
        [
            "bulkdoku rate puzzles.txt -o rated.csv",
            "bulkdoku rate --only level --where 'level>=5' puzzles.txt",
            "bulkdoku rate --only level,se --where 'se<3.3' puzzles.txt",
        ],
    ),
    (
        "minimize",
        [
            "bulkdoku minimize puzzles.txt -o minimized.txt",
            "bulkdoku minimize --seed 7 answers.csv -o minimized.csv",
            "bulkdoku minimize puzzles.txt | bulkdoku rate --only level -o rated.csv",
        ],
    ),
    (
        "split",
        [
            "bulkdoku split --part test.txt=10% --part train.txt=rest puzzles.txt",
            "bulkdoku split --stratify level --part a.csv=50% --part b.csv=50% answers.csv",
            "bulkdoku split --by solution --part test.csv=0.1 --part train.csv=rest answers.csv",
        ],
    ),
    (
        "dedupe",
        [
            "bulkdoku dedupe puzzles.txt -o unique.txt",
            "bulkdoku dedupe --by clues --classes duplicates.csv puzzles.txt -o unique.txt",
            "bulkdoku dedupe --against hard.txt puzzles.txt -o train.txt",
        ],
    ),
    (
        "sample",
        [
            "bulkdoku sample --count 100 puzzles.txt -o sample.txt",
            "bulkdoku sample --stratify level --each 10 puzzles.txt -o sample.txt",
            "bulkdoku generate --count 20 --unbiased | bulkdoku sample --count 9 --weight weight",
        ],
    ),
    (
        "shuffle",
        [
            "bulkdoku shuffle puzzles.txt -o shuffled.txt",
            "bulkdoku shuffle --seed 7 answers.csv -o shuffled.csv",
            "bulkdoku generate --count 1000 | bulkdoku shuffle --drop-invalid",
        ],
    ),
    (
        "augment",
        [
            "bulkdoku augment --equivalents 10 puzzles.txt -o augmented.txt",
            "bulkdoku augment --equivalents 3 --include-original answers.csv -o augmented.csv",
            "bulkdoku augment --equivalents 2 --change digits,lines --transformation puzzles.txt",
        ],
    ),
    (
        "canon",
        [
            "bulkdoku canon puzzles.txt -o forms.txt",
            "bulkdoku canon --transformation answers.csv -o forms.csv",
            "bulkdoku canon --form solution --format jsonl puzzles.txt",
        ],
    ),
    (
        "merge-summaries",
        [
            "bulkdoku solve --shard 1/2 puzzles.txt -o 1.txt --summary 1.json",
            "bulkdoku solve --shard 2/2 puzzles.txt -o 2.txt --summary 2.json",
            "bulkdoku merge-summaries 1.json 2.json",
        ],
    ),
    (
        "bench",
        [
            "bulkdoku bench",
            "bulkdoku bench --set hard --runs 3 --summary old.json",
            "bulkdoku bench --set hard --runs 3 --compare old.json",
        ],
    ),
    (
        "completions",
        [
            "bulkdoku completions bash >bulkdoku.bash",
            "bulkdoku completions fish >bulkdoku.fish",
            "bulkdoku completions zsh >_bulkdoku",
        ],
    ),
    (
        "man",
        [
            "bulkdoku man >bulkdoku.1",
            "bulkdoku man solve >bulkdoku-solve.1",
            "bulkdoku man check >bulkdoku-check.1",
        ],
    ),
];
