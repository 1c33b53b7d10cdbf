//! What the black-box tests share: the real `loopback` program, the person at its API, and agents at
//! each of its doors. Nothing of the program's own code is used here, so the tests see what a user
//! sees.

mod agent;
mod agent_program;
mod http_agent;
mod model;
mod person;
mod program;
pub mod real;
mod wait;

pub use agent::Agent;
pub use agent_program::{AgentProgram, Patience};
pub use http_agent::{Exchange, HttpAgent};
pub use model::Model;
pub use person::{PIXEL, Person};
pub use program::{Home, Loopback, PERSON_TOKEN, loopback, program};
pub use wait::{PATIENCE, eventually};
