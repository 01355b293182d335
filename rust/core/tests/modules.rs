//! Which module may use which: they stand in one order, and nothing goes in a circle.

#![expect(clippy::expect_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

/// Each may use those that stand before it. What stands under one entry is one room.
const ORDER: [&str; 31] = [
    "random",
    "game::card",
    "game::rules",
    "game::reach",
    "game::setup",
    "game::public",
    "game::state",
    "game::bonus",
    "game::perft",
    "value",
    "search::limits",
    "search::memory",
    "search::question",
    "search::perfect",
    "search::physical",
    "search::open",
    "search::layers",
    "search::choice",
    "search::ordinary",
    "search::seat",
    "search::solver",
    "search::hidden::problem",
    "search::hidden::bounds",
    "search::hidden::state",
    "search::hidden::plan",
    "search::hidden::local",
    "search::hidden::turn",
    "search::hidden::search",
    "search::hidden::games",
    "search::hidden::answer",
    "search::hidden",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Place in the order of the room that a module is part of.
fn room(module: &str) -> Option<usize> {
    ORDER.iter().position(|room| {
        let rest = module.strip_prefix(room);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    })
}

#[test]
fn modules_use_only_those_before_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut uses = 0;
    for path in files {
        let inner = path.strip_prefix(&root).expect("below the root");
        let name = inner
            .with_extension("")
            .to_string_lossy()
            .replace(['/', '\\'], "::");
        let name = name.trim_end_matches("::mod");
        if ["lib", "testing", "game", "search"].contains(&name) || name.contains("::tests") {
            continue;
        }
        let own = room(name).unwrap_or_else(|| panic!("{name} stands in no room"));
        let text = fs::read_to_string(&path).expect("a file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code: String = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        for (at, _) in code.match_indices("crate::") {
            if code[..at].ends_with("pub(in ") {
                continue;
            }
            let used = &code[at + "crate::".len()..];
            let end = used.find(|c: char| !(c.is_alphanumeric() || "_:".contains(c)));
            let used = &used[..end.unwrap_or(used.len())];
            let other = room(used).unwrap_or_else(|| panic!("{name} uses {used}: no room"));
            assert!(other <= own, "{name} uses {used}, which stands after it");
            uses += 1;
        }
    }
    assert!(uses > 100, "{uses}");
}
