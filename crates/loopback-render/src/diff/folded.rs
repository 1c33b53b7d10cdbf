//! Which files start folded: those that nobody writes or reads by hand, and very long ones.
//!
//! Owns the names and marks of such files. A folded file is listed with its counts all the same, and says why it is
//! folded: an agent may well put its change where we fold.

use super::model::{DiffFile, LineKind};

/// Why a file starts folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    Lock,
    Generated,
    Minified,
    Vendored,
    Long,
}

impl Why {
    /// For `data-folded`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Lock => "lock",
            Self::Generated => "generated",
            Self::Minified => "minified",
            Self::Vendored => "vendored",
            Self::Long => "long",
        }
    }

    /// For the person.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Lock => "lock file",
            Self::Generated => "generated",
            Self::Minified => "minified",
            Self::Vendored => "vendored",
            Self::Long => "long",
        }
    }
}

/// Why `file` starts folded, if it does. Being long is no reason where it is the only one.
pub(crate) fn why(file: &DiffFile, is_only: bool) -> Option<Why> {
    let path = file.path();
    let name = path.rsplit('/').next().unwrap_or(path);
    if is_lock(name) {
        Some(Why::Lock)
    } else if is_minified(name) || has_huge_lines(file, name) {
        Some(Why::Minified)
    } else if is_generated(path, name) || says_generated(file) {
        Some(Why::Generated)
    } else if is_vendored(path) {
        Some(Why::Vendored)
    } else if !is_only && file.additions + file.deletions > LONG_FILE {
        Some(Why::Long)
    } else {
        None
    }
}

/// More changed lines than this are long.
const LONG_FILE: usize = 500;

fn is_lock(name: &str) -> bool {
    LOCK_ENDS.iter().any(|end| name.ends_with(end)) || LOCK_NAMES.contains(&name)
}

const LOCK_ENDS: &[&str] = &[
    ".lock",
    ".lockb",
    ".lockfile",
    ".lock.hcl",
    ".lock.json",
    "-lock.json",
    "-lock.yaml",
    "-lock.yml",
    ".resolved",
];

const LOCK_NAMES: &[&str] = &[
    "cabal.project.freeze",
    "gems.locked",
    "go.sum",
    "go.work.sum",
    "npm-shrinkwrap.json",
    "project.assets.json",
    "verification-metadata.xml",
];

fn is_minified(name: &str) -> bool {
    [
        ".min.js",
        ".min.mjs",
        ".min.css",
        "-min.js",
        "-min.css",
        ".bundle.js",
        ".chunk.js",
    ]
    .iter()
    .any(|end| name.ends_with(end))
}

fn is_generated(path: &str, name: &str) -> bool {
    GENERATED_ENDS.iter().any(|end| name.ends_with(end))
        || ["_generated.", ".generated.", ".gen.", "zz_generated."]
            .iter()
            .any(|part| name.contains(part))
        || folders(path)
            .any(|folder| matches!(folder, "__generated__" | "generated" | "__snapshots__"))
}

const GENERATED_ENDS: &[&str] = &[
    ".Designer.cs",
    ".designer.cs",
    ".css.map",
    ".freezed.dart",
    ".g.cs",
    ".g.dart",
    ".g.i.cs",
    ".js.map",
    ".mjs.map",
    ".pb.cc",
    ".pb.go",
    ".pb.gw.go",
    ".pb.h",
    ".pb.rb",
    ".pb.swift",
    ".snap",
    ".ts.map",
    ".tsbuildinfo",
    "_grpc.py",
    "_pb.d.ts",
    "_pb.js",
    "_pb.ts",
    "_pb2.py",
    "_pb2.pyi",
    "_pb2_grpc.py",
    "_string.go",
];

fn is_vendored(path: &str) -> bool {
    folders(path).any(|folder| {
        matches!(
            folder,
            "vendor"
                | "vendored"
                | "third_party"
                | "third-party"
                | "thirdparty"
                | "node_modules"
                | "bower_components"
                | "Godeps"
                | "Pods"
                | "Carthage"
        )
    }) || path.starts_with(".yarn/")
        || path.contains("/.yarn/")
}

fn folders(path: &str) -> impl Iterator<Item = &str> {
    path.rsplit('/').skip(1)
}

/// How far from a file's start its word on itself is looked for.
const HEAD: u32 = 10;

/// Whether the file's own first lines say so, as the generators of most languages write it.
fn says_generated(file: &DiffFile) -> bool {
    file.hunks
        .iter()
        .flat_map(|hunk| &hunk.lines)
        .filter(|line| line.kind == LineKind::Context || file.old_path.is_none())
        .take_while(|line| line.new_no.is_some_and(|number| number <= HEAD))
        .any(|line| {
            line.text.contains("@generated")
                || line.text.contains("Code generated ") && line.text.contains("DO NOT EDIT")
        })
}

/// Lines longer than this on average are not written by hand.
const HAND_WRITTEN: usize = 400;

/// Prose and data may have long lines; in these languages only a machine writes them.
fn has_huge_lines(file: &DiffFile, name: &str) -> bool {
    let is_code = [".js", ".mjs", ".cjs", ".css", ".json", ".svg", ".html"]
        .iter()
        .any(|end| name.ends_with(end));
    let changed = file
        .hunks
        .iter()
        .flat_map(|hunk| &hunk.lines)
        .filter(|line| matches!(line.kind, LineKind::Added | LineKind::Deleted));
    let (lines, bytes) = changed.fold((0, 0), |(lines, bytes), line| {
        (lines + 1, bytes + line.text.len())
    });
    is_code && bytes > lines * HAND_WRITTEN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::DiffModel;

    fn named(path: &str) -> Option<Why> {
        let file = DiffFile {
            new_path: Some(path.to_owned()),
            ..DiffFile::default()
        };
        why(&file, true)
    }

    #[test]
    fn files_that_tools_write_are_known_by_name() {
        for (path, expected) in [
            ("Cargo.lock", Why::Lock),
            ("web/package-lock.json", Why::Lock),
            ("pnpm-lock.yaml", Why::Lock),
            ("bun.lockb", Why::Lock),
            (".terraform.lock.hcl", Why::Lock),
            ("packages.lock.json", Why::Lock),
            ("Package.resolved", Why::Lock),
            ("go.sum", Why::Lock),
            ("dist/app.min.js", Why::Minified),
            ("api/user.pb.go", Why::Generated),
            ("src/__generated__/schema.ts", Why::Generated),
            ("api/zz_generated.deepcopy.go", Why::Generated),
            ("src/routeTree.gen.ts", Why::Generated),
            ("tests/__snapshots__/a.js", Why::Generated),
            ("app.js.map", Why::Generated),
            ("vendor/lib/a.go", Why::Vendored),
            ("web/node_modules/x/index.js", Why::Vendored),
            ("third_party/a/b.cc", Why::Vendored),
            (".yarn/releases/yarn.cjs", Why::Vendored),
        ] {
            assert_eq!(named(path), Some(expected), "{path}");
        }
    }

    #[test]
    fn files_that_people_write_stay_open() {
        for path in [
            "src/lock.rs",
            "locksmith.json",
            "src/vendor.rs",
            "generated.md",
            "src/generator.rs",
            "admin.js",
            "block.yaml",
            "map.js",
            "pb.go",
            "src/build/main.rs",
        ] {
            assert_eq!(named(path), None, "{path}");
        }
    }

    fn read(patch: &str) -> DiffFile {
        DiffModel::parse(patch, None).unwrap().files.remove(0)
    }

    #[test]
    fn a_file_may_say_itself_that_it_is_generated_but_a_change_may_not_say_it_for_the_file() {
        let head = "--- a/x.go\n+++ b/x.go\n@@ -1,2 +1,2 @@\n";
        let told = format!("{head} // Code generated by tool. DO NOT EDIT.\n-a\n+b\n");
        assert_eq!(why(&read(&told), true), Some(Why::Generated));
        let smuggled = format!("{head}+// @generated\n-a\n b\n");
        assert_eq!(why(&read(&smuggled), true), None);
        let new = "--- /dev/null\n+++ b/x.rs\n@@ -0,0 +1,2 @@\n+// @generated by tool\n+x\n";
        assert_eq!(why(&read(new), true), Some(Why::Generated));
    }

    #[test]
    fn a_bundle_is_known_by_its_lines_and_prose_is_no_bundle() {
        let line = "x".repeat(2_000);
        let patch =
            |path: &str| format!("--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-{line}\n+{line}y\n");
        assert_eq!(why(&read(&patch("app.js")), true), Some(Why::Minified));
        assert_eq!(why(&read(&patch("book.md")), true), None);
    }

    #[test]
    fn a_long_file_is_folded_among_others_and_open_alone() {
        let patch = format!(
            "--- a/x\n+++ b/x\n@@ -0,0 +1,900 @@\n{}",
            "+a\n".repeat(900)
        );
        assert_eq!(why(&read(&patch), false), Some(Why::Long));
        assert_eq!(why(&read(&patch), true), None);
    }
}
