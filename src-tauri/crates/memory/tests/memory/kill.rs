use testkit::{
    deeds::{ROUND, deed, digest},
    store::TestStore,
};

use crate::healthy;

/// The deeds that are cut in the middle, a thousand times, by `cargo xtask eval kill-memory`: uncut they agree with
/// themselves, on a disk as in memory, and the file is whole after each.
#[test]
fn s3_27_s1_25_after_every_deed_rows_words_vectors_ties_and_log_agree() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, memory) = (TestStore::in_folder(folder.path()).unwrap(), crate::store());
    for n in 0..2 * ROUND {
        deed(&disk, n).unwrap();
        deed(&memory, n).unwrap();
        healthy(&disk);
        assert_eq!(digest(&disk).unwrap(), digest(&memory).unwrap(), "deed {n}");
    }
    assert!(digest(&disk).unwrap().len() > 2_000, "the deeds do something");
}
