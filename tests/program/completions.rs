//! `bulkdoku completions` and `bulkdoku man`.

use crate::run::run;

#[test]
fn every_shell_has_a_completion_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]).ends_with(0).stdout;
        for word in ["bulkdoku", "solve", "keep-columns"] {
            assert!(script.contains(word), "{word} is missing in the script for {shell}");
        }
    }
    run(&["completions", "dos"]).ends_with(2).says("bash, elvish, fish, powershell, zsh");
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let page = run(&["man"]).ends_with(0).stdout;
    assert!(page.contains(".TH bulkdoku 1"), "{page}");
    for subcommand in ["solve", "count", "check", "generate", "bench", "completions", "man"] {
        assert!(page.contains(&format!("bulkdoku\\-{subcommand}(1)")), "{subcommand} is missing in\n{page}");
        let its_page = run(&["man", subcommand]).ends_with(0).stdout;
        assert!(its_page.contains(&format!(".TH bulkdoku-{subcommand} 1")), "{its_page}");
        assert!(its_page.contains(&format!("bulkdoku {subcommand}")), "{its_page}");
    }
    assert!(run(&["man", "solve"]).stdout.contains("\\fB\\-\\-unique\\fR"));
}

#[test]
fn options_about_the_run_are_completed_and_explained_only_where_they_have_an_effect() {
    let script = run(&["completions", "zsh"]).ends_with(0).stdout;
    let block = |command: &str| {
        let (_, block) = script.split_once(&format!("({command})\n_arguments")).expect("the command");
        block.split("&& ret=0").next().expect("its options").to_owned()
    };
    for command in ["solve", "check", "generate"] {
        assert!(block(command).contains("--summary="), "{}", block(command));
        assert!(run(&["man", command]).stdout.contains("\\-\\-progress"), "{command}");
    }
    for command in ["merge-summaries", "man"] {
        assert!(!block(command).contains("--summary="), "{}", block(command));
        assert!(!run(&["man", command]).stdout.contains("\\-\\-progress"), "{command}");
    }
    assert!(run(&["man"]).stdout.contains("\\-\\-progress"));
}

#[test]
fn a_manual_page_does_not_depend_on_the_machine() {
    let page = run(&["man"]).ends_with(0).stdout;
    assert!(!page.contains("available:"), "{page}");
}

#[test]
fn a_page_of_an_unknown_subcommand_is_refused_with_the_names() {
    run(&["man", "unsolve"]).ends_with(2).prints("").says_only("choose from solve, count, check");
}
