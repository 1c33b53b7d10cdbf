//! By which door a reply came in.

/// By which door a reply came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Door {
    /// The window of the desktop app.
    Window,
    /// A browser that came by a one-time link.
    Link,
    /// A program with the person's own token.
    File,
    /// A button of a notification.
    Notification,
}

impl Door {
    /// All of them.
    pub(crate) const ALL: &[Self] = &[Self::Window, Self::Link, Self::File, Self::Notification];

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Link => "link",
            Self::File => "file",
            Self::Notification => "notification",
        }
    }

    /// What a thread records: nothing where it could only have been the person's own hand.
    pub(crate) const fn recorded(self) -> Option<&'static str> {
        match self {
            Self::Window | Self::Notification => None,
            Self::Link | Self::File => Some(self.as_str()),
        }
    }

    /// Whether the reply came out of the box that the draft is of.
    pub(crate) const fn has_the_box(self) -> bool {
        match self {
            Self::Window | Self::Link => true,
            Self::File | Self::Notification => false,
        }
    }
}
