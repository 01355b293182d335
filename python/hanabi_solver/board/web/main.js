// The board in the browser: what is shown, what was asked, where one is.
import { byId, el, fill, t } from "./dom.js";
import { Editor } from "./editor.js";
import { graph, legend, lossesOf } from "./graph.js";
import { beginning, beside, end, first, following, lineOf, next, ofTurn, visited } from "./line.js";
import { brief, fraction, told } from "./numbers.js";
import { Refusal, ask, start, stream } from "./server.js";
import { drawn, face } from "./table.js";

const INFOS = ["open", "seat", "perfect", "hidden"];
const OBJECTIVES = ["win", "expected", "guaranteed"];
const DRAWS = ["ask", "game", "likeliest", "worst"];

/** @type {import("./line.js").Place | null} */
let here = null;
let info = "open";
let objective = "win";
let draw = "ask";
/**
 * What is known of the position shown, by way of knowing and objective.
 * @type {Map<string, import("./types").Solution>}
 */
const solutions = new Map();
/** @type {Map<string, import("./types").Review>} */
const reviews = new Map();
/** @type {string[]} */
let answers = [];
/**
 * The game that is open: its text, and which of several.
 * @type {{ text: string, number: number | null, title: string } | null}
 */
let game = null;
/** @type {Set<number>} */
const cluing = new Set();
let search = new AbortController();
let checking = new AbortController();
let busy = false;
let setting = false;
const editor = new Editor(byId("editor"), (parts) => attempt(async () => {
  const board = await ask("setup", parts);
  editor.board = board;
  if (parts.fit) editor.show(board);
  else editor.draw();
  open(beginning(board), true);
}));

/** @param {() => Promise<void>} work */
async function attempt(work) {
  try {
    fill(byId("error"));
    await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    complain(error);
  }
}

/** @param {unknown} error */
function complain(error) {
  const text = error instanceof Error ? error.message : String(error);
  const faults = error instanceof Refusal && error.faults.length ? error.faults.map((each) => each.text)
    : [error instanceof TypeError ? t("no server") : text];
  fill(byId("error"), faults.map((each) => el("p", {}, each)));
  const column = error instanceof Refusal && error.faults[0]?.column;
  if (column && document.activeElement === box) {
    box.setSelectionRange(column - 1, column - 1 + (error.faults[0]?.length ?? 1));
  }
}

const box = /** @type {HTMLInputElement} */ (byId("position"));

// ---- values -------------------------------------------------------------------------------------

/** @param {string} [of] @param {string} [what] */
function solution(of = info, what = objective) {
  return solutions.get(`${of} ${what}`);
}

function solve() {
  search.abort();
  search = new AbortController();
  solutions.clear();
  const position = here?.board.position;
  if (!here || !position || here.board.over !== null) return;
  const { signal } = search;
  // What is looked at comes first; hidden hands, which take longest, only if they are looked at.
  const first = (/** @type {string} */ one, /** @type {string[]} */ all) => [one, ...all.filter((each) => each !== one)];
  const cells = first(info, ["open", "seat", "perfect"]).flatMap((each) =>
    (each === "hidden" ? [objective] : first(objective, OBJECTIVES)).map((what) => [each, what]));
  busy = true;
  stream("values", { position, cells }, signal, take)
    .catch((error) => { if (!signal.aborted) complain(error); })
    .finally(() => {
      if (signal.aborted) return;
      busy = false;
      showValues();
    });
}

let due = false;
/** @param {import("./types").Solution & { error?: string }} record */
function take(record) {
  if (record.error) {
    complain(new Refusal({ error: record.error }));
    return;
  }
  solutions.set(`${record.info} ${record.objective}`, record);
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    showValues();
    showBoard();
  });
}

/** @param {string} chosen @param {string} what */
function choose(chosen, what) {
  const known = solution(chosen, what);
  const other = what !== objective;
  info = chosen;
  objective = what;
  if (!known || known.stop !== null) solve();
  if (other && game) {
    reviews.clear();
    reviewed();
  }
  show();
}

function showValues() {
  const board = here?.board;
  if (!board) return;
  const head = el("tr", {}, el("td", {}), OBJECTIVES.map((each) => el("th", { scope: "col" }, t(each))));
  const rows = INFOS.map((each) => {
    const refused = board.infos[each];
    return el("tr", {}, el("th", { scope: "row", title: t(`${each} long`) }, t(each)),
      OBJECTIVES.map((what) => {
        const found = solution(each, what);
        const on = each === info && what === objective;
        const text = found ? told(found, what) : refused ? "–" : each === "hidden" ? t("search") : busy ? "…" : "–";
        return el("td", {}, el("button", { type: "button", "aria-pressed": String(on), "data-key": `v${each}${what}`,
          "data-value": `${each} ${what}`, disabled: Boolean(refused) || board.over !== null, title: refused ?? "",
          "aria-label": `${t(each)}, ${t(what)}: ${text}`, onclick: () => choose(each, what) },
        el("span", {}, text), found && fraction(found) && fraction(found).length < 12
          ? el("small", {}, fraction(found)) : null));
      }));
  });
  fill(byId("values"), el("table", { class: "values" }, el("thead", {}, head), el("tbody", {}, rows)),
    explained());
  byId("busy").textContent = busy ? t("searching") : "";
}

/** The chosen value in words: exact, the move to make, what the policy does. */
function explained() {
  const found = solution();
  const board = here?.board;
  if (!found || !board || board.over !== null) return el("p", { class: "faint" }, t(`${info} long`));
  const best = [...new Set(found.moves.filter((move) => move.best).map((move) => words(move.move)))];
  const lines = [
    el("p", { class: "faint" }, t(`${info} long`)),
    found.value !== null && found.value !== undefined
      ? el("p", {}, t("exact"), " ", el("code", { id: "exact" }, found.value))
      : el("p", {}, t("between", { lower: found.lower, upper: found.upper })),
    best.length ? el("p", { id: "best" }, `${t("best")}: ${best.join(", ")}`) : null,
    found.recommended && best.length !== 1
      ? el("p", {}, `${t("recommended")}: ${words(found.recommended)}`) : null,
  ];
  if (found.worlds) lines.push(el("p", { class: "faint" }, t("worlds", { worlds: found.worlds })));
  if (found.slots?.length && info === "seat") {
    lines.push(el("ul", { class: "plain" }, found.slots.map((slot) => el("li", {},
      `${t("slot")} ${slot.slot}: `, Object.entries(slot.cards).map(([card, share]) =>
        `${card} ${brief(share, "win")}`).join(", ")))));
  }
  if (found.prescription?.length) {
    lines.push(el("h2", {}, t("policy")), el("table", { class: "policy", id: "policy" },
      el("tbody", {}, el("tr", {}, el("th", {}, t("sees")), el("th", {}, t("does"))),
        found.prescription.slice(0, 12).map((row) => el("tr", {},
          el("td", {}, row.sees), el("td", {}, words(row.does)))))));
    if (found.actual) {
      lines.push(el("p", {}, t("actual", { move: found.actual_words ?? found.actual.move,
        left: found.actual.worlds_left, result: found.actual.result })));
    }
  }
  return lines;
}

/** @param {string} name */
function words(name) {
  if (name === "clue") return t("any clue");
  return here?.board.moves.find((move) => move.move === name)?.words ?? name;
}

// ---- the board ----------------------------------------------------------------------------------

function showBoard() {
  if (!here || setting) return;
  const { board } = here;
  const found = solution();
  const values = new Map(found?.moves.map((move) => [move.move, move]));
  const single = values.size > 0 && !values.has("clue") && info === "hidden";
  fill(byId("board"), drawn(board, {
    value: (move) => values.get(move) ?? (move.startsWith("c") ? values.get("clue") : undefined),
    objective,
    made: here.after.find((each) => each.game)?.move ?? null,
    act: (move) => { act(move, {}); }, cluing, single,
    unfold: (player) => {
      if (!cluing.delete(player)) cluing.add(player);
      showBoard();
    },
  }));
}

/**
 * Makes a move; what it depends on is chosen by hand or as the setting says.
 * @param {string} move @param {Record<string, unknown>} chosen
 */
function act(move, chosen) {
  const place = here;
  if (!place?.board.position) return;
  const own = place.after.find((each) => each.game && each.move === move);
  if (own && draw === "game" && !chosen.drawn) {
    go(own);
    return;
  }
  attempt(async () => {
    const asked = { drawn: draw === "ask" ? null : draw, ...chosen };
    const made = await ask("step", { position: place.board.position, move, objective,
      names: place.board.hands.map((hand) => hand.name), ...asked });
    if (made.ask) {
      showChoice(place, move, made, chosen);
      return;
    }
    const found = place.board.moves.find((each) => each.move === move);
    go(following(place, made.board, { move, words: found?.words ?? move, drawn: made.drawn }));
    byId("board").focus({ preventScroll: true });
  });
}

/**
 * @param {import("./line.js").Place} place @param {string} move
 * @param {{ ask: string, choices: [string, number][] }} asked @param {Record<string, any>} chosen
 */
function showChoice(place, move, asked, chosen) {
  const pick = (/** @type {string} */ name) => {
    fill(byId("choice"));
    if (here !== place) return;
    act(move, asked.ask === "bonus" ? { ...chosen, bonuses: [...(chosen.bonuses ?? []), name] }
      : { ...chosen, [asked.ask]: name });
  };
  const total = asked.choices.reduce((sum, [, copies]) => sum + copies, 0);
  const choices = asked.choices.map(([name, copies]) => {
    const suit = place.board.suits.findIndex((each) => each.letter === name[0] && /^.\d$/.test(name));
    return el("button", { type: "button", class: "pick", "data-choice": name, onclick: () => pick(name),
      "aria-label": `${name}, ${copies} / ${total}` },
    suit < 0 ? name : face(place.board, { card: name, suit, rank: Number(name[1]) }),
    asked.ask === "drawn" ? el("small", {}, `${copies}/${total}`) : null);
  });
  const more = asked.ask !== "drawn" ? [] : ["likeliest", "worst"].map((name) =>
    el("button", { type: "button", "data-choice": name, onclick: () => pick(name) }, t(name)));
  fill(byId("choice"), el("h2", {}, t(`which ${asked.ask}`)), el("div", { class: "cards" }, choices, more,
    el("button", { type: "button", onclick: () => { fill(byId("choice")); } }, t("cancel"))));
  byId("choice").querySelector("button")?.focus();
}

// ---- where one is -------------------------------------------------------------------------------

/** @param {import("./line.js").Place | null} place */
function go(place) {
  if (!place || place === here) return;
  here = place;
  visited(place);
  fill(byId("choice"));
  arrived();
}

function arrived() {
  if (!here) return;
  const { board } = here;
  if (board.infos[info]) info = board.infos.open ? "hidden" : "open";
  const position = board.position ?? "";
  if (document.activeElement !== box || !setting) box.value = position;
  history.replaceState(null, "", position ? `#${encodeURIComponent(position)}` : "#");
  solve();
  show();
}

/**
 * Shows another position or game.
 * @param {import("./line.js").Place} place @param {boolean} [kept]
 */
function open(place, kept = false) {
  checking.abort();
  if (!kept) setEditing(false);
  game = null;
  reviews.clear();
  answers = [];
  cluing.clear();
  here = place;
  arrived();
}

function show() {
  showBoard();
  showValues();
  showLine();
  showReview();
}

function showLine() {
  if (!here) return;
  const start = first(here);
  const losses = lossesOf(reviews);
  /** @type {any[]} */
  const items = [];
  const item = (/** @type {import("./line.js").Place} */ place, /** @type {boolean} */ branch) => {
    const before = /** @type {import("./line.js").Place} */ (place.before);
    const loss = place.game ? losses.get(before.turn) : undefined;
    const mark = loss ? (loss.table ? "●" : "○") : "";
    items.push(el("li", { class: branch ? "branch" : "" }, el("button", { type: "button",
      class: loss ? `step ${loss.table ? loss.turn.verdict : "hindsight"}` : "step",
      "aria-current": place === here ? "step" : null, "data-key": `l${items.length}`,
      onclick: () => go(place) },
    `${before.turn}. ${before.board.hands[before.board.mover - 1]?.name}: ${place.words}`
      + `${place.drawn ? ` (+${place.drawn})` : ""} ${mark}`)));
  };
  const walk = (/** @type {import("./line.js").Place} */ from, /** @type {boolean} */ branch) => {
    for (let place = from; place.after.length; place = place.after[0]) {
      item(place.after[0], branch);
      for (const other of place.after.slice(1)) {
        item(other, true);
        walk(other, true);
      }
    }
  };
  walk(start, false);
  fill(byId("line"), el("button", { type: "button", class: "step", "data-key": "l0",
    "aria-current": here === start ? "step" : null, onclick: () => go(start) }, t("start")), el("ol", {}, items));
  const current = byId("line").querySelector("[aria-current]");
  const list = byId("line");
  if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  /** @type {[string, import("./line.js").Place | null][]} */
  const ways = [["home", start === here ? null : start], ["back", here.before], ["forward", next(here)],
    ["end", next(here) ? end(here) : null]];
  fill(byId("ways"), ways.map(([name, place]) => el("button", { type: "button", "data-key": name,
    "aria-label": t(name), title: t(name), disabled: !place, onclick: () => go(place) },
  { home: "«", back: "‹", forward: "›", end: "»" }[name])));
}

// ---- a game -------------------------------------------------------------------------------------

/** @param {string} text @param {number | null} [number] */
async function openText(text, number = null) {
  const found = await ask("open", { text, number });
  fill(byId("choice"));
  if (found.board) {
    open(beginning(found.board));
  } else if (found.choose) {
    fill(byId("choice"), el("label", {}, t("which game"), " ", el("select", { id: "which",
      onchange: (/** @type {any} */ event) => attempt(() => openText(text, Number(event.target.value))) },
    el("option", { value: "" }, "…"), found.choose.map((/** @type {string} */ title, /** @type {number} */ index) =>
      el("option", { value: index + 1 }, title)))));
  } else {
    const start = lineOf(found.game);
    open(start);
    game = { text, number, title: found.game.title };
    draw = "game";
    if (!start.board.infos.seat) info = "seat";
    showDraw();
    if (found.game.turn) go(ofTurn(start, found.game.turn));
    else showReview();
    reviewed();
  }
}

function reviewed() {
  if (!game) return;
  checking.abort();
  checking = new AbortController();
  const { signal } = checking;
  stream("review", { text: game.text, number: game.number, objective }, signal, (record) => {
    if (record.error) complain(new Refusal(record));
    if (record.review) reviews.set(record.review.info, record.review);
    if (record.answers) answers = record.answers;
    showReview();
    showLine();
  }).catch((error) => { if (!signal.aborted) complain(error); });
}

function showReview() {
  if (!here) return;
  const place = byId("review");
  place.hidden = !game;
  if (!game) return;
  const start = first(here);
  let turns = 0;
  for (let each = next0(start); each; each = next0(each)) turns = each.turn - 1;
  const losses = lossesOf(reviews);
  const worst = [...losses].sort(([, one], [, other]) => Number(other.table) - Number(one.table)
    || lossSize(other.turn) - lossSize(one.turn))[0];
  const now = here.game ? losses.get(here.turn) : undefined;
  fill(place, el("h2", {}, game.title),
    reviews.size ? [graph(new Map(reviews), turns, here.turn, (turn) => go(ofTurn(start, turn))), legend(reviews)]
      : el("p", { class: "faint", role: "status" }, t("reviewing")),
    worst && el("button", { type: "button", id: "worst", "data-key": "worst",
      onclick: () => go(ofTurn(start, worst[0])) }, t("worst move", { turn: worst[0] })),
    now && el("p", { class: `note ${now.table ? now.turn.verdict : "hindsight"}`, id: "loss", role: "status" },
      t("lost", { move: words(now.turn.move), loss: brief(now.turn.loss ?? 0, objective),
        where: t(now.table ? "at the table" : "in hindsight"), best: now.turn.best.map(words).join(", ") })),
    answers.map((each) => el("p", { class: "small" }, each)));
}

/** @param {import("./types").Turn} turn */
function lossSize(turn) {
  const [above, below = "1"] = String(turn.loss ?? 0).split("/");
  return Number(above) / Number(below);
}

/** @param {import("./line.js").Place} place */
function next0(place) {
  return place.after.find((each) => each.game) ?? null;
}

// ---- controls -----------------------------------------------------------------------------------

function showDraw() {
  fill(byId("draw"), el("legend", {}, t("card drawn")), DRAWS.map((name) => el("label", {},
    el("input", { type: "radio", name: "draw", value: name, checked: draw === name, "data-key": `d${name}`,
      onchange: () => { draw = name; } }), t(`draw ${name}`))));
}

/** @param {boolean} on */
function setEditing(on) {
  setting = on;
  byId("editor").hidden = !on;
  byId("board").hidden = on;
  byId("edit").setAttribute("aria-pressed", String(on));
  if (on && here) editor.show(here.board);
  else showBoard();
}

byId("edit").addEventListener("click", () => setEditing(!setting));
byId("copy").addEventListener("click", () => attempt(async () => {
  await navigator.clipboard.writeText(box.value);
  byId("copied").textContent = t("copied");
  setTimeout(() => { byId("copied").textContent = ""; }, 2000);
}));
byId("asked").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(() => openText(box.value));
});
box.addEventListener("input", () => {
  // What is typed is looked at at once: what is impossible is said, what is possible is shown on Enter.
  const text = box.value;
  if (text.trim().split(/\s+/).length < 3) return;
  attempt(async () => {
    const board = await ask("look", { text });
    if (setting && box.value === text) {
      editor.show(board);
      open(beginning(board), true);
    }
  });
});
byId("file").addEventListener("change", (event) => attempt(async () => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  if (file) await openText(await file.text());
  input.value = "";
}));
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!here || event.altKey || event.ctrlKey || event.metaKey || target.closest("input, select, textarea")) return;
  const ways = { ArrowLeft: () => here?.before ?? null, ArrowRight: () => here && next(here),
    Home: () => here && first(here), End: () => here && end(here),
    ArrowUp: () => here && beside(here, -1), ArrowDown: () => here && beside(here, 1) };
  const way = ways[/** @type {keyof typeof ways} */ (event.key)];
  if (!way) return;
  event.preventDefault();
  go(way());
});
window.addEventListener("hashchange", () => {
  attempt(async () => {
    const text = decodeURIComponent(location.hash.slice(1));
    if (text && text !== here?.board.position) await openText(text);
  });
});

showDraw();
attempt(async () => {
  const text = decodeURIComponent(location.hash.slice(1)) || (await start()).text;
  await openText(text);
});
