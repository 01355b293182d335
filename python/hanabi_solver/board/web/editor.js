// A position set up by hand: cards picked or dragged into hands and deck. What is impossible the
// server says.
import { el, fill, t } from "./dom.js";
import { face } from "./table.js";

const OPTIONS = {
  rules: ["last-round", "grand-finale"], strikeout: ["zero", "keep"], bonus: ["token", "flamboyants"],
  "empty-clues": ["no", "yes"], "deck-plays": ["no", "yes"],
};
const VARIANTS = ["standard", "avalanche", "multicolour", "rainbow", "black-powder"];

/**
 * The parts of a board.
 * @param {import("./types").Board} board @returns {import("./types").Parts}
 */
export function partsOf(board) {
  return {
    stacks: Object.fromEntries(board.suits.map((suit, index) => [suit.letter, board.stacks[index]])),
    hands: board.hands.map((hand) => hand.cards.map((card) => card.card + (card.marks ?? ""))),
    deck: board.deck.map((card) => card.card), ordered: board.ordered, mover: board.mover,
    tokens: board.tokens, strikes: board.strikes,
    // As many turns as players is what is meant where nothing is written.
    turns: board.turns === board.hands.length ? null : board.turns, options: { ...board.options },
  };
}

/** @typedef {number | "deck" | "stacks"} Place A hand by number, the deck, or the stacks. */

/** The editor of a position. */
export class Editor {
  /**
   * @param {HTMLElement} place
   * @param {(parts: import("./types").Parts) => void} changed is called with the parts after a change
   */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    /** @type {import("./types").Board | null} */
    this.board = null;
    /** @type {import("./types").Parts | null} */
    this.parts = null;
    /**
     * Where picked cards go: a hand by number, the deck, or the stacks.
     * @type {Place}
     */
    this.into = 0;
    /** @type {{ from: Place, at: number } | null} */
    this.chosen = null;
  }

  /** @param {import("./types").Board} board the last one that was possible */
  show(board) {
    this.board = board;
    this.parts = partsOf(board);
    this.draw();
  }

  /** @param {() => void} change */
  edit(change) {
    change();
    this.draw();
    if (this.parts) this.changed(this.parts);
  }

  /** @param {Place} where @returns {string[]} */
  cardsOf(where) {
    if (where === "stacks") return [];
    return (where === "deck" ? this.parts?.deck : this.parts?.hands[where]) ?? [];
  }

  /**
   * Lays a card down. On the stacks it is the highest of its suit.
   * @param {string} card @param {Place} into
   */
  add(card, into) {
    const suit = this.board?.suits.find((each) => each.letter === card[0]);
    const height = suit ? suit.ranks.indexOf(Number(card[1])) + 1 : 0;
    if (into !== "stacks") this.cardsOf(into).push(into === "deck" ? card.slice(0, 2) : card);
    else if (suit && height && this.parts) this.parts.stacks[suit.letter] = height;
  }

  /** @param {Place} from @param {number} at */
  remove(from, at) {
    this.chosen = null;
    return this.cardsOf(from).splice(at, 1)[0];
  }

  draw() {
    const { board, parts } = this;
    if (!board || !parts) return;
    fill(this.place, el("h2", {}, t("set up")), el("p", { class: "faint" }, t("set up help")),
      this.table(), this.palette(), this.stacks(),
      parts.hands.map((_, index) => this.zone(index)), this.zone("deck"),
      this.chosen && this.marks(), this.pile(), this.rules());
  }

  /**
   * A card as text, drawn.
   * @param {string} text
   */
  card(text) {
    const { board } = this;
    if (!board) return text;
    const suit = board.suits.findIndex((each) => each.letter === text[0] && text[1] >= "1");
    const rank = suit < 0 ? null : Number(text[1]);
    return [face(board, { card: text.slice(0, 2), suit: suit < 0 ? null : suit, rank }),
      text.length > 2 && el("span", { class: "marks" }, text.slice(2))];
  }

  /**
   * A number with less and more.
   * @param {string} label @param {number | null} value @param {(value: number) => void} set
   * @param {number} most
   */
  count(label, value, set, most) {
    return el("label", { class: "count" }, el("span", {}, label), el("input", { type: "number", min: 0, max: most,
      "aria-label": label, "data-key": `n${label}`, value: value ?? "",
      onchange: (/** @type {any} */ event) => this.edit(() => set(Number(event.target.value))) }));
  }

  /** The stacks as numbers, on which cards can be laid, too. */
  stacks() {
    const parts = /** @type {import("./types").Parts} */ (this.parts);
    return this.section("stacks", [], el("div", { class: "counts" }, (this.board?.suits ?? []).map((suit) =>
      this.count(`${t("stack")} ${suit.name}`, parts.stacks[suit.letter],
        (value) => { parts.stacks[suit.letter] = value; }, suit.ranks.length))));
  }

  /** Tokens, strikes, turns, players. */
  table() {
    const parts = /** @type {import("./types").Parts} */ (this.parts);
    const count = this.count.bind(this);
    return el("div", { class: "counts" },
      count(t("tokens"), parts.tokens, (value) => { parts.tokens = value; }, 8),
      count(t("strikes"), parts.strikes, (value) => { parts.strikes = value; }, 2),
      count(t("turns left"), parts.turns, (value) => { parts.turns = value || null; }, 6),
      count(t("players"), parts.hands.length, (value) => {
        while (parts.hands.length < Math.min(value, 6)) parts.hands.push([]);
        parts.hands.length = Math.min(Math.max(value, 2), parts.hands.length);
        parts.mover = Math.min(parts.mover, parts.hands.length);
        if (typeof this.into === "number") this.into = Math.min(this.into, parts.hands.length - 1);
      }, 6));
  }

  /** Every card there is, to be picked or dragged; how many of each lie in the pile. */
  palette() {
    const board = /** @type {import("./types").Board} */ (this.board);
    const piled = (/** @type {string} */ card) => board.pile.filter((each) => each.card === card).length;
    const cards = board.suits.map((suit) => suit.ranks.map((rank) => `${suit.letter}${rank}`));
    return el("section", { class: "palette", "aria-label": t("pick"), ondragover: allow,
      ondrop: (/** @type {DragEvent} */ event) => this.drop(event, null) },
    el("h3", {}, t("pick")), [...cards, ["xx", "kt"]].map((row) => el("div", { class: "cards" },
      row.map((card) => el("button", { type: "button", class: "pick", draggable: "true", "data-key": `k${card}`,
        "data-card": card, "aria-label": t("add", { card, where: this.name(this.into) }),
        ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", `new ${card}`),
        onclick: () => this.edit(() => this.add(card, this.into)) },
      this.card(card), el("small", {}, card.match(/\d/) ? `${piled(card)}` : ""))))),
    el("p", { class: "faint" }, t("pile help")));
  }

  /**
   * The discard pile: what lies nowhere else. A card dropped here goes there.
   */
  pile() {
    const board = /** @type {import("./types").Board} */ (this.board);
    return el("section", { class: "zone", "data-zone": "pile", "aria-label": t("pile"), ondragover: allow,
      ondrop: (/** @type {DragEvent} */ event) => this.drop(event, null) },
    el("h3", {}, `${t("pile")} (${board.pile.length})`),
    el("div", { class: "cards" }, board.pile.map((card) => el("span", { draggable: "true", class: "drag",
      ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", `new ${card.card}`) },
    face(board, card, true)))));
  }

  /** @param {Place} where */
  name(where) {
    if (where === "stacks") return t("stacks");
    return where === "deck" ? t("deck") : this.board?.hands[where]?.name ?? `${t("player")} ${where + 1}`;
  }

  /**
   * Where cards can be laid: its name, which chooses it, and what is there.
   * @param {Place} where @param {any} head @param {any} content
   */
  section(where, head, content) {
    const mover = typeof where === "number" && this.parts?.mover === where + 1;
    return el("section", { class: this.into === where ? "zone into" : "zone", "data-zone": where,
      "aria-label": this.name(where), ondragover: allow,
      ondrop: (/** @type {DragEvent} */ event) => this.drop(event, where) },
    el("div", { class: "who" },
      el("button", { type: "button", "aria-pressed": String(this.into === where), "data-key": `z${where}`,
        onclick: () => { this.into = where; this.draw(); } }, `${mover ? "▶ " : ""}${this.name(where)}`), head),
    content);
  }

  /**
   * A hand or the deck.
   * @param {number | "deck"} where
   */
  zone(where) {
    const parts = /** @type {import("./types").Parts} */ (this.parts);
    return this.section(where,
      typeof where === "number"
        ? parts.mover !== where + 1 && el("button", { type: "button", class: "small", "data-key": `t${where}`,
          onclick: () => this.edit(() => { parts.mover = where + 1; }) }, t("moves next"))
        : el("label", { class: "tick" }, el("input", { type: "checkbox", checked: parts.ordered, "data-key": "ordered",
          onchange: () => this.edit(() => { parts.ordered = !parts.ordered; }) }), t("in order")),
      el("div", { class: "cards" }, this.cardsOf(where).map((card, at) => {
      const chosen = this.chosen?.from === where && this.chosen.at === at;
      return el("button", { type: "button", class: chosen ? "pick chosen" : "pick", draggable: "true",
        "aria-pressed": String(chosen), "data-key": `c${where}.${at}`, "aria-label": `${card}, ${this.name(where)}`,
        ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", `${where} ${at}`),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Delete" || event.key === "Backspace") this.edit(() => this.remove(where, at));
        },
        onclick: () => { this.chosen = chosen ? null : { from: where, at }; this.draw(); } }, this.card(card));
    })));
  }

  /** @param {DragEvent} event @param {Place | null} into null is the discard pile */
  drop(event, into) {
    event.preventDefault();
    const [from, what] = (event.dataTransfer?.getData("text/plain") ?? "").split(" ");
    const where = from === "deck" ? from : Number(from);
    if (!what || (from !== "new" && this.cardsOf(where)[Number(what)] === undefined)) return;
    this.edit(() => {
      const card = from === "new" ? what : this.remove(where, Number(what));
      if (into !== null) this.add(card, into);
    });
  }

  /** What can be done with the chosen card: away with it, or its marks. */
  marks() {
    const { chosen } = this;
    const card = chosen && this.cardsOf(chosen.from)[chosen.at];
    if (!chosen || !card) return null;
    const { from, at } = chosen;
    const found = /\(([^)-]*)-?([^)]*)\)/.exec(card);
    const touched = new Set(found?.[1]);
    const not = new Set(found?.[2]);
    const outright = /<[^>]*>/.exec(card)?.[0] ?? "";
    const turn = (/** @type {string} */ name) => this.edit(() => {
      if (touched.delete(name)) not.add(name);
      else if (!not.delete(name)) touched.add(name);
      const marks = `${[...touched].join("")}${not.size ? "-" : ""}${[...not].join("")}`;
      this.cardsOf(from)[at] = card.slice(0, 2) + (marks ? `(${marks})` : "") + outright;
    });
    return el("section", { class: "marking", "aria-label": t("marks") },
      el("h3", {}, `${t("marks")}: ${card}`),
      from === "deck" ? null : el("div", { class: "cards" }, (this.board?.clues ?? []).map((name) =>
        el("button", { type: "button", "data-key": `k${name}`, class: touched.has(name) ? "yes" : not.has(name) ? "no" : "",
          "aria-label": `${name}: ${t(touched.has(name) ? "touched" : not.has(name) ? "not touched" : "no clue")}`,
          onclick: () => turn(name) }, `${touched.has(name) ? "✓ " : not.has(name) ? "✗ " : ""}${name}`))),
      el("button", { type: "button", "data-key": "away", onclick: () => this.edit(() => this.remove(from, at)) },
        t("take away")));
  }

  rules() {
    const parts = /** @type {import("./types").Parts} */ (this.parts);
    const set = (/** @type {string} */ name, /** @type {string} */ value, fit = false) => this.edit(() => {
      parts.options[name] = value;
      parts.fit = fit;
    });
    return el("div", { class: "counts" },
      el("label", { class: "count" }, el("span", {}, t("variant")),
        el("input", { list: "variants", value: parts.options.variant ?? "standard", "data-key": "variant",
          onchange: (/** @type {any} */ event) => set("variant", event.target.value, true) }),
        el("datalist", { id: "variants" }, VARIANTS.map((name) => el("option", { value: name })))),
      Object.entries(OPTIONS).map(([name, values]) => el("label", { class: "count" }, el("span", {}, name),
        el("select", { "data-key": name, onchange: (/** @type {any} */ event) => set(name, event.target.value) },
          values.map((value) => el("option", { value, selected: value === (parts.options[name] ?? values[0]) },
            value))))),
      el("button", { type: "button", "data-key": "empty", onclick: () => this.edit(() => {
        parts.hands = parts.hands.map(() => []);
        parts.deck = [];
        parts.turns = null;
      }) }, t("clear")));
  }
}

/** @param {DragEvent} event */
function allow(event) {
  event.preventDefault();
}
