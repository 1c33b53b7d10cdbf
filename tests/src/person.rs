//! The person at the inbox, through the public API.

use reqwest::{Client, Method, Response};
use serde_json::Value;

use crate::{PERSON_TOKEN, eventually};

/// A PNG of one pixel.
pub const PIXEL: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1f, 0x15, 0xc4,
    0x89, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0xf0,
    0x1f, 0x00, 0x05, 0x00, 0x01, 0xff, 0x89, 0x99, 0x3d, 0x1d, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45,
    0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

/// The person.
#[derive(Debug, Clone)]
pub struct Person {
    client: Client,
    api: String,
}

impl Person {
    pub(crate) fn new(base_url: &str) -> Self {
        Self {
            client: Client::new(),
            api: format!("{base_url}/api/v1"),
        }
    }

    /// Any request under the API's base.
    ///
    /// # Panics
    ///
    /// If no response comes.
    pub async fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Response {
        let url = format!("{}{path}", self.api);
        let request = self.client.request(method, url).bearer_auth(PERSON_TOKEN);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        request.send().await.expect("the server answers")
    }

    /// What a GET gives.
    ///
    /// # Panics
    ///
    /// If it is refused.
    pub async fn get(&self, path: &str) -> Value {
        let response = self.request(Method::GET, path, None).await;
        let status = response.status();
        let body = response.json().await.expect("the answer is JSON");
        assert!(status.is_success(), "{path}: {status} {body}");
        body
    }

    /// One ask as it is now.
    pub async fn ask(&self, id: &str) -> Value {
        self.get(&format!("/asks/{id}")).await
    }

    /// The open ask of a project, once there is one and some agent waits for it.
    pub async fn sees_ask_of(&self, project: &str) -> Value {
        eventually(
            &format!("an agent of {project} waits for a reply"),
            async || {
                let snapshot = self.get("/snapshot").await;
                let open = snapshot["open"].as_array().cloned().unwrap_or_default();
                open.into_iter().find(|ask| {
                    ask["project"] == project
                        && ask["waiting"] == true
                        && ask["status"] == "awaiting_human"
                })
            },
        )
        .await
    }

    /// Waits until an ask is as it should be.
    pub async fn sees(&self, id: &str, what: &str, as_it_should: impl Fn(&Value) -> bool) -> Value {
        eventually(what, async || {
            Some(self.ask(id).await).filter(&as_it_should)
        })
        .await
    }

    /// Replies to an ask.
    ///
    /// # Panics
    ///
    /// If the reply is refused.
    pub async fn replies(&self, id: &str, reply: &Value) {
        let path = format!("/asks/{id}/reply");
        let response = self.request(Method::POST, &path, Some(reply)).await;
        let status = response.status();
        let body = response.text().await.unwrap_or_default();
        assert!(status.is_success(), "{status} {body}");
    }

    /// Stores a PNG of the person's own. Returns its id.
    ///
    /// # Panics
    ///
    /// If it is refused.
    pub async fn stores_picture(&self, png: &'static [u8]) -> String {
        let post = self.client.post(format!("{}/files", self.api));
        let post = post.bearer_auth(PERSON_TOKEN);
        let response = post.header("content-type", "image/png").body(png).send();
        let response = response.await.expect("the server answers");
        assert_eq!(response.status(), 201);
        let receipt: Value = response.json().await.expect("the answer is JSON");
        receipt["uploadId"]
            .as_str()
            .expect("it has an id")
            .to_owned()
    }
}
