// What agents ask in these tests: one of each kind, as an agent would.

import { crc32, deflateSync } from "node:zlib";

export const question = {
  question: "Which store should the glaze cache use: keep it in **SQLite**, or move it to plain files?",
  context: "Reads are hot, writes come in bursts. See [the notes](https://example.com/notes).",
  options: [
    { label: "SQLite", description: "One file, transactions." },
    { label: "Plain files", description: "Four times faster to read." },
    { label: "Both" },
  ],
};

export const questions = {
  questions: [
    {
      question: "Which database should the new service use?",
      options: [
        { label: "Postgres", description: "As the other services do." },
        { label: "SQLite", description: "One file, nothing to run." },
      ],
    },
    {
      question: "Which of these should it log from the start?",
      context: "Each is a line in `config.toml` and can be changed later.",
      options: [{ label: "Requests" }, { label: "Slow queries" }, { label: "Retries" }],
      multiple: true,
    },
    { question: "What should the service be called?" },
  ],
};

export const review = {
  title: "Run every migration in its own transaction",
  summary: "Look first at the order of `STEPS`.",
  content: [
    {
      type: "diff",
      diff: `diff --git a/src/migrate.rs b/src/migrate.rs
index 1111111..2222222 100644
--- a/src/migrate.rs
+++ b/src/migrate.rs
@@ -1,4 +1,5 @@
 let version = schema_version(connection)?;
-for step in STEPS.iter().skip(version) {
-    connection.execute_batch(step.sql)?;
+for step in STEPS.iter().filter(|step| step.number > version) {
+    let transaction = connection.transaction()?;
+    transaction.execute_batch(step.sql)?;
 }
diff --git a/migrations/7.sql b/migrations/7.sql
new file mode 100644
index 0000000..3333333
--- /dev/null
+++ b/migrations/7.sql
@@ -0,0 +1 @@
+create index asks_by_time on asks (updated_at);
`,
    },
    { type: "markdown", text: "## Why\n\nA crash between two steps left half a version:\n\n- the table was there\n- its index was not\n" },
    { type: "code", code: "fn main() {\n    println!(\"kiln\");\n}\n", filename: "src/main.rs" },
  ],
};

export const briefing = {
  title: "What the security pass found",
  summary: "The worst first.",
  sections: [
    {
      title: "Before the release",
      points: [
        { title: "Upload names are not normalised", detail: "A name such as `../../x` leaves the folder." },
        { title: "Temporary files are readable by everybody" },
      ],
    },
    { title: "Can wait", points: [{ title: "Errors name full paths" }, { title: "Old uploads stay" }] },
  ],
};

/** A PNG of one blue, as the bytes of its file. */
export function picture(width, height) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([27, 92, 184]))]);
  const rows = deflateSync(Buffer.concat(Array(height).fill(row)));
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}
