// What is shown, and where one is: the same for a board that searches and for a page that has its
// values inside.
import { byId, el, fill, t } from "./dom.js";
import { graph, legend, lossesOf } from "./graph.js";
import { beside, end, first, next, ofTurn, visited } from "./line.js";
import { brief, fraction, many, told } from "./numbers.js";
import { drawn, valued } from "./table.js";

const INFOS = ["open", "seat", "perfect", "hidden"];
export const OBJECTIVES = ["win", "expected", "guaranteed"];

/** @typedef {import("./line.js").Place} Place */

/**
 * @typedef {object} Doing What a page does.
 * @property {(move: string) => void} act makes a move
 * @property {(move: string) => boolean} can whether it can make that move
 * @property {() => void} arrived is called where another place is shown, before it is drawn
 * @property {(known: boolean, other: boolean) => void} chosen is called where another cell of the
 *   values is chosen: whether its values are known, whether its objective is another one
 */

export class View {
  /** @param {Doing} does */
  constructor(does) {
    this.does = does;
    /** @type {Place | null} */
    this.here = null;
    this.info = "open";
    this.objective = "win";
    /**
     * What is known of the position shown, by way of knowing and objective.
     * @type {Map<string, import("./types").Solution>}
     */
    this.solutions = new Map();
    /** @type {Map<string, import("./types").Review>} */
    this.reviews = new Map();
    /** @type {string[]} */
    this.answers = [];
    /**
     * Of the game that is open; null where none is.
     * @type {string | null}
     */
    this.title = null;
    /** @type {Set<number>} */
    this.cluing = new Set();
    /** Whether values are still to come. */
    this.busy = false;
    /** Whether the board is covered by the editor. */
    this.covered = false;
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** @param {string} [info] @param {string} [objective] */
  solution(info = this.info, objective = this.objective) {
    return this.solutions.get(`${info} ${objective}`);
  }

  /** @param {Place | null} place */
  go(place) {
    if (!place || place === this.here) return;
    this.here = place;
    visited(place);
    this.arrived();
  }

  arrived() {
    if (!this.here) return;
    const { board } = this.here;
    if (board.infos[this.info]) this.info = board.infos.open ? "hidden" : "open";
    this.does.arrived();
    this.show();
  }

  /** @param {string} info @param {string} objective */
  choose(info, objective) {
    const known = this.solution(info, objective);
    const other = objective !== this.objective;
    this.info = info;
    this.objective = objective;
    this.does.chosen(known !== undefined && known.stop === null, other);
    this.show();
  }

  show() {
    this.showBoard();
    this.showValues();
    this.showLine();
    this.showReview();
  }

  // ---- values -----------------------------------------------------------------------------------

  showValues() {
    const board = this.here?.board;
    if (!board) return;
    const head = el("tr", {}, el("td", {}), OBJECTIVES.map((each) => el("th", { scope: "col" }, t(each))));
    const rows = INFOS.map((info) => el("tr", {},
      el("th", { scope: "row", title: t(`${info} long`) }, t(info)),
      OBJECTIVES.map((objective) => el("td", {}, this.cell(board, info, objective)))));
    fill(byId("values"), el("table", { class: "values" }, el("thead", {}, head), el("tbody", {}, rows)),
      this.explained());
    byId("busy").textContent = this.busy ? t("searching") : "";
  }

  /** @param {import("./types").Board} board @param {string} info @param {string} objective */
  cell(board, info, objective) {
    const refused = board.infos[info];
    const found = this.solution(info, objective);
    const on = info === this.info && objective === this.objective;
    const text = found ? told(found, objective) : refused ? "–"
      : info === "hidden" && !this.saved() ? t("search") : this.busy ? "…" : "–";
    return el("button", { type: "button", "aria-pressed": String(on), "data-key": `v${info}${objective}`,
      "data-value": `${info} ${objective}`, title: refused ?? "",
      disabled: Boolean(refused) || board.over !== null || (this.saved() && !found),
      "aria-label": `${t(info)}, ${t(objective)}: ${text}`, onclick: () => this.choose(info, objective) },
    el("span", {}, text), found && fraction(found) && fraction(found).length < 12
      ? el("small", {}, fraction(found)) : null);
  }

  /** Whether this is a page that does not search. */
  saved() {
    return document.body.classList.contains("saved");
  }

  /** The chosen value in words: exact, the move to make, what the policy does. */
  explained() {
    const found = this.solution();
    const board = this.here?.board;
    const long = el("p", { class: "faint" }, t(`${this.info} long`));
    if (!found || !board || board.over !== null) return long;
    const best = [...new Set(found.moves.filter((move) => move.best).map((move) => this.words(move.move)))];
    const lines = [
      long,
      found.value !== null && found.value !== undefined
        ? el("p", {}, t("exact"), " ", el("code", { id: "exact" }, found.value))
        : el("p", {}, t("between", { lower: found.lower, upper: found.upper })),
      best.length ? el("p", { id: "best" }, `${t("best")}: ${best.join(", ")}`) : null,
      found.recommended && best.length !== 1
        ? el("p", {}, `${t("recommended")}: ${this.words(found.recommended)}`) : null,
    ];
    if (found.worlds) lines.push(el("p", { class: "faint" }, t("worlds", { worlds: many(found.worlds) })));
    if (found.slots?.length && this.info === "seat") {
      lines.push(el("ul", { class: "plain" }, found.slots.map((slot) => el("li", {},
        `${t("slot")} ${slot.slot}: `, Object.entries(slot.cards).map(([card, share]) =>
          `${card} ${brief(share, "win")}`).join(", ")))));
    }
    if (found.prescription?.length) {
      lines.push(el("h2", {}, t("policy")), el("table", { class: "policy", id: "policy" },
        el("tbody", {}, el("tr", {}, el("th", {}, t("sees")), el("th", {}, t("does"))),
          found.prescription.slice(0, 12).map((row) => el("tr", {},
            el("td", {}, row.sees), el("td", {}, this.words(row.does)))))));
      if (found.actual) {
        lines.push(el("p", {}, t("actual", { move: found.actual_words ?? found.actual.move,
          left: found.actual.worlds_left, result: found.actual.result })));
      }
    }
    return lines;
  }

  /** @param {string} name */
  words(name) {
    if (name === "clue") return t("any clue");
    return this.here?.board.moves.find((move) => move.move === name)?.words ?? name;
  }

  // ---- the board --------------------------------------------------------------------------------

  showBoard() {
    if (!this.here || this.covered) return;
    fill(byId("board"), drawn(this.here.board, {
      ...valued(this.solution(), this.objective),
      made: this.here.after.find((each) => each.game)?.move ?? null,
      act: (move) => { this.does.act(move); },
      can: (move) => this.does.can(move),
      cluing: this.cluing, single: this.info === "hidden",
      unfold: (player) => {
        if (!this.cluing.delete(player)) this.cluing.add(player);
        this.showBoard();
      },
    }));
  }

  // ---- the line ---------------------------------------------------------------------------------

  showLine() {
    if (!this.here) return;
    const start = first(this.here);
    const losses = lossesOf(this.reviews);
    /** @type {any[]} */
    const items = [];
    const item = (/** @type {Place} */ place, /** @type {boolean} */ branch) => {
      const before = /** @type {Place} */ (place.before);
      const loss = place.game ? losses.get(before.turn) : undefined;
      const mark = loss ? (loss.where === "in hindsight" ? "○" : "●") : "";
      items.push(el("li", { class: branch ? "branch" : "" }, el("button", { type: "button",
        class: loss ? `step ${lossKind(loss)}` : "step",
        "aria-current": place === this.here ? "step" : null, "data-key": `l${items.length}`,
        onclick: () => this.go(place) },
      `${before.turn}. ${before.board.hands[before.board.mover - 1]?.name}: ${place.words}`
        + `${place.drawn ? ` (+${place.drawn})` : ""} ${mark}`)));
    };
    const walk = (/** @type {Place} */ from, /** @type {boolean} */ branch) => {
      for (let place = from; place.after.length; place = place.after[0]) {
        item(place.after[0], branch);
        for (const other of place.after.slice(1)) {
          item(other, true);
          walk(other, true);
        }
      }
    };
    walk(start, false);
    const list = byId("line");
    fill(list, el("button", { type: "button", class: "step", "data-key": "l",
      "aria-current": this.here === start ? "step" : null, onclick: () => this.go(start) }, t("start")),
    el("ol", {}, items));
    const current = list.querySelector("[aria-current]");
    if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    /** @type {[string, string, Place | null][]} */
    const ways = [["home", "«", start === this.here ? null : start], ["back", "‹", this.here.before],
      ["forward", "›", next(this.here)], ["end", "»", next(this.here) ? end(this.here) : null]];
    fill(byId("ways"), ways.map(([name, sign, place]) => el("button", { type: "button", "data-key": name,
      "aria-label": t(name), title: t(name), disabled: !place, onclick: () => this.go(place) }, sign)));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { here } = this;
    const target = /** @type {HTMLElement} */ (event.target);
    if (!here || event.altKey || event.ctrlKey || event.metaKey || target.closest("input, select, textarea")) return;
    const ways = { ArrowLeft: () => here.before, ArrowRight: () => next(here), Home: () => first(here),
      End: () => end(here), ArrowUp: () => beside(here, -1), ArrowDown: () => beside(here, 1) };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (!way) return;
    event.preventDefault();
    this.go(way());
  }

  // ---- the review -------------------------------------------------------------------------------

  showReview() {
    const { here, reviews } = this;
    if (!here) return;
    const place = byId("review");
    place.hidden = this.title === null;
    if (this.title === null) return;
    const start = first(here);
    let last = start;
    for (let each = next0(start); each; each = next0(each)) last = each;
    const losses = lossesOf(reviews);
    const worst = [...losses].sort(([, one], [, other]) => Number(one.where === "in hindsight") - Number(other.where === "in hindsight")
      || lossSize(other.turn) - lossSize(one.turn))[0];
    const now = here.game ? losses.get(here.turn) : undefined;
    const luck = here.game
      ? reviews.get(this.info)?.turns.find((turn) => turn.turn === here.turn)?.luck : undefined;
    fill(place, this.title && el("h2", {}, this.title),
      reviews.size
        ? [graph(new Map(reviews), last.turn - 1, here.turn, (turn) => this.go(ofTurn(start, turn))), legend(reviews)]
        : el("p", { class: "faint", role: "status" }, t("reviewing")),
      worst && el("button", { type: "button", id: "worst", "data-key": "worst",
        onclick: () => this.go(ofTurn(start, worst[0])) }, t("worst move", { turn: worst[0] })),
      now && el("p", { class: `note ${lossKind(now)}`, id: "loss", role: "status" },
        lossWords(now, this.objective, (move) => this.words(move))),
      luck && String(luck) !== "0" ? el("p", { class: "small" }, t("luck", { luck })) : null,
      this.answers.map((each) => el("p", { class: "small" }, each)));
  }
}

/**
 * What a move of the game lost, and what was better.
 * @param {import("./graph.js").Loss} loss @param {string} objective @param {(move: string) => string} words
 */
export function lossWords(loss, objective, words) {
  return t("lost", { move: words(loss.turn.move), loss: brief(loss.turn.loss ?? 0, objective),
    where: t(loss.where), best: loss.turn.best.map(words).join(", ") });
}

/** @param {import("./graph.js").Loss} loss */
function lossKind(loss) {
  return loss.where === "in hindsight" ? "hindsight" : loss.turn.verdict ?? "";
}

/** @param {import("./types").Turn} turn */
function lossSize(turn) {
  const [above, below = "1"] = String(turn.loss ?? 0).split("/");
  return Number(above) / Number(below);
}

/** @param {Place} place */
function next0(place) {
  return place.after.find((each) => each.game) ?? null;
}
