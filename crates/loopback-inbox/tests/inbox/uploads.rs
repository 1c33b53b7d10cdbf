//! Pictures: tickets, what is stored, and what is swept.

use std::fs;
use std::time::Duration;

use bytes::Bytes;
use image::ImageFormat;
use loopback_contract::{Block, FollowUpInput, ImageBlock, ImageType, ReviewInput, UploadRequest};
use loopback_inbox::IssuedTicket;
use loopback_rules::{AnswerInput, AskInput, RefusalKind};

use crate::support::{Inbox, caller, follow_up, noon, question, refusal, withdrawal};

const PNG: UploadRequest = UploadRequest {
    content_type: ImageType::Png,
};

const USED: (RefusalKind, &str) = (RefusalKind::Gone, "ticket.used");
const EXPIRED: (RefusalKind, &str) = (RefusalKind::Gone, "ticket.expired");
const UNKNOWN: (RefusalKind, &str) = (RefusalKind::Unknown, "ticket.unknown");

fn picture(format: ImageFormat) -> Bytes {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_fn(8, 6, |x, y| image::Rgb([x, y, 99].map(shade)))
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner().into()
}

fn shade(of: u32) -> u8 {
    u8::try_from(of % 8 * 30).unwrap()
}

impl Inbox {
    async fn ticket(&self) -> IssuedTicket {
        self.hub.request_upload(PNG).await.unwrap()
    }

    async fn uploaded(&self) -> String {
        let ticket = self.ticket().await;
        let stored = self
            .hub
            .store_upload(&ticket.token, "image/png", picture(ImageFormat::Png));
        stored.await.unwrap().upload_id
    }

    fn file_names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.dir().join("files")).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

fn showing(upload: &str) -> Block {
    Block::Image(ImageBlock {
        upload_id: upload.to_owned(),
        caption: None,
    })
}

fn review_showing(upload: &str) -> AskInput {
    AskInput::Review(ReviewInput {
        title: "Look".to_owned(),
        content: vec![showing(upload)],
        summary: None,
        revises: None,
        project: "engine".to_owned(),
    })
}

#[tokio::test]
async fn a_picture_of_each_type_is_stored_and_served_byte_for_byte() {
    let inbox = Inbox::new();
    for (content_type, format) in [
        (ImageType::Png, ImageFormat::Png),
        (ImageType::Jpeg, ImageFormat::Jpeg),
        (ImageType::Webp, ImageFormat::WebP),
        (ImageType::Gif, ImageFormat::Gif),
    ] {
        let ticket = inbox
            .hub
            .request_upload(UploadRequest { content_type })
            .await
            .unwrap();
        assert_eq!(ticket.max_bytes, 10_485_760);
        assert_eq!(
            inbox
                .hub
                .upload_ticket(&ticket.token)
                .await
                .unwrap()
                .content_type,
            content_type
        );
        let bytes = picture(format);
        let receipt = inbox
            .hub
            .store_upload(&ticket.token, content_type.as_str(), bytes.clone())
            .await
            .unwrap();
        assert_eq!(receipt.upload_id, ticket.upload_id);
        assert_eq!(receipt.content_type, content_type);
        assert_eq!(usize::try_from(receipt.size).unwrap(), bytes.len());
        let file = inbox.hub.file(&receipt.upload_id).await.unwrap();
        assert_eq!((file.content_type, file.bytes), (content_type, bytes));
    }
}

#[tokio::test]
async fn a_ticket_works_once_and_is_told_as_used_for_a_day() {
    let inbox = Inbox::new();
    let ticket = inbox.ticket().await;
    let store = || {
        inbox
            .hub
            .store_upload(&ticket.token, "image/png", picture(ImageFormat::Png))
    };
    store().await.unwrap();
    assert_eq!(refusal(store().await), USED);
    assert_eq!(refusal(inbox.hub.upload_ticket(&ticket.token).await), USED);
    inbox
        .clock
        .advance(Duration::from_hours(24) - Duration::from_secs(1));
    assert_eq!(refusal(store().await), USED);
    inbox.clock.advance(Duration::from_secs(2));
    assert_eq!(refusal(store().await), UNKNOWN);
}

#[tokio::test]
async fn a_ticket_works_for_fifteen_minutes_and_is_told_as_expired_for_a_day() {
    let inbox = Inbox::new();
    let ticket = inbox.ticket().await;
    let life = ticket.expires_at.ms_since(noon());
    assert!(
        (900_000..901_000).contains(&life),
        "fifteen minutes from when it was issued"
    );
    let store = || {
        inbox
            .hub
            .store_upload(&ticket.token, "image/png", picture(ImageFormat::Png))
    };
    inbox.clock.set(ticket.expires_at.plus_ms(-1));
    inbox.hub.upload_ticket(&ticket.token).await.unwrap();
    inbox.clock.set(ticket.expires_at);
    assert_eq!(refusal(store().await), EXPIRED);
    inbox
        .clock
        .advance(Duration::from_hours(24) - Duration::from_millis(1));
    assert_eq!(refusal(store().await), EXPIRED);
    inbox.clock.advance(Duration::from_millis(1));
    assert_eq!(refusal(store().await), UNKNOWN);
    assert_eq!(refusal(inbox.hub.upload_ticket("0123").await), UNKNOWN);
    assert!(inbox.file_names().is_empty());
}

#[tokio::test]
async fn a_ticket_survives_a_restart() {
    let inbox = Inbox::new();
    let ticket = inbox.ticket().await;
    inbox.hub.stop().await;
    let inbox = inbox.restarted().await;
    inbox.clock.set(noon().plus_ms(60_000));
    let stored = inbox
        .hub
        .store_upload(&ticket.token, "image/png", picture(ImageFormat::Png));
    stored.await.unwrap();
}

#[tokio::test]
async fn a_refused_upload_does_not_use_up_its_ticket() {
    let inbox = Inbox::new();
    let ticket = inbox.ticket().await;
    let png = picture(ImageFormat::Png);
    let too_large = Bytes::from(vec![0; 10_485_761]);
    let wrong_type = (RefusalKind::Unfit, "upload.wrong_type");
    for (content_type, bytes, expected) in [
        (
            "image/png",
            too_large,
            (RefusalKind::TooLarge, "upload.too_large"),
        ),
        ("image/jpeg", png.clone(), wrong_type),
        ("text/html", png.clone(), wrong_type),
        ("", png.clone(), wrong_type),
        ("image/png", picture(ImageFormat::Jpeg), wrong_type),
        ("image/png", Bytes::new(), wrong_type),
        (
            "image/png",
            Bytes::from_static(b"<svg onload=alert(1)>"),
            wrong_type,
        ),
        (
            "image/png",
            png.slice(..png.len() - 1),
            (RefusalKind::Unfit, "upload.not_an_image"),
        ),
    ] {
        let stored = inbox
            .hub
            .store_upload(&ticket.token, content_type, bytes)
            .await;
        assert_eq!(refusal(stored), expected, "{content_type}");
    }
    assert!(inbox.file_names().is_empty());
    let stored = inbox
        .hub
        .store_upload(&ticket.token, "IMAGE/PNG; charset=x", png);
    stored.await.unwrap();
}

#[tokio::test]
async fn of_many_uploads_by_one_ticket_at_once_one_is_taken_and_is_what_is_served() {
    let inbox = Inbox::new();
    let ticket = inbox.ticket().await;
    let mut uploads = tokio::task::JoinSet::new();
    for n in 0..10_u8 {
        let (hub, token) = (inbox.hub.clone(), ticket.token.clone());
        uploads.spawn(async move {
            let mut bytes = std::io::Cursor::new(Vec::new());
            image::GrayImage::from_pixel(2, 2, image::Luma([n]))
                .write_to(&mut bytes, ImageFormat::Png)
                .unwrap();
            let bytes = Bytes::from(bytes.into_inner());
            (
                bytes.clone(),
                hub.store_upload(&token, "image/png", bytes).await,
            )
        });
    }
    let mut taken = Vec::new();
    while let Some(upload) = uploads.join_next().await {
        match upload.unwrap() {
            (bytes, Ok(_)) => taken.push(bytes),
            (_, refused) => assert_eq!(refusal(refused), USED),
        }
    }
    assert_eq!(
        taken,
        [inbox.hub.file(&ticket.upload_id).await.unwrap().bytes]
    );
}

#[tokio::test]
async fn thirty_two_tickets_may_be_open_and_a_used_or_expired_one_makes_room() {
    let inbox = Inbox::new();
    let mut tickets = Vec::new();
    for _ in 0..32 {
        tickets.push(inbox.ticket().await);
    }
    let too_many = (RefusalKind::Conflict, "ticket.too_many");
    assert_eq!(refusal(inbox.hub.request_upload(PNG).await), too_many);
    let png = picture(ImageFormat::Png);
    inbox
        .hub
        .store_upload(&tickets[0].token, "image/png", png)
        .await
        .unwrap();
    inbox.ticket().await;
    assert_eq!(refusal(inbox.hub.request_upload(PNG).await), too_many);
    inbox.clock.advance(Duration::from_mins(16));
    for _ in 0..32 {
        inbox.ticket().await;
    }
}

#[tokio::test]
async fn tokens_are_not_in_the_database() {
    let inbox = Inbox::new();
    let ticket = inbox.ticket().await;
    inbox.hub.stop().await;
    let database = fs::read(inbox.dir().join("inbox.db")).unwrap();
    let found = |text: &str| {
        database
            .windows(text.len())
            .any(|window| window == text.as_bytes())
    };
    assert!(found(&ticket.upload_id));
    assert!(!found(&ticket.token));
}

#[tokio::test]
async fn an_ask_may_show_a_stored_picture_and_no_other() {
    let inbox = Inbox::new();
    let ticket = inbox.ticket().await;
    let not_stored = inbox
        .hub
        .open(&caller("s1"), None, review_showing(&ticket.upload_id))
        .await;
    assert_eq!(refusal(not_stored), (RefusalKind::Unfit, "upload.unknown"));
    let upload = inbox.uploaded().await;
    inbox.opened(review_showing(&upload)).await;
    let unknown = inbox.hub.file("../inbox.db").await;
    assert_eq!(refusal(unknown), (RefusalKind::Unknown, "file.unknown"));
}

#[tokio::test]
async fn a_picture_nothing_names_is_deleted_after_a_day_and_a_named_one_stays() {
    let inbox = Inbox::new();
    let orphan = inbox.uploaded().await;
    let shown = inbox.uploaded().await;
    let answer = inbox.uploaded().await;
    let withdrawn = inbox.uploaded().await;
    inbox.opened(review_showing(&shown)).await;
    let id = inbox.opened(question("Deploy?")).await;
    inbox.reply(&id, follow_up("Show me.")).await;
    let input = AnswerInput::FollowUp(FollowUpInput {
        ask_id: id,
        answer: "Here.".to_owned(),
        content: Some(vec![showing(&answer)]),
    });
    inbox.hub.answer(&caller("s1"), None, input).await.unwrap();
    // History keeps its pictures too.
    let gone = inbox.opened(review_showing(&withdrawn)).await;
    inbox
        .hub
        .withdraw(&caller("s1"), withdrawal(&gone))
        .await
        .unwrap();

    let kept = |inbox: &Inbox, orphan: &[String]| {
        let mut names = vec![shown.clone(), answer.clone(), withdrawn.clone()];
        names.extend_from_slice(orphan);
        names.sort();
        assert_eq!(inbox.file_names(), names);
    };
    let inbox = inbox
        .restarted_after(Duration::from_hours(24) - Duration::from_secs(1))
        .await;
    kept(&inbox, std::slice::from_ref(&orphan));
    let inbox = inbox
        .restarted_after(Duration::from_hours(24) + Duration::from_secs(1))
        .await;
    kept(&inbox, &[]);
    let deleted = inbox.hub.file(&orphan).await;
    assert_eq!(refusal(deleted), (RefusalKind::Unknown, "file.unknown"));
    inbox.hub.file(&shown).await.unwrap();
}

#[tokio::test]
async fn what_a_killed_upload_left_is_swept_and_its_ticket_still_works() {
    let inbox = Inbox::new();
    let (half, unrecorded) = (inbox.ticket().await, inbox.ticket().await);
    let whole = inbox.uploaded().await;
    inbox.hub.stop().await;
    // Killed while it wrote, and killed after it had moved the file into its place.
    let files = inbox.dir().join("files");
    for (name, bytes) in [
        (format!("{}.part", half.upload_id), &b"\x89PNG"[..]),
        (unrecorded.upload_id.clone(), &picture(ImageFormat::Png)[..]),
    ] {
        use std::os::unix::fs::OpenOptionsExt as _;
        let mut options = fs::OpenOptions::new();
        let mut file = options
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(files.join(name))
            .unwrap();
        std::io::Write::write_all(&mut file, bytes).unwrap();
    }
    let inbox = inbox.restarted().await;
    assert_eq!(inbox.file_names(), [whole]);
    inbox.clock.set(noon().plus_ms(60_000));
    for ticket in [half, unrecorded] {
        let stored = inbox
            .hub
            .store_upload(&ticket.token, "image/png", picture(ImageFormat::Png));
        stored.await.unwrap();
    }
}
