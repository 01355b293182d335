// The board in the browser: what is asked of the server, and what is opened.
import { byId, el, fill, t } from "./dom.js";
import { Editor } from "./editor.js";
import { beginning, first, following, lineOf, ofTurn } from "./line.js";
import { Refusal, ask, start, stream } from "./server.js";
import { face } from "./table.js";
import { OBJECTIVES, View } from "./view.js";

const DRAWS = ["ask", "game", "likeliest", "worst"];

let draw = "ask";
/** The objective that was chosen last. */
let wanted = "win";
/**
 * The game that is open: its text, and which of several.
 * @type {{ text: string, number: number | null } | null}
 */
let game = null;
let search = new AbortController();
let checking = new AbortController();

const box = /** @type {HTMLInputElement} */ (byId("position"));
const view = new View({
  act: (move) => act(move, {}),
  can: () => true,
  arrived: () => {
    fill(byId("choice"));
    const position = view.here?.board.position ?? "";
    if (document.activeElement !== box || !view.covered) box.value = position;
    history.replaceState(null, "", position ? `#${encodeURIComponent(position)}` : "#");
    solve();
  },
  chosen: (known, other) => {
    wanted = view.objective;
    if (!known) solve();
    if (!other || !game) return;
    view.reviews.clear();
    reviewed();
  },
});
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

// ---- values -------------------------------------------------------------------------------------

function solve() {
  search.abort();
  search = new AbortController();
  view.solutions.clear();
  const { here, info, objective } = view;
  const position = here?.board.position;
  if (!here || !position || here.board.over !== null) return;
  const { signal } = search;
  // What is looked at comes first; hidden hands, which take longest, only if they are looked at.
  const front = (/** @type {string} */ one, /** @type {string[]} */ all) => [one, ...all.filter((each) => each !== one)];
  const cells = front(info, ["open", "seat", "perfect"]).flatMap((each) =>
    (each === "hidden" ? [objective] : front(objective, OBJECTIVES)).map((what) => [each, what]));
  view.busy = true;
  stream("values", { position, cells }, signal, take)
    .catch((error) => { if (!signal.aborted) complain(error); })
    .finally(() => {
      if (signal.aborted) return;
      view.busy = false;
      view.showValues();
    });
}

let due = false;
/** @param {import("./types").Solution & { error?: string }} record */
function take(record) {
  if (record.error) {
    complain(new Refusal({ error: record.error }));
    return;
  }
  view.solutions.set(`${record.info} ${record.objective}`, record);
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    view.showValues();
    view.showBoard();
  });
}

// ---- moves --------------------------------------------------------------------------------------

/**
 * Makes a move; what it depends on is chosen by hand or as the setting says.
 * @param {string} move @param {Record<string, unknown>} chosen
 */
function act(move, chosen) {
  const place = view.here;
  if (!place?.board.position) return;
  const own = place.after.find((each) => each.game && each.move === move);
  if (own && draw === "game" && !chosen.drawn) {
    view.go(own);
    return;
  }
  attempt(async () => {
    const asked = { drawn: draw === "ask" ? null : draw, ...chosen };
    const made = await ask("step", { position: place.board.position, move, objective: view.objective,
      names: place.board.hands.map((hand) => hand.name), ...asked });
    if (made.ask) {
      showChoice(place, move, made, chosen);
      return;
    }
    const found = place.board.moves.find((each) => each.move === move);
    view.go(following(place, made.board, { move, words: found?.words ?? move, drawn: made.drawn }));
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
    if (view.here !== place) return;
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

// ---- positions and games ------------------------------------------------------------------------

/**
 * Shows another position or game.
 * @param {import("./line.js").Place} place @param {boolean} [kept] whether the editor stays open
 */
function open(place, kept = false) {
  checking.abort();
  if (!kept) setEditing(false);
  game = null;
  view.title = null;
  view.reviews.clear();
  view.answers = [];
  view.cluing.clear();
  view.here = place;
  // Where the goal is out of reach every move would be best.
  const lost = place.board.reachable < place.board.max_score;
  view.objective = lost && wanted === "win" ? "expected" : wanted;
  view.arrived();
}

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
    const begin = lineOf(found.game);
    if (!begin.board.infos.seat) view.info = "seat";
    open(begin);
    game = { text, number };
    view.title = found.game.title;
    draw = "game";
    showDraw();
    if (found.game.turn) view.go(ofTurn(begin, found.game.turn));
    view.showReview();
    reviewed();
  }
}

function reviewed() {
  if (!game) return;
  checking.abort();
  checking = new AbortController();
  const { signal } = checking;
  stream("review", { ...game, objective: view.objective }, signal, (record) => {
    if (record.error) complain(new Refusal(record));
    if (record.review) view.reviews.set(record.review.info, record.review);
    if (record.answers) view.answers = record.answers;
    view.showReview();
    view.showLine();
  }).catch((error) => { if (!signal.aborted) complain(error); });
}

// ---- controls -----------------------------------------------------------------------------------

function showDraw() {
  fill(byId("draw"), el("legend", {}, t("card drawn")), DRAWS.map((name) => el("label", {},
    el("input", { type: "radio", name: "draw", value: name, checked: draw === name, "data-key": `d${name}`,
      onchange: () => { draw = name; } }), t(`draw ${name}`))));
}

/** @param {boolean} on */
function setEditing(on) {
  view.covered = on;
  byId("editor").hidden = !on;
  byId("board").hidden = on;
  byId("edit").setAttribute("aria-pressed", String(on));
  if (on && view.here) editor.show(view.here.board);
  else view.showBoard();
}

byId("edit").addEventListener("click", () => setEditing(!view.covered));
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
    if (view.covered && box.value === text) {
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
window.addEventListener("hashchange", () => {
  attempt(async () => {
    const text = decodeURIComponent(location.hash.slice(1));
    if (text && text !== view.here?.board.position) await openText(text);
  });
});

showDraw();
attempt(async () => {
  const text = decodeURIComponent(location.hash.slice(1));
  const { text: given, game: isGame } = await start();
  // A page that is loaded again stays in its game.
  if (isGame || !text) await openText(given);
  if (!text || text === view.here?.board.position) return;
  let place = isGame && view.here ? first(view.here) : null;
  while (place && place.board.position !== text) place = place.after[0] ?? null;
  if (place) view.go(place);
  else await openText(text);
});
