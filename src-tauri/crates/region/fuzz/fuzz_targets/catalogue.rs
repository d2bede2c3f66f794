//! A list of regions, as it comes from a server.
#![no_main]

use libfuzzer_sys::fuzz_target;
use region::catalogue::Catalogue;

fuzz_target!(|data: &[u8]| {
    let Ok(list) = Catalogue::read(data) else { return };
    for entry in &list.entries {
        assert!(!entry.id.is_empty() && entry.id.chars().all(|c| !c.is_control()));
        // Whoever walks up arrives.
        let mut above = entry.parent.as_deref();
        for _ in 0..=list.entries.len() {
            let Some(id) = above else { break };
            above = list.entry(id).expect("a parent is an entry").parent.as_deref();
        }
        assert!(above.is_none(), "a region is a part of itself");
        let slug = region::folder::slug(&entry.id);
        assert!(!slug.is_empty() && slug.chars().all(|c| c.is_alphanumeric() || c == '-'), "{slug}");
    }
});
