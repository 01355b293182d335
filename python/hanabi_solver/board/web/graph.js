// The review of a game as a graph: the value before every turn, losses as dots to click on.
import { el, t } from "./dom.js";
import { about, brief } from "./numbers.js";

const WIDTH = 400;
const HEIGHT = 150;
const LEFT = 46;
const FOOT = 18;
const HEAD = 10;

/**
 * @typedef {object} Loss
 * @property {import("./types").Turn} turn
 * @property {"at the table" | "in hindsight" | "plainly"} where whether the player could have known:
 *   plainly is where the seat was not asked
 */

/**
 * Losses by turn. With the deck known they count only where nothing else was asked, for nobody
 * could know it.
 * @param {Map<string, import("./types").Review>} reviews
 * @returns {Map<number, Loss>}
 */
export function lossesOf(reviews) {
  const seat = reviews.get("seat");
  const asked = new Set(seat?.turns.map((turn) => turn.turn));
  const found = new Map();
  for (const info of reviews.size === 1 ? reviews.keys() : ["open", "seat", "hidden"]) {
    for (const turn of reviews.get(info)?.turns ?? []) {
      if (turn.loss === null || about(turn.loss) <= 0) continue;
      if (info === "seat" || info === "hidden") found.set(turn.turn, { turn, where: "at the table" });
      else if (!seat) found.set(turn.turn, { turn, where: "plainly" });
      else if (asked.has(turn.turn)) found.set(turn.turn, { turn, where: "in hindsight" });
    }
  }
  return found;
}

/**
 * @param {Map<string, import("./types").Review>} reviews
 * @param {number} turns how many there are
 * @param {number} now the turn that is shown
 * @param {(turn: number) => void} go
 */
export function graph(reviews, turns, now, go) {
  const listed = [...reviews.values()];
  const first = Math.min(turns, ...listed.flatMap((each) => each.turns.map((turn) => turn.turn)));
  const values = listed.flatMap((each) => each.turns.flatMap((turn) =>
    turn.value_before === null ? [] : [about(turn.value_before)]));
  const win = listed[0]?.objective === "win";
  const high = win ? 1 : Math.ceil(Math.max(...values, 1));
  const low = win ? 0 : Math.min(Math.floor(Math.min(...values, high)), high - 1);
  const across = (WIDTH - LEFT - 12) / Math.max(turns + 1 - first, 1);
  const x = (/** @type {number} */ turn) => LEFT + (turn - first) * across;
  const y = (/** @type {number} */ value) =>
    HEIGHT - FOOT - ((value - low) / (high - low || 1)) * (HEIGHT - FOOT - HEAD);
  const parts = [low, high].map((value) => el("svg:g", {},
    el("svg:line", { class: "grid", x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value) }),
    el("svg:text", { x: 2, y: y(value) + 4 }, win ? `${100 * value} %` : value)));
  if (now >= first) {
    parts.push(el("svg:line", { class: "now", x1: x(now), x2: x(now), y1: HEAD, y2: HEIGHT - FOOT }));
  }
  for (const review of listed.reverse()) {
    const points = review.turns.filter((turn) => turn.value_before !== null)
      .map((turn) => `${x(turn.turn)},${y(about(turn.value_before ?? 0))}`);
    if (review.result !== null && points.length) points.push(`${x(turns + 1)},${y(about(review.result))}`);
    parts.push(el("svg:polyline", { class: `line ${review.info}`, points: points.join(" ") }));
  }
  const every = Math.ceil((turns + 1 - first) / 10);
  for (let turn = first; turn <= turns; turn += 1) {
    if ((turn - first) % every === 0) parts.push(el("svg:text", { class: "tick", x: x(turn), y: HEIGHT - 4 }, turn));
    parts.push(el("svg:rect", { class: "column", x: x(turn) - across / 2, y: 0, width: across,
      height: HEIGHT, onclick: () => go(turn) }));
  }
  for (const [number, { turn, where }] of lossesOf(reviews)) {
    if (turn.value_before === null) continue;
    const title = t("graph loss", { turn: number, loss: brief(turn.loss ?? 0, win ? "win" : ""),
      where: t(where) });
    parts.push(el("svg:a", { href: `#t${number}`, "aria-label": title, "data-turn": number,
      class: where === "in hindsight" ? "dot hindsight" : "dot table",
      onclick: (/** @type {Event} */ event) => { event.preventDefault(); go(number); } },
    el("svg:circle", { cx: x(number), cy: y(about(turn.value_before)), r: 4.5 },
      el("svg:title", {}, title))));
  }
  return el("svg:svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": t("graph") },
    ...parts);
}

/**
 * What the lines and the dots are.
 * @param {Map<string, import("./types").Review>} reviews
 */
export function legend(reviews) {
  return el("p", { class: "legend" },
    [...reviews.keys()].map((info) => el("span", { class: `key ${info}` }, t(info))),
    [...new Set([...lossesOf(reviews).values()].map((loss) => loss.where))].sort().map((where) =>
      el("span", {}, `${where === "in hindsight" ? "○" : "●"} ${t(where)}`)));
}
