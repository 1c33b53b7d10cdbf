//! Which option of a union a message is.

/// A union of the contract: the property that tells its options apart, and the option of each value.
pub(crate) struct Union {
    pub(crate) name: &'static str,
    pub(crate) tag: &'static str,
    pub(crate) options: &'static [(&'static str, &'static str)],
}
