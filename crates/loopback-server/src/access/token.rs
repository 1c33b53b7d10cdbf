//! Secrets and how they are compared. Owns the making of tokens and the only comparison of them.

use std::fmt;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A secret that was just made. It is shown to its holder once; the server keeps its [`TokenHash`] alone.
pub(crate) struct Token(String);

impl Token {
    /// A new secret of 256 random bits, in characters that are at home in headers, addresses and subprotocols.
    pub(crate) fn random() -> Self {
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }

    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A name for something that holds a secret: 128 random bits, safe to list and to log.
pub(crate) fn random_id() -> String {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The SHA-256 of a secret. Comparing two takes the same time whatever they hold.
#[derive(Clone, Copy)]
pub(crate) struct TokenHash([u8; 32]);

impl TokenHash {
    pub(crate) fn of(secret: &str) -> Self {
        Self(Sha256::digest(secret.as_bytes()).into())
    }

    pub(crate) fn matches(self, other: Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_tokens_are_never_the_same_and_hold_256_bits() {
        let (one, other) = (Token::random(), Token::random());
        assert_eq!(one.as_str().len(), 43);
        assert!(!one.hash().matches(other.hash()));
        assert!(one.hash().matches(TokenHash::of(one.as_str())));
    }

    #[test]
    fn a_token_does_not_show_itself_in_debug_output() {
        let token = Token::random();
        assert!(!format!("{token:?}").contains(token.as_str()));
    }
}
