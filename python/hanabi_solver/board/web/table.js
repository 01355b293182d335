// The table: stacks, hands, deck and pile as cards, and the moves on them. No rule is known here.
import { el, t } from "./dom.js";
import { about, fraction, told } from "./numbers.js";

const SHAPES = ["●", "◆", "▲", "■", "★", "✚", "⬢"];

/**
 * @typedef {object} Shown How a board is shown.
 * @property {(move: string) => import("./types").MoveValue | undefined} value of a move
 * @property {string} objective
 * @property {string | null} made the move of the game, if this is one of its turns
 * @property {((move: string) => void) | null} act makes a move; null where none can be made
 * @property {(move: string) => boolean} can whether that move can be made
 * @property {Set<number>} cluing players whose clues were unfolded or folded by hand
 * @property {(player: number) => void} unfold
 * @property {boolean} single every clue has a value of its own
 */

/**
 * A card's face: colour, shape, letter and rank, so that nobody needs the colour.
 * @param {import("./types").Board} board @param {import("./types").Card} card @param {boolean} [thin]
 */
export function face(board, card, thin = false) {
  const suit = card.suit === null ? null : board.suits[card.suit];
  const signs = [
    card.playable && t("playable"), card.critical && t("critical"), card.dead && t("dead"),
  ].filter(Boolean);
  const kind = ["card", `hue-${suit?.hue || "none"}`, thin && "thin", card.playable && "playable",
    card.critical && "critical", card.dead && "dead"].filter(Boolean).join(" ");
  const name = suit ? `${suit.name} ${card.rank}` : card.card;
  return el("span", { class: kind, role: "img", "aria-label": [name, ...signs].join(", "),
    title: [card.card, name, ...signs].join(", ") },
  el("b", { "aria-hidden": true }, suit ? card.rank : card.card === "xx" ? "?" : card.card),
  suit && el("i", { "aria-hidden": true }, `${SHAPES[Number(card.suit) % SHAPES.length]}${suit.letter}`),
  card.critical && el("u", { "aria-hidden": true }, "!"));
}

/**
 * The button of a move with its value, the best ones marked.
 * @param {import("./types").Move} move @param {string} label @param {Shown} shown
 */
function moveButton(move, label, shown) {
  const value = shown.value(move.move);
  const best = Boolean(value?.best);
  const made = shown.made === move.move;
  const exact = value ? fraction(value) : "";
  const kind = ["move", best && "best", value?.worse && "worse", made && "made"].filter(Boolean).join(" ");
  const spoken = [move.words, value && told(value, shown.objective), best && t("best"),
    made && t("made")].filter(Boolean).join(", ");
  return el("button", { class: kind, type: "button", "data-move": move.move, "data-key": `m${move.move}`,
    disabled: !shown.act || !shown.can(move.move), title: exact ? `${spoken} = ${exact}` : spoken, "aria-label": spoken,
    onclick: () => shown.act?.(move.move) },
  el("span", { class: "what" }, best ? `★ ${label}` : label),
  value && el("span", { class: "value" }, told(value, shown.objective)),
  value && exact && el("span", { class: "exact" }, exact.length > 11 ? `${exact.slice(0, 10)}…` : exact));
}

/** @param {import("./types").Board} board @param {Shown} shown */
function hands(board, shown) {
  return board.hands.map((hand, index) => {
    const player = index + 1;
    const own = player === board.mover && board.over === null;
    const clues = board.moves.filter((move) => move.kind === "clue"
      && (move.player === player || (move.player === null && !own)));
    return el("section", { class: own ? "hand mover" : "hand", "aria-label": hand.name },
      el("div", { class: "who" },
        el("h2", {}, own && el("span", { class: "turn", title: t("to move") }, "▶ "), el("span", { class: "name" }, hand.name)),
        !own && clues.length > 0 && clueHead(player, clues, shown)),
      el("div", { class: "cards" },
        hand.cards.map((card, slot) => el("div", { class: "slot" },
          face(board, card),
          card.marks ? el("span", { class: "marks", title: t("marks") }, card.marks) : null,
          own && board.moves.filter((move) => move.slot === slot + 1).map((move) =>
            moveButton(move, t(move.kind === "p" ? "play" : "discard"), shown)))),
        hand.cards.length ? null : el("span", { class: "faint" }, "–")),
      !own && clues.length > 0 && unfolded(player, shown)
        ? el("div", { class: "clues" }, clues.map((move) =>
          moveButton(move, clueLabel(board, move), shown)))
        : null);
  });
}

/**
 * Whether a player's clues are shown: at first only where they differ in value.
 * @param {number} player @param {Shown} shown
 */
function unfolded(player, shown) {
  return shown.cluing.has(player) !== shown.single;
}

/**
 * A player to clue: the best value of the clues to that player.
 * @param {number} player @param {import("./types").Move[]} clues @param {Shown} shown
 */
function clueHead(player, clues, shown) {
  const found = clues.flatMap((move) => shown.value(move.move) ?? []);
  const sure = (/** @type {import("./types").Bounds} */ each) => about(each.value ?? each.lower ?? 0);
  const value = found.sort((one, other) => sure(other) - sure(one))[0];
  const best = found.some((each) => each.best);
  const open = unfolded(player, shown);
  const text = value ? told(value, shown.objective) : "";
  const made = clues.some((move) => move.move === shown.made);
  return el("button", { type: "button",
    class: ["move clue", best && "best", made && "made"].filter(Boolean).join(" "),
    "aria-expanded": String(open), "data-key": `clue${player}`, "data-clue": player,
    onclick: () => shown.unfold(player) },
  el("span", { class: "what" }, `${best ? "★ " : ""}${t("clue")} ${open ? "▾" : "▸"}`),
  text && el("span", { class: "value" }, text),
  text && value && fraction(value).length < 12 && fraction(value)
    ? el("span", { class: "exact" }, fraction(value)) : null);
}

/** @param {import("./types").Board} board @param {import("./types").Move} move */
function clueLabel(board, move) {
  if (move.what === null || move.what === undefined) return t("any clue");
  const index = board.suits.findIndex((suit) => suit.letter === move.what);
  const suit = board.suits[index];
  return suit ? `${SHAPES[index % SHAPES.length]} ${suit.name}` : move.what;
}

/** @param {string} label @param {string | number} text @param {string} [kind] */
function fact(label, text, kind = "") {
  return el("div", { class: `fact ${kind}` }, el("dt", {}, label), el("dd", {}, text));
}

/** @param {import("./types").Board} board */
function state(board) {
  const tokens = "●".repeat(Math.floor(board.tokens)) + (board.tokens % 1 ? "◐" : "");
  return el("dl", { class: "state" },
    fact(t("tokens"), `${board.tokens} / ${board.most_tokens} ${tokens}`, "tokens"),
    fact(t("strikes"), `${board.strikes} / ${board.most_strikes} ${"✖".repeat(board.strikes)}`,
      board.strikes ? "strikes" : ""),
    fact(t("deck left"), board.deck_size),
    board.turns === null ? null : fact(t("turns left"), board.turns),
    board.pace === null ? null : fact(t("pace"), board.pace),
    fact(t("score"), `${board.score} / ${board.max_score}`),
    board.reachable < board.max_score ? fact(t("reachable"), board.reachable) : null);
}

/** @param {import("./types").Board} board */
function stacks(board) {
  return el("div", { class: "stacks", role: "group", "aria-label": t("stacks") },
    board.suits.map((suit, index) => {
      const height = board.stacks[index];
      const card = { card: `${suit.letter}${height}`, suit: index, rank: suit.ranks[height - 1] ?? 0 };
      return el("span", { class: height ? "stack" : "stack empty", "data-stack": `${suit.letter}${height}` },
        face(board, card), height === suit.ranks.length ? el("span", { class: "whole" }, "✓") : null);
    }));
}

/** @param {import("./types").Board} board @param {import("./types").Card[]} cards */
function row(board, cards) {
  return el("div", { class: "cards" }, cards.length
    ? cards.map((card) => face(board, card, true)) : el("span", { class: "faint" }, "–"));
}

/**
 * The whole board.
 * @param {import("./types").Board} board @param {Shown} shown
 */
export function drawn(board, shown) {
  const unseen = board.deck.length > board.deck_size;
  const deck = unseen ? t("deck and unseen") : t(board.ordered ? "deck, next first" : "deck, any order");
  const blind = board.moves.find((move) => move.kind === "pd");
  return [
    el("div", { class: "top" }, stacks(board), state(board)),
    board.over === null ? null : el("p", { class: "over", role: "status" }, t("over", { score: board.over })),
    ...hands(board, shown),
    el("div", { class: "rest" },
      el("section", {}, el("h2", {}, `${deck} (${board.deck_size})`), row(board, board.deck),
        blind && moveButton(blind, blind.words, shown)),
      el("section", {}, el("h2", {}, `${t("pile")} (${board.pile.length})`), row(board, board.pile))),
  ];
}

/**
 * What a board shows of a solution.
 * @param {import("./types").Solution | undefined} solution @param {string} objective
 */
export function valued(solution, objective) {
  const values = new Map(solution?.moves.map((move) => [move.move, move]));
  return {
    value: (/** @type {string} */ move) =>
      values.get(move) ?? (move.startsWith("c") ? values.get("clue") : undefined),
    objective,
  };
}
