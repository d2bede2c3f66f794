//! What the client of the web driver needs before it starts.

/// Settles which cryptography the client has, though it only ever speaks plainly to this computer: the product's
/// own fetcher leaves the choice open, and a client without one does not start. Once is enough, more do no harm.
pub fn speak_to_a_driver() {
    drop(rustls::crypto::ring::default_provider().install_default());
}
