//! `--keep-columns`: answers appended to the columns of the table.

use crate::run::{PUZZLE, SOLUTION, run_with};

const KEEP: [&str; 4] = ["solve", "--format", "csv", "--keep-columns"];

#[test]
fn the_columns_are_copied_unchanged() {
    let text = format!("id,Puzzle,level\r\n7,{PUZZLE},\"easy, \"\"so\"\" to say\"\r\n 8 ,\"{PUZZLE}\",\n");
    let expected = format!(
        "id,Puzzle,level,solution,verdict,solutions,guesses\n\
         7,{PUZZLE},\"easy, \"\"so\"\" to say\",{SOLUTION},solved,1,0\n\
         8 ,\"{PUZZLE}\",,{SOLUTION},solved,1,0\n"
    );
    let expected = expected.replacen("8 ,", " 8 ,", 1);
    for size in ["1", "100", "100000"] {
        let args = [&KEEP[..], &["--chunk-size", size]].concat();
        run_with(&args, text.as_bytes()).ends_with(0).prints(&expected);
    }
}

#[test]
fn an_existing_column_name_is_not_used_again() {
    let text = format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n");
    run_with(&KEEP, text.as_bytes()).ends_with(0).prints(&format!(
        "puzzle,solution,bulkdoku_solution,verdict,solutions,guesses\n{PUZZLE},{SOLUTION},{SOLUTION},solved,1,0\n"
    ));
}

#[test]
fn malformed_records_keep_their_columns_and_every_column_keeps_its_position() {
    let quoted = "\"x\ny\",\"12\",\"z\"";
    let text = format!(
        "id\tpuzzle\tname\n1\t12\tx\n2\n\n# c\n3\t{PUZZLE}\tx\ty\tz\n{}\n",
        quoted.replace(',', "\t")
    );
    let expected = format!(
        "id\tpuzzle\tname\tsolution\tverdict\tsolutions\tguesses\n1\t12\tx\t\tmalformed\t0\t0\n\
         2\t\t\t\tmalformed\t0\t0\n3\t{PUZZLE}\tx\t{SOLUTION}\tsolved\t1\t0\ty\tz\n\
         {}\t\tmalformed\t0\t0\n",
        quoted.replace(',', "\t")
    );
    for size in ["1", "100", "100000"] {
        let args = [&KEEP[..], &["--chunk-size", size]].concat();
        run_with(&args, text.as_bytes()).ends_with(1).prints(&expected);
    }
    let plain = format!("puzzle,x\n{PUZZLE},1\n12,2\n");
    let expected = format!(
        "puzzle,x,solution,verdict,solutions,guesses\n{PUZZLE},1,{SOLUTION},solved,1,0\n12,2,,malformed,0,0\n"
    );
    run_with(&KEEP, plain.as_bytes()).ends_with(1).prints(&expected);
}

#[test]
fn a_table_without_a_header_stays_without_one() {
    let text = format!("# c\n1;{PUZZLE}\n2;{PUZZLE}\n");
    run_with(&KEEP, text.as_bytes())
        .ends_with(0)
        .prints(&format!("1;{PUZZLE};{SOLUTION};solved;1;0\n2;{PUZZLE};{SOLUTION};solved;1;0\n"));
}

#[test]
fn an_unclosed_quote_and_an_endless_record_spoil_only_themselves() {
    let open = format!("id,puzzle\n1,\"{PUZZLE}\n2,{PUZZLE}\n3,\"{PUZZLE}");
    run_with(&KEEP, open.as_bytes()).ends_with(1).prints(&format!(
        "id,puzzle,solution,verdict,solutions,guesses\n1,\"{PUZZLE}\",,malformed,0,0\n\
         2,{PUZZLE},{SOLUTION},solved,1,0\n3,\"{PUZZLE}\",,malformed,0,0\n"
    ));
    let endless = format!("id,puzzle\n1,{}\n2,{PUZZLE}\n", "x".repeat(3 << 20));
    run_with(&KEEP, endless.as_bytes()).ends_with(1).prints(&format!(
        "id,puzzle,solution,verdict,solutions,guesses\n,,,malformed,0,0\n2,{PUZZLE},{SOLUTION},solved,1,0\n"
    ));
}

#[test]
fn inputs_without_columns_are_refused() {
    let table = format!("id,puzzle\n1,{PUZZLE}\n");
    run_with(&["solve", "--keep-columns"], table.as_bytes()).ends_with(2).says_only("needs --format csv");
    for text in [format!("{PUZZLE}\n"), format!("ab12 {PUZZLE} 2.5\n")] {
        run_with(&KEEP, text.as_bytes()).ends_with(2).prints("").says_only("<stdin> was read as line; if");
    }
}

#[test]
fn a_header_longer_than_the_head_of_a_file_and_empty_last_names_are_kept() {
    let names: Vec<String> = (0..15_000).map(|index| format!("column{index}")).collect();
    let values = "1,".repeat(15_000);
    let text = format!("{},puzzle\n{values}{PUZZLE}\n{values}{PUZZLE}\n", names.join(","));
    let run = run_with(&["solve", "--format", "csv", "--keep-columns"], text.as_bytes()).ends_with(0);
    assert_eq!(run.stdout.lines().count(), 3);
    assert!(
        run.stdout.starts_with("column0,")
            && run.stdout.lines().all(|line| line.split(',').count() == 15_005)
    );
    let text = format!("puzzle\tnote\t\t\n{PUZZLE}\ta\tb\tc\n");
    let run = run_with(&["solve", "--format", "csv", "--keep-columns"], text.as_bytes()).ends_with(0);
    assert!(run.stdout.starts_with("puzzle\tnote\t\t\tsolution\t"), "{run}");
    assert!(run.stdout.lines().all(|line| line.split('\t').count() == 8), "{run}");
}
