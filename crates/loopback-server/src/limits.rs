//! The figures that keep the server bounded, in one place.

use std::time::Duration;

use crate::mcp::WaitLimits;

/// How much of everything the HTTP side allows. The defaults are the product's; tests choose smaller ones.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Connections at one time. The next one is refused at once.
    pub connections: usize,
    /// How many of [`connections`](Self::connections) only someone with the person's token can hold for longer than
    /// [`window_place`](Self::window_place): so the window finds a place when everything else is taken.
    pub window_places: usize,
    /// How long a connection may sit in a window's place without having shown the person's token.
    pub window_place: Duration,
    /// How long a connection may go on without having shown any credential.
    pub stranger: Duration,
    /// How long the head of a request may take to arrive.
    pub head: Duration,
    /// How long the body of a request may take to arrive.
    pub body: Duration,
    /// How long an upload may take to arrive.
    pub upload: Duration,
    /// How often an event socket is pinged; one that was silent for two such spans is closed.
    pub ping: Duration,
    /// How long one frame to an event socket may take to be taken.
    pub send: Duration,
    /// Bytes of rendered HTML that are kept for the next time.
    pub rendered_bytes: usize,
    /// How long the agents' calls wait.
    pub wait: WaitLimits,
    /// How long open connections have, at the end, to finish what they are doing.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // 2,000 in all; 200 more places belong to the bridge's socket.
            connections: 1_800,
            window_places: 100,
            window_place: Duration::from_secs(2),
            stranger: Duration::from_secs(10),
            head: Duration::from_secs(10),
            body: Duration::from_secs(30),
            upload: Duration::from_mins(2),
            ping: Duration::from_secs(20),
            send: Duration::from_secs(30),
            rendered_bytes: 32 << 20,
            wait: WaitLimits::default(),
            farewell: Duration::from_secs(2),
        }
    }
}
