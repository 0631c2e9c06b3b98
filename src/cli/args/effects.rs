//! Which options have an effect beside which others. An option that has none is refused, as its user expects one.

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::error::{Error, Result};

/// Options of some commands that have an effect only beside others.
struct Rule {
    commands: &'static [&'static str],
    /// The names of the options.
    options: &'static [&'static str],
    has_effect: fn(&Given<'_>) -> bool,
    /// When they have one.
    when: &'static str,
}

/// All rules. `--no-mmap` is none of them: it says how files are read, and standard input is never mapped.
const RULES: &[Rule] = &[
    Rule {
        commands: &[
            "solve", "count", "check", "canon", "augment", "dedupe", "minimize", "rate", "sample", "split",
        ],
        options: &["column"],
        has_effect: |given| !given.is("from", &["grid", "pencilmark"]),
        when: "only a table and lines have columns",
    },
    Rule {
        commands: &[
            "solve", "count", "check", "canon", "augment", "dedupe", "generate", "minimize", "rate",
            "sample", "split", "bench",
        ],
        options: &["progress"],
        has_effect: |given| !given.is("quiet", &["true"]) || given.is("progress", &["never", "counters"]),
        when: "--quiet shows none",
    },
    Rule {
        commands: &["solve", "count", "minimize"],
        options: &["isa"],
        has_effect: |given| given.is("engine", &["lanes"]),
        when: "only the engine lanes has instruction sets",
    },
    Rule {
        commands: &["check"],
        options: &["isa"],
        has_effect: |given| {
            given.is("engine", &["lanes"]) || given.is("by", &["puzzle", "solution"]) || given.has("html")
        },
        when: "only the engine lanes, canonical forms and levels have instruction sets",
    },
    Rule {
        commands: &["canon"],
        options: &["engine", "budget"],
        has_effect: |given| given.is("form", &["solution"]),
        when: "only --form solution solves puzzles",
    },
    Rule {
        commands: &["dedupe"],
        options: &["engine", "budget"],
        has_effect: |given| given.is("by", &["solution"]),
        when: "only --by solution solves puzzles",
    },
    Rule {
        commands: &["dedupe"],
        options: &["isa"],
        has_effect: |given| given.is("by", &["puzzle", "solution"]),
        when: "only --by puzzle and --by solution make canonical forms",
    },
    Rule {
        commands: &["split"],
        options: &["engine", "budget"],
        has_effect: |given| given.is("by", &["solution"]) || given.is("stratify", &["guesses"]),
        when: "only --by solution and --stratify guesses solve puzzles",
    },
    Rule {
        commands: &["split"],
        options: &["isa"],
        has_effect: |given| given.is("by", &["puzzle", "solution"]) || given.is("stratify", &["guesses"]),
        when: "only --by puzzle, --by solution and --stratify guesses have instruction sets",
    },
    Rule {
        commands: &["sample"],
        options: &["engine", "isa", "budget"],
        has_effect: |given| given.is("stratify", &["level", "guesses"]),
        when: "only --stratify level and --stratify guesses solve puzzles",
    },
    Rule {
        commands: &["bench"],
        options: &[
            "summary",
            "html",
            "compare",
            "fail-below",
            "end-to-end",
            "external",
            "engine",
            "mode",
            "threads",
            "budget",
        ],
        has_effect: |given| given.is("task", &["solve"]),
        when: "only --task solve has more than a table of one thread",
    },
    Rule {
        commands: &["bench"],
        options: &["isa"],
        has_effect: |given| {
            !given.is("task", &["solve"]) || !given.has("engine") || given.is("engine", &["lanes"])
        },
        when: "only the engine lanes has instruction sets",
    },
    Rule {
        commands: &["bench"],
        options: &["records"],
        has_effect: |given| given.has("end-to-end"),
        when: "only --end-to-end makes such a file",
    },
    Rule {
        commands: &["bench"],
        options: &["time-limit"],
        has_effect: |given| given.has("external"),
        when: "only the programs of --external have a limit",
    },
    Rule {
        commands: &["bench"],
        options: &["puzzles"],
        has_effect: |given| given.has("set") || !given.has_files(),
        when: "files have the puzzles that they have",
    },
    Rule {
        commands: &["generate"],
        options: &["engine"],
        has_effect: |given| !given.has("grids"),
        when: "--grids solves nothing",
    },
    Rule {
        commands: &["generate"],
        options: &["isa"],
        has_effect: |given| !given.has("grids") && given.is("engine", &["lanes"]),
        when: "--grids solves nothing, and only the engine lanes has instruction sets",
    },
    Rule {
        commands: &["rate"],
        options: &["depth-limit"],
        has_effect: |given| given.rates("depth"),
        when: "the rating depth is neither written nor needed",
    },
    Rule {
        commands: &["rate"],
        options: &["backdoor-limit"],
        has_effect: |given| given.rates("backdoor"),
        when: "the rating backdoor is neither written nor needed",
    },
    Rule {
        commands: &["rate"],
        options: &["drawings", "seed"],
        has_effect: |given| given.rates("guesses"),
        when: "the rating guesses is neither written nor needed",
    },
];

/// The options of a command, as they are given.
struct Given<'a> {
    command: &'a clap::Command,
    matches: &'a ArgMatches,
}

/// Refuses the options of `command` that are given on the command line and have no effect there. A value from the
/// environment is for all commands, and may have no effect on one.
///
/// # Errors
/// With the first such option.
pub fn check(command: &clap::Command, matches: &ArgMatches) -> Result<()> {
    let given = Given { command, matches };
    for rule in RULES.iter().filter(|rule| rule.commands.contains(&command.get_name())) {
        for option in rule.options {
            if given.has(option) && !(rule.has_effect)(&given) {
                let (command, when) = (command.get_name(), rule.when);
                return Err(Error::refused(format!("--{option} has no effect on this {command}: {when}")));
            }
        }
    }
    Ok(())
}

impl Given<'_> {
    /// Is the option on the command line?
    fn has(&self, option: &str) -> bool {
        self.id(option).is_some_and(|id| self.matches.value_source(id) == Some(ValueSource::CommandLine))
    }

    /// Is one of the values of the option, or its default, one of `values`?
    fn is(&self, option: &str, values: &[&str]) -> bool {
        let given = self.id(option).and_then(|id| self.matches.get_raw(id));
        given.is_some_and(|mut given| given.any(|value| values.iter().any(|name| *name == value)))
    }

    /// Are there files to read?
    fn has_files(&self) -> bool {
        self.matches.try_contains_id("files").unwrap_or(false)
    }

    /// Does `rate` find out this rating? Without --only, it finds out all.
    fn rates(&self, rating: &str) -> bool {
        let names = |option: &str| {
            let given = self.id(option).and_then(|id| self.matches.get_raw(id)).into_iter().flatten();
            given.into_iter().any(|value| value.to_string_lossy().trim_start().starts_with(rating))
        };
        !self.has("only") || ["only", "where", "balance"].into_iter().any(names)
    }

    /// The name that clap has for an option.
    fn id(&self, option: &str) -> Option<&str> {
        let mut options = self.command.get_arguments();
        options.find(|arg| arg.get_long() == Some(option)).map(|arg| arg.get_id().as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Args;
    use clap::CommandFactory;

    /// The options that have an effect on every run of their commands, or that clap refuses beside others.
    const ALWAYS: &[&str] = &[
        "all",
        "against",
        "answer-column",
        "answers",
        "balance",
        "by",
        "chunk-size",
        "classes",
        "clues",
        "compare",
        "copies",
        "count",
        "drop-bad",
        "external",
        "findings",
        "fingerprint-memory",
        "form",
        "format",
        "from",
        "grids",
        "html",
        "include-original",
        "keep-columns",
        "limit",
        "map",
        "minimal",
        "no-mmap",
        "only",
        "output",
        "part",
        "quiet",
        "shard",
        "steps",
        "stratify",
        "summary",
        "table",
        "threads",
        "unbiased",
        "unique",
        "where",
    ];

    /// Options that always have an effect on these commands, though they have a rule for another.
    const ALWAYS_OF: &[(&str, &[&str])] = &[
        ("solve", &["engine", "budget"]),
        ("count", &["engine", "budget"]),
        ("check", &["engine", "budget"]),
        ("canon", &["isa"]),
        ("augment", &["seed"]),
        ("generate", &["seed"]),
        ("minimize", &["engine", "budget", "seed"]),
        ("rate", &["engine", "budget", "isa"]),
        ("sample", &["seed"]),
        ("bench", &["set", "runs", "time", "seed", "task"]),
        ("split", &["seed"]),
    ];

    fn checked(line: &str) -> Result<()> {
        let words = std::iter::once("bulkdoku").chain(line.split_whitespace());
        let mut command = Args::command();
        let matches =
            command.try_get_matches_from_mut(words).unwrap_or_else(|error| panic!("{line}: {error}"));
        let (name, matches) = matches.subcommand().unwrap();
        check(command.find_subcommand(name).unwrap(), matches)
    }

    #[test]
    fn every_option_of_every_command_always_has_an_effect_or_has_a_rule() {
        let mut command = Args::command();
        command.build();
        for command in command.get_subcommands() {
            let name = command.get_name();
            let has_rule = |option: &str| {
                RULES.iter().any(|rule| rule.commands.contains(&name) && rule.options.contains(&option))
            };
            let is_always = |option: &str| {
                ALWAYS.contains(&option)
                    || ALWAYS_OF.iter().any(|(of, options)| *of == name && options.contains(&option))
            };
            for option in command.get_arguments().filter_map(|arg| arg.get_long()) {
                if !["help", "version"].contains(&option) {
                    assert!(has_rule(option) || is_always(option), "{name} --{option}");
                }
            }
        }
    }

    #[test]
    fn every_rule_is_about_options_that_exist() {
        let command = Args::command();
        for rule in RULES {
            for name in rule.commands {
                let command = command.find_subcommand(name).expect(name);
                for option in rule.options {
                    assert!(
                        command.get_arguments().any(|arg| arg.get_long() == Some(option)),
                        "{name} --{option}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_has_no_effect_is_refused() {
        let refused = [
            "solve --from grid --column 2",
            "dedupe --from pencilmark --column puzzle",
            "count -q --progress plain",
            "solve --engine scalar --isa portable",
            "check --engine scalar --isa portable --by clues,text",
            "canon --engine scalar",
            "canon --form minlex --budget 5",
            "dedupe --engine scalar",
            "dedupe --by text --engine lanes",
            "dedupe --by clues --isa portable",
            "split --part a=rest --engine scalar",
            "split --part a=rest --by text --stratify clues --isa portable",
            "sample --count 1 --engine scalar",
            "sample --count 1 --stratify clues --budget 5",
            "sample --count 1 --isa portable",
            "generate --count 1 --grids --engine scalar",
            "generate --count 1 --grids --isa portable",
            "generate --count 1 --engine scalar --isa portable",
            "bench --task canon --summary a",
            "bench --task canon --mode first",
            "bench --task rate --engine lanes",
            "bench --engine scalar --isa portable",
            "bench --records 5",
            "bench --time-limit 5s --end-to-end",
            "bench a --puzzles 5",
            "rate --only level --depth-limit 3",
            "rate --only level,depth --backdoor-limit 1",
            "rate --only level --drawings 3",
            "rate --only se --seed 2",
        ];
        for line in refused {
            let error = checked(line).expect_err(line).to_string();
            assert!(error.contains(" has no effect on this "), "{line}: {error}");
        }
    }

    #[test]
    fn what_has_an_effect_is_taken() {
        for line in [
            "solve --column 2",
            "solve --from line --column 2",
            "solve -q --progress never",
            "check --engine scalar --isa portable --by clues,puzzle",
            "check --engine scalar --isa portable --html a",
            "canon --form solution --engine scalar --budget 5",
            "canon --isa portable",
            "dedupe --by solution --engine scalar --budget 5 --isa portable",
            "split --part a=rest --stratify guesses --engine scalar",
            "sample --count 1 --stratify level --engine scalar --isa portable",
            "generate --count 1 --isa portable",
            "bench --task rate --isa portable --set easy --puzzles 5 a",
            "bench --puzzles 5 --isa portable --summary a",
            "bench --records 5 --end-to-end --time-limit 5s --external cat",
            "rate --depth-limit 3 --seed 2",
            "rate --only level --where depth<=3 --depth-limit 3",
            "rate --only level --balance backdoor=3 --backdoor-limit 1",
            "rate --only level --where guesses_deviation<1 --drawings 3",
        ] {
            checked(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }
}
