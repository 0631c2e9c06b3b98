use super::*;
use std::io::Write;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_dropped_or_abandoned_file_leaves_nothing_and_replaces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("answers");
    drop(TempFiles::default().create(target.clone(), None).unwrap());
    assert!(names(folder.path()).is_empty());
    let temp_files = TempFiles::default();
    let (file, replacement) = temp_files.create(target, None).unwrap();
    drop(temp_files.abandon());
    if cfg!(windows) {
        drop(file); // before Windows 10, and in Wine, the name disappears with the last handle
    }
    let refused = Replacement::replace(&[replacement]).unwrap_err();
    assert_eq!(refused.to_string(), "cannot write the output: operation interrupted");
    assert!(names(folder.path()).is_empty());
}

#[test]
fn an_output_that_is_finished_after_its_run_has_failed_is_an_error_and_replaces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["one", "two"].map(|name| folder.path().join(name));
    for temp_files in [TempFiles::default(), TempFiles::together()] {
        let create = |path: &PathBuf| temp_files.create(path.clone(), None).unwrap().1;
        let first = create(&paths[0]);
        temp_files.discard();
        let second = create(&paths[1]);
        let refused = Replacement::replace(&[second, first]).unwrap_err();
        assert_eq!(refused.to_string(), "cannot write the output: operation interrupted");
        temp_files.replace_all().unwrap();
        assert!(names(folder.path()).is_empty());
        Replacement::replace(&[create(&paths[0])]).unwrap();
        temp_files.replace_all().unwrap();
        assert_eq!(names(folder.path()), ["one"], "the next run is not affected");
        fs::remove_file(&paths[0]).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_has_no_name_before_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    if unnamed(folder.path()).is_none() {
        println!("skipped: this file system does not have files without a name");
        return;
    }
    let target = folder.path().join("answers");
    let (mut file, replacement) = TempFiles::default().create(target.clone(), None).unwrap();
    file.write_all(b"new").unwrap();
    assert!(names(folder.path()).is_empty());
    Replacement::replace(&[replacement]).unwrap();
    assert_eq!((fs::read(&target).unwrap(), names(folder.path())), (b"new".to_vec(), vec!["answers".into()]));
}

#[test]
fn a_named_file_is_removed_by_the_next_run_only_if_its_process_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("answers");
    let (first, name) = named(&target).unwrap();
    let other = named(&folder.path().join("other")).unwrap();
    let (_second, _name) = named(&target).unwrap();
    assert_eq!(names(folder.path()).len(), 3, "a living run keeps its file");
    let left = name.keep().unwrap();
    drop(first); // as if the process had been killed
    remove_abandoned(&target);
    assert!(!left.exists());
    assert!(other.1.exists(), "the file of a run to another target is kept");
}

#[cfg(target_os = "linux")]
#[test]
fn the_next_run_removes_the_file_of_a_run_killed_between_link_and_rename() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("answers");
    let Some(file) = unnamed(folder.path()) else {
        println!("skipped: this file system does not have files without a name");
        return;
    };
    give_name(&file, &target).unwrap().keep().unwrap();
    drop(TempFiles::default().create(target.clone(), None).unwrap());
    assert_eq!(names(folder.path()).len(), 1, "a living run keeps its file");
    drop(file); // as if the process had been killed
    drop(TempFiles::default().create(target, None).unwrap());
    assert!(names(folder.path()).is_empty());
}

#[test]
fn files_that_belong_together_are_replaced_together_or_the_error_names_those_that_are_new() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["one", "two", "three"].map(|name| folder.path().join(name));
    let temp_files = TempFiles::together();
    let finish = |path: &Path| {
        let (mut file, replacement) = temp_files.create(path.to_owned(), None).unwrap();
        file.write_all(b"new").unwrap();
        Replacement::replace(&[replacement]).unwrap();
    };
    paths.iter().for_each(|path| fs::write(path, "old").unwrap());
    paths.iter().for_each(|path| finish(path));
    assert!(paths.iter().all(|path| fs::read(path).unwrap() == b"old"));
    temp_files.replace_all().unwrap();
    assert!(paths.iter().all(|path| fs::read(path).unwrap() == b"new"));
    paths.iter().for_each(|path| finish(path));
    fs::remove_file(&paths[1]).unwrap();
    fs::create_dir(&paths[1]).unwrap(); // which no file can replace
    let error = temp_files.replace_all().unwrap_err();
    let Error::PartlyReplaced { new, failed, .. } = &error else { panic!("{error}") };
    assert_eq!((new.as_slice(), failed.as_str()), (&paths[..1], paths[1].to_str().unwrap()));
    assert_eq!(names(folder.path()).len(), 3, "a temporary file is left");
    assert!(temp_files.abandon().has_replaced());
}
