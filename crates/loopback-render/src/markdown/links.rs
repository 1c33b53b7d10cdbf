//! Where links may lead, and what is said about where they lead.
//!
//! Owns the judgement of addresses. Knows nothing of the writer's state.

use url::Url;

use crate::text::{push_attribute, push_data};

/// An address longer than this is no address anyone should follow.
const ADDRESS_AT_MOST: usize = 8_000;

/// An address that may be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    /// As the browser will take it: absolute, percent-encoded, the host in punycode.
    pub(crate) href: String,
    /// The host as people read it, or the mail address.
    pub(crate) place: String,
    /// The host in punycode, where that is another than `place`.
    pub(crate) punycode: Option<String>,
    /// The port, where it is not the scheme's own: on one host, every port may be another's.
    pub(crate) port: Option<u16>,
    /// Whether the address names a user before the host, which is made to deceive.
    pub(crate) names_user: bool,
}

impl Target {
    /// The address, if it is one of http, https or mailto.
    pub(crate) fn read(address: &str) -> Option<Self> {
        if address.len() > ADDRESS_AT_MOST {
            return None;
        }
        // To the URL standard a backslash is a slash, to markdown it is a sign like any other.
        let url = Url::parse(&address.trim().replace('\\', "%5C")).ok()?;
        match url.scheme() {
            "http" | "https" => {
                let host = url.host_str()?;
                let (unicode, _) = idna::domain_to_unicode(host);
                let place = if unicode == host || unicode.chars().any(char::is_control) {
                    host.to_owned()
                } else {
                    unicode
                };
                Some(Self {
                    punycode: (place != host).then(|| host.to_owned()),
                    place,
                    port: url.port(),
                    names_user: !url.username().is_empty() || url.password().is_some(),
                    href: url.into(),
                })
            }
            "mailto" => Some(Self {
                place: url.path().to_owned(),
                punycode: None,
                port: None,
                names_user: false,
                href: url.into(),
            }),
            _ => None,
        }
    }

    /// `пример.рф:8443 (xn--e1afmkfd.xn--p1ai:8443)`
    pub(crate) fn place_in_words(&self) -> String {
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        match &self.punycode {
            Some(punycode) => format!("{}{port} ({punycode}{port})", self.place),
            None => format!("{}{port}", self.place),
        }
    }

    /// The attributes of the link, with a blank before each; `title` is the author's, said after the place.
    pub(crate) fn attributes(&self, class: &str, title: &str) -> String {
        let mut attributes = format!(" class=\"{class}\" href=\"");
        push_data(&mut attributes, &self.href);
        attributes.push_str("\" target=\"_blank\" title=\"");
        push_attribute(&mut attributes, &self.place_in_words());
        if !title.trim().is_empty() {
            attributes.push_str(" · ");
            push_attribute(&mut attributes, title);
        }
        attributes.push_str("\" data-lb-host=\"");
        push_attribute(&mut attributes, &self.place_in_words());
        attributes.push('"');
        attributes
    }

    /// Whether the link's `text` reads as an address of another host, or the address is made to be misread.
    pub(crate) fn misleads(&self, text: &str) -> bool {
        if self.href.starts_with("mailto:") {
            let text = text.trim();
            let place = match text.get(..7) {
                Some(scheme) if scheme.eq_ignore_ascii_case("mailto:") => &text[7..],
                _ => text,
            };
            return place.contains('@') && place != self.place;
        }
        self.names_user
            || host_in_words(text).is_some_and(|host| {
                let own = self.punycode.as_deref().unwrap_or(&self.place);
                without_www(&host) != without_www(own)
            })
    }
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// The host that a link's text names, if it reads as an address.
fn host_in_words(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.len() > 2_000 || text.contains(char::is_whitespace) {
        return None;
    }
    let address = if text.contains("://") {
        text.to_owned()
    } else {
        let host = text.split(['/', '?', '#', ':']).next().unwrap_or(text);
        let ending = host.rsplit_once('.')?.1.to_ascii_lowercase();
        if !(text.starts_with("www.") || ENDINGS.contains(&ending.as_str())) {
            return None;
        }
        format!("https://{text}")
    };
    let url = Url::parse(&address).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.host_str().map(str::to_owned))?
}

/// Endings that make a word an address rather than a file (`README.md`, `main.rs`).
const ENDINGS: &[&str] = &[
    "com", "org", "net", "io", "dev", "edu", "gov", "app", "ai", "cloud", "info", "biz", "de",
    "fr", "uk", "eu", "us", "ca", "ch", "nl", "jp", "cn", "ru", "br", "in", "au",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_three_schemes_may_be_followed() {
        for good in [
            "http://a.example",
            "https://a.example/x?y#z",
            "mailto:a@b.example",
        ] {
            assert!(Target::read(good).is_some(), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " javascript:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "ftp://x.example",
            "//evil.example",
            "/x",
            "#x",
            "x.md",
            "https://",
            "http://[",
            "https:\\\\evil.example",
        ] {
            assert_eq!(Target::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn punycode_stands_beside_the_name() {
        let target = Target::read("https://пример.рф/").unwrap();
        assert_eq!(target.place_in_words(), "пример.рф (xn--e1afmkfd.xn--p1ai)");
        assert_eq!(target.href, "https://xn--e1afmkfd.xn--p1ai/");
    }

    #[test]
    fn a_text_that_names_another_host_misleads() {
        let target = Target::read("https://evil.example/").unwrap();
        for text in ["https://github.com/x", "github.com", "www.github.com/login"] {
            assert!(target.misleads(text), "{text}");
        }
        for text in [
            "evil.example",
            "https://www.evil.example/y",
            "README.md",
            "click here",
            "main.rs",
            "",
        ] {
            assert!(!target.misleads(text), "{text}");
        }
        assert!(
            Target::read("https://github.com@evil.example/")
                .unwrap()
                .misleads("x")
        );
    }
}
