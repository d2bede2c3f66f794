//! Registers sqlite-vec with every connection that this process opens: the only unsafe call of the house.
#![allow(unsafe_code)]

use std::sync::Once;

use rusqlite::ffi;

type Entry = unsafe extern "C" fn(
    *mut ffi::sqlite3,
    *mut *mut std::os::raw::c_char,
    *const ffi::sqlite3_api_routines,
) -> std::os::raw::c_int;

/// Makes `vec0` tables known. Idempotent.
pub(crate) fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: `sqlite3_vec_init` has exactly the signature that SQLite documents for an extension's entry point; the
        // sqlite-vec crate only declares it without parameters. Both come from the same statically linked SQLite.
        unsafe {
            let entry = std::mem::transmute::<*const (), Entry>(sqlite_vec::sqlite3_vec_init as *const ());
            ffi::sqlite3_auto_extension(Some(entry));
        }
    });
}
