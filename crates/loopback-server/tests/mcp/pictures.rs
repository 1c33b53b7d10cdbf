//! Pictures in a reply, as the agent gets them: by id in the text, and as blocks a model can look at.

use std::io::Cursor;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{DynamicImage, GenericImageView as _, ImageFormat};
use serde_json::{Value, json};

use crate::support::{Agent, Server};
use crate::{LONG, limits, question};

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = DynamicImage::new_rgb8(width, height);
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn look(block: &Value) -> (Vec<u8>, DynamicImage) {
    assert_eq!(block["type"], "image", "{block}");
    assert_eq!(block["mimeType"], "image/png");
    let bytes = STANDARD.decode(block["data"].as_str().unwrap()).unwrap();
    let picture = image::load_from_memory(&bytes).unwrap();
    (bytes, picture)
}

#[tokio::test]
async fn pictures_come_as_blocks_after_the_text_that_names_them_no_larger_than_a_model_takes() {
    let server = Server::start(limits(LONG, LONG)).await;
    let small = server.upload(png(30, 20)).await;
    let large = server.upload(png(3136, 100)).await;
    let mut agent = Agent::connect(&server).await;
    agent
        .call("a", "ask_question", &question(), json!({}))
        .await;
    let id = server.until_open().await;
    let reply = json!({
        "outcome": "answered", "selected": [], "text": "Like these.", "images": [small, large],
    });
    server.reply(&id, reply.clone()).await;
    let result = agent.result("a").await;
    assert_eq!(result["structuredContent"]["reply"], reply);
    let content = result["content"].as_array().unwrap();
    assert_eq!(content.len(), 3);
    let text = content[0]["text"].as_str().unwrap();
    let named = format!("Pictures follow this text, in this order: {small}, {large}");
    assert!(text.contains(&named), "{text}");
    let (bytes, _) = look(&content[1]);
    assert_eq!(bytes, png(30, 20), "what is small enough stays as it is");
    let (_, picture) = look(&content[2]);
    assert_eq!(picture.dimensions(), (1568, 50));
}

#[tokio::test]
async fn a_picture_that_is_lost_is_named_in_words_and_the_reply_arrives() {
    let server = Server::start(limits(LONG, LONG)).await;
    let lost = server.upload(png(3, 2)).await;
    let mut agent = Agent::connect(&server).await;
    agent
        .call("a", "ask_question", &question(), json!({}))
        .await;
    let id = server.until_open().await;
    for file in std::fs::read_dir(server.data_dir().join("files")).unwrap() {
        std::fs::remove_file(file.unwrap().path()).unwrap();
    }
    let reply = json!({ "outcome": "answered", "selected": [], "text": "So.", "images": [lost] });
    server.reply(&id, reply).await;
    let result = agent.result("a").await;
    assert_eq!(
        result["content"][1]["text"],
        format!("The picture {lost} could not be included here.")
    );
}
