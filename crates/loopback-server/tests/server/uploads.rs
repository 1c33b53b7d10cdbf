//! Images: in by ticket, out to the person.

use std::{io::Cursor, time::Duration};

use image::{DynamicImage, ImageFormat};
use loopback_contract::{ImageType, UploadRequest};
use loopback_inbox::{Clock, IssuedTicket};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::support::{Answer, Server, path, question, send};

fn png() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(3, 2)
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

async fn ticket(server: &Server) -> (IssuedTicket, String) {
    let ticket = server
        .hub()
        .request_upload(UploadRequest {
            content_type: ImageType::Png,
        })
        .await
        .unwrap();
    let path = format!("/api/v1/uploads/local/{}", ticket.token);
    (ticket, path)
}

#[tokio::test]
async fn an_image_goes_in_by_its_ticket_and_out_to_the_person_byte_for_byte() {
    let server = Server::start().await;
    let (ticket, path) = ticket(&server).await;
    let stored = server
        .stranger("PUT", &path)
        .header("content-type", "image/png")
        .bytes(png())
        .send()
        .await;
    assert_eq!(stored.status, 201);
    assert_eq!(stored.json()["uploadId"], ticket.upload_id.as_str());
    assert_eq!(stored.json()["size"], png().len());
    let file = server
        .get(&format!("/api/v1/files/{}", ticket.upload_id))
        .await;
    assert_eq!(file.body, png());
    assert_eq!(file.header("content-type"), Some("image/png"));
    assert!(
        file.header("content-security-policy")
            .unwrap()
            .starts_with("default-src 'none'; sandbox")
    );
}

#[tokio::test]
async fn a_ticket_works_once_and_a_refused_upload_does_not_use_it_up() {
    let server = Server::start().await;
    let (_, path) = ticket(&server).await;
    let put = |kind: &str, bytes: Vec<u8>| {
        server
            .stranger("PUT", &path)
            .header("content-type", kind)
            .bytes(bytes)
            .send()
    };
    assert_eq!(
        put("image/gif", png()).await.refusal(),
        "422 upload.wrong_type"
    );
    assert_eq!(put("image/png", b"no image".to_vec()).await.status, 422);
    assert_eq!(put("image/png", vec![0; (10 << 20) + 1]).await.status, 413);
    assert_eq!(
        server
            .stranger("PUT", &path)
            .bytes(png())
            .send()
            .await
            .refusal(),
        "422 body.content_type"
    );
    assert_eq!(put("image/png", png()).await.status, 201);
    assert_eq!(put("image/png", png()).await.refusal(), "410 ticket.used");
}

#[tokio::test]
async fn an_upload_of_undeclared_length_is_bounded_too() {
    let server = Server::start().await;
    let (_, path) = ticket(&server).await;
    let head = server
        .stranger("PUT", &path)
        .header("content-type", "image/png")
        .header("transfer-encoding", "chunked")
        .head();
    let large = vec![0; (10 << 20) + 1];
    let mut chunks = format!("{:x}\r\n", large.len()).into_bytes();
    chunks.extend_from_slice(&large);
    chunks.extend_from_slice(b"\r\n0\r\n\r\n");
    let answer = send(server.running().address(), head.as_bytes(), &chunks).await;
    assert_eq!(answer.status, 413);
}

#[tokio::test]
async fn an_unknown_ticket_space_or_file_is_404() {
    let server = Server::start().await;
    let (_, path) = ticket(&server).await;
    for path in [
        "/api/v1/uploads/local/made-up".to_owned(),
        path.replace("local", "other"),
    ] {
        let answer = server
            .stranger("PUT", &path)
            .header("content-type", "image/png")
            .bytes(png())
            .send()
            .await;
        assert_eq!(answer.refusal(), "404 ticket.unknown", "{path}");
    }
    assert_eq!(
        server.get("/api/v1/files/made-up").await.refusal(),
        "404 file.unknown"
    );
}

#[tokio::test]
async fn a_failure_of_ours_is_a_bare_500() {
    let server = Server::start().await;
    let (ticket, path) = ticket(&server).await;
    let put = server
        .stranger("PUT", &path)
        .header("content-type", "image/png");
    assert_eq!(put.bytes(png()).send().await.status, 201);
    std::fs::remove_dir_all(server.data_dir().join("files")).unwrap();
    let lost = server.person("GET", &format!("/api/v1/files/{}", ticket.upload_id));
    let answer = lost.send_unproven().await.unwrap();
    assert_eq!(answer.refusal(), "500 internal");
    crate::support::check_problem(&answer);
    assert!(!answer.text().contains("files"), "{}", answer.text());
}

#[tokio::test]
async fn a_client_that_asks_before_it_sends_is_told_to_go_on_or_refused() {
    let server = Server::start().await;
    let (_, path) = ticket(&server).await;
    let asking = |path: &str| {
        let put = server
            .stranger("PUT", path)
            .header("content-type", "image/png");
        put.header("expect", "100-continue")
            .header("content-length", png().len().to_string())
            .head()
    };
    let mut stream = TcpStream::connect(server.running().address())
        .await
        .unwrap();
    stream.write_all(asking(&path).as_bytes()).await.unwrap();
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).await.unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(&png()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 201 Created"));
    let refused = send(server.running().address(), asking(&path).as_bytes(), b"").await;
    assert_eq!(refused.refusal(), "410 ticket.used");
}

#[tokio::test]
async fn a_ticket_that_has_expired_is_gone_for_a_day_and_unknown_after_that() {
    let start = "2026-11-30T12:00:00Z".parse().unwrap();
    let (clock, hand) = Clock::manual(start);
    let server = Server::start_with(|config| config.clock = clock).await;
    let (_, path) = ticket(&server).await;
    let put = || {
        server
            .stranger("PUT", &path)
            .header("content-type", "image/png")
            .bytes(png())
            .send()
    };
    hand.advance(Duration::from_mins(16));
    assert_eq!(put().await.refusal(), "410 ticket.expired");
    hand.advance(Duration::from_hours(24));
    assert_eq!(put().await.refusal(), "404 ticket.unknown");
}

#[tokio::test]
async fn what_is_no_image_of_its_declared_type_is_refused() {
    let server = Server::start().await;
    let (_, path) = ticket(&server).await;
    let put = |kind: &str, bytes: &[u8]| {
        server
            .stranger("PUT", &path)
            .header("content-type", kind)
            .bytes(bytes)
            .send()
    };
    let mut cut_off = png();
    cut_off.truncate(40);
    assert_eq!(put("image/png", b"GIF89a").await.status, 422);
    assert_eq!(
        put("image/png", &cut_off).await.refusal(),
        "422 upload.not_an_image"
    );
    assert_eq!(
        put("text/html", &png()).await.refusal(),
        "422 upload.wrong_type"
    );
    assert_eq!(put("image/png", b"").await.status, 422);
}

async fn own(server: &Server, kind: &str, bytes: &[u8]) -> Answer {
    let post = server.person("POST", "/api/v1/files");
    post.header("content-type", kind).bytes(bytes).send().await
}

#[tokio::test]
async fn a_picture_of_the_persons_own_goes_with_their_reply() {
    let server = Server::start().await;
    let stored = own(&server, "Image/PNG", &png()).await;
    assert_eq!(stored.status, 201);
    let id = stored.json()["uploadId"].as_str().unwrap().to_owned();
    let file = server.get(&format!("/api/v1/files/{id}")).await;
    assert_eq!(file.header("content-type"), Some("image/png"));
    assert_eq!(file.body, png());
    let waiter = question(server.hub()).await;
    let reply = json!({ "outcome": "answered", "selected": [], "text": "So.", "images": [id] });
    let draft = json!({ "version": 0, "content": {
        "outcome": "answered", "text": "So.", "images": [id],
        "comments": [{ "place": "/prompt/context", "line": 1, "quote": "one", "text": "" }],
    } });
    let at = path(waiter.ask_id(), "/draft");
    let kept = server.person("PUT", &at).json(&draft).send().await.ok();
    assert_eq!(kept["content"], draft["content"]);
    let ask = server
        .post(&path(waiter.ask_id(), "/reply"), &reply)
        .await
        .ok();
    assert_eq!(ask["thread"][0]["reply"], reply);
    let waiter = question(server.hub()).await;
    let reply = json!({ "outcome": "answered", "selected": [], "text": "So.", "images": ["none"] });
    let refused = server.post(&path(waiter.ask_id(), "/reply"), &reply).await;
    assert_eq!(refused.refusal(), "422 upload.unknown");
    assert!(
        refused.message().contains("/images/0"),
        "{}",
        refused.message()
    );
}

#[tokio::test]
async fn a_picture_of_the_persons_own_must_be_one_and_not_too_large() {
    let server = Server::start().await;
    assert_eq!(
        own(&server, "text/html", &png()).await.refusal(),
        "422 upload.wrong_type"
    );
    assert_eq!(
        own(&server, "image/gif", &png()).await.refusal(),
        "422 upload.wrong_type"
    );
    assert_eq!(
        own(&server, "image/png", &png()[..40]).await.refusal(),
        "422 upload.not_an_image"
    );
    let none = server
        .person("POST", "/api/v1/files")
        .bytes(png())
        .send()
        .await;
    assert_eq!(none.refusal(), "422 body.content_type");
    let large = own(&server, "image/png", &vec![0; (10 << 20) + 1]).await;
    assert_eq!(large.status, 413);
    // Above the limit of other bodies, below its own: read, and no picture.
    let medium = own(&server, "image/png", &vec![0; 2 << 20]).await;
    assert_eq!(medium.status, 422);
}
