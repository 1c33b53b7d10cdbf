//! Pictures: tickets, what is stored, and what is swept.

use std::fs;
use std::time::Duration;

use bytes::Bytes;
use image::ImageFormat;
use loopback_contract::{
    AskId, Block, DraftContent, DraftInput, FollowUp, FollowUpInput, ImageBlock, ImageType, Reply,
    ReviewInput, UploadRequest,
};
use loopback_inbox::{Door, IssuedTicket};
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
        read: None,
    })
}

fn review_showing(upload: &str) -> AskInput {
    AskInput::Review(ReviewInput {
        title: "Look".to_owned(),
        content: vec![showing(upload)],
        summary: None,
        revises: None,
        project: "engine".to_owned(),
        attach: None,
        wait: None,
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
        wait: None,
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

impl Inbox {
    /// A picture of the person's own.
    async fn pictured(&self) -> String {
        let png = picture(ImageFormat::Png);
        let stored = self.hub.store_picture(ImageType::Png, png).await;
        stored.unwrap().upload_id
    }

    async fn drafted(&self, id: &AskId, images: &[&String]) {
        let version = self.hub.draft(id).await.map_or(0, |draft| draft.version);
        let content = DraftContent {
            images: Some(images.iter().map(|&image| image.clone()).collect()),
            ..DraftContent::default()
        };
        let input = DraftInput { version, content };
        self.hub.put_draft(id, input).await.unwrap();
    }

    /// The names of the files an inbox has that is started so many hours after noon.
    async fn files_after(self, hours: u64) -> (Self, Vec<String>) {
        let inbox = self.restarted_after(Duration::from_hours(hours)).await;
        let names = inbox.file_names();
        (inbox, names)
    }
}

fn pictured_question(upload: &str) -> Reply {
    Reply::FollowUp(FollowUp {
        question: "Like this?".to_owned(),
        images: Some(vec![upload.to_owned()]),
        ..FollowUp::default()
    })
}

#[tokio::test]
async fn the_persons_own_picture_is_checked_and_stored_like_any_other() {
    let inbox = Inbox::new();
    let png = picture(ImageFormat::Png);
    let receipt = inbox
        .hub
        .store_picture(ImageType::Png, png.clone())
        .await
        .unwrap();
    assert_eq!(usize::try_from(receipt.size).unwrap(), png.len());
    assert_eq!(receipt.content_type, ImageType::Png);
    let file = inbox.hub.file(&receipt.upload_id).await.unwrap();
    assert_eq!(
        (file.content_type, file.bytes),
        (ImageType::Png, png.clone())
    );
    for (content_type, bytes, expected) in [
        (
            ImageType::Jpeg,
            png.clone(),
            (RefusalKind::Unfit, "upload.wrong_type"),
        ),
        (
            ImageType::Png,
            png.slice(..png.len() - 1),
            (RefusalKind::Unfit, "upload.not_an_image"),
        ),
        (
            ImageType::Png,
            Bytes::from(vec![0; 10_485_761]),
            (RefusalKind::TooLarge, "upload.too_large"),
        ),
    ] {
        let refused = inbox.hub.store_picture(content_type, bytes).await;
        assert_eq!(refusal(refused), expected);
    }
    assert_eq!(inbox.file_names(), [receipt.upload_id]);
}

#[tokio::test]
async fn a_reply_shows_stored_pictures_and_no_others() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let unknown = (RefusalKind::Unfit, "upload.unknown");
    let reply = pictured_question("nothing");
    let refused = inbox.hub.reply(&id, reply.clone(), Door::Window).await;
    assert_eq!(refusal(refused), unknown);
    let refused = inbox.hub.hold(&id, reply, Door::Window, 5).await;
    assert_eq!(refusal(refused), unknown);
    let upload = inbox.pictured().await;
    inbox.reply(&id, pictured_question(&upload)).await;
}

#[tokio::test]
async fn pictures_of_replies_drafts_and_held_replies_are_kept_and_one_of_nothing_is_deleted() {
    let inbox = Inbox::new();
    let (sent, typed, held) = (
        inbox.opened(question("Sent?")).await,
        inbox.opened(question("Typed?")).await,
        inbox.opened(question("Held?")).await,
    );
    let (in_reply, in_draft, in_held, in_nothing) = (
        inbox.pictured().await,
        inbox.pictured().await,
        inbox.pictured().await,
        inbox.pictured().await,
    );
    inbox.reply(&sent, pictured_question(&in_reply)).await;
    inbox.drafted(&typed, &[&in_draft]).await;
    // Held over the sweep: it dies with the reply held, and the next one finds it a draft.
    let reply = pictured_question(&in_held);
    inbox.hub.hold(&held, reply, Door::Window, 5).await.unwrap();
    inbox.clock.set(noon().plus_ms(4_000));
    let inbox = inbox.revived().await;
    let (inbox, mut names) = inbox.files_after(25).await;
    names.sort();
    let mut expected = [in_reply, in_draft, in_held];
    expected.sort();
    assert_eq!(names, expected);
    assert!(inbox.hub.file(&in_nothing).await.is_err());
}

#[tokio::test]
async fn a_picture_that_is_named_no_more_is_kept_for_a_day_from_then() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let (stays, goes) = (inbox.pictured().await, inbox.pictured().await);
    inbox.drafted(&id, &[&stays, &goes]).await;
    let (inbox, names) = inbox.files_after(30).await;
    assert_eq!(names.len(), 2);
    inbox.drafted(&id, &[&stays]).await;
    let (inbox, names) = inbox.files_after(53).await;
    assert_eq!(names.len(), 2, "they may want it back");
    let (inbox, names) = inbox.files_after(55).await;
    assert_eq!(names, [stays]);
    inbox.hub.delete_draft(&id).await.unwrap();
    let (inbox, names) = inbox.files_after(78).await;
    assert_eq!(names.len(), 1);
    let (_inbox, names) = inbox.files_after(80).await;
    assert!(names.is_empty());
}

#[tokio::test]
async fn a_picture_of_a_question_that_was_taken_back_is_a_drafts() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let upload = inbox.pictured().await;
    inbox.reply(&id, pictured_question(&upload)).await;
    inbox.hub.take_back(&id).await.unwrap();
    let (inbox, names) = inbox.files_after(25).await;
    assert_eq!(names, [upload], "its question is a draft");
    inbox.hub.delete_draft(&id).await.unwrap();
    let (_inbox, names) = inbox.files_after(50).await;
    assert!(names.is_empty());
}

#[tokio::test]
async fn pictures_in_no_reply_are_bounded_in_number_and_in_bytes_and_one_in_a_draft_is_not_counted()
{
    const FULL: (RefusalKind, &str) = (RefusalKind::Conflict, "upload.too_many");
    let inbox = Inbox::new();
    let id = inbox.opened(question("Why?")).await;
    let png = picture(ImageFormat::Png);
    let mut last = String::new();
    for _ in 0..100 {
        last = inbox.pictured().await;
    }
    let refused = inbox.hub.store_picture(ImageType::Png, png.clone()).await;
    assert_eq!(refusal(refused), FULL);
    let (files, ticket) = (inbox.file_names().len(), inbox.ticket().await);
    assert_eq!(files, 100, "what was refused lies nowhere");
    let upload = inbox
        .hub
        .store_upload(&ticket.token, "image/png", png.clone());
    upload.await.unwrap();
    inbox.drafted(&id, &[&last]).await;
    inbox.pictured().await;

    inbox.hub.stop().await;
    let large = "delete from uploads where id <> ?1 and id not in (select upload from tickets)";
    inbox.database().execute(large, (&last,)).unwrap();
    let inbox = inbox.restarted().await;
    let large = inbox.pictured().await;
    inbox.pictured().await;
    inbox.hub.stop().await;
    let size = "update uploads set size = 268435456 where id = ?1";
    inbox.database().execute(size, (&large,)).unwrap();
    let inbox = inbox.restarted().await;
    let refused = inbox.hub.store_picture(ImageType::Png, png).await;
    assert_eq!(refusal(refused), FULL);
}

#[tokio::test]
async fn images_of_agents_in_no_ask_are_bounded_too() {
    let inbox = Inbox::new();
    let mut last = String::new();
    for _ in 0..100 {
        last = inbox.uploaded().await;
    }
    let refused = inbox.hub.request_upload(PNG).await;
    let too_many = (RefusalKind::Conflict, "ticket.too_many");
    assert_eq!(refusal(refused), too_many);
    inbox.pictured().await;
    inbox.opened(review_showing(&last)).await;
    inbox.hub.request_upload(PNG).await.unwrap();
}
