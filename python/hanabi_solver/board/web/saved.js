// A check on a page of its own: all its values are inside, nothing is searched.
import { byId, el, fill, t } from "./dom.js";
import { lossesOf } from "./graph.js";
import { first, lineOf, ofTurn } from "./line.js";
import { drawn, valued } from "./table.js";
import { View, lossWords } from "./view.js";

/** @type {import("./types").Saved} */
const saved = JSON.parse(byId("saved").textContent || "{}");
const begin = lineOf(saved.game);

/** @param {import("./line.js").Place} place the move of the game there */
function made(place) {
  return place.after.find((each) => each.game);
}

/** @type {View} */
const view = new View({
  act: () => { if (view.here) view.go(made(view.here) ?? null); },
  can: (move) => view.here !== null && made(view.here)?.move === move,
  arrived: () => { known(); },
  chosen: (_known, other) => { if (other) checked(); },
});

function known() {
  view.solutions.clear();
  for (const each of saved.values[view.here?.turn ?? 0] ?? []) {
    view.solutions.set(`${each.info} ${each.objective}`, each);
  }
  document.querySelector(".turns [aria-current]")?.removeAttribute("aria-current");
  document.getElementById(`t${view.here?.turn}`)?.setAttribute("aria-current", "true");
}

function checked() {
  view.reviews = new Map(saved.reviews.filter((each) => each.objective === view.objective)
    .map((each) => [each.info, each]));
}

/** @param {string} address `#t12` is turn 12 */
function goTo(address) {
  const turn = Number(/^#t(\d+)$/.exec(address)?.[1]);
  if (turn) view.go(ofTurn(begin, turn));
}

/** Every board at which something was lost, with its values: for paper. */
function print() {
  const { info, objective } = view;
  const losses = [...lossesOf(view.reviews)].sort(([one], [other]) => one - other);
  fill(byId("printed"), losses.map(([turn, loss]) => {
    const { board } = ofTurn(begin, turn);
    const words = (/** @type {string} */ name) => name === "clue" ? t("any clue")
      : board.moves.find((move) => move.move === name)?.words ?? name;
    const of = loss.where === "in hindsight" ? "open" : info;
    const values = saved.values[turn]?.find((each) => each.info === of && each.objective === objective)
      ?? saved.values[turn]?.find((each) => each.objective === objective);
    return el("section", { class: "sheet" },
      el("h2", {}, `${turn}. ${board.hands[board.mover - 1]?.name}`),
      el("p", {}, lossWords(loss, objective, words)),
      el("div", {}, drawn(board, { ...valued(values, objective), made: loss.turn.move, act: null,
        can: () => false, cluing: new Set(), single: values?.info === "hidden", unfold: () => {} })),
      el("p", {}, el("code", {}, board.position)));
  }));
}

view.title = "";
view.info = saved.reviews[0]?.info ?? "open";
view.objective = saved.reviews.find((each) => each.objective === "win")?.objective
  ?? saved.reviews[0]?.objective ?? "win";
checked();
view.go(begin);
const shown = [...lossesOf(view.reviews)].sort(([one], [other]) => one - other)[0]?.[0] ?? saved.first;
if (!location.hash) view.go(ofTurn(begin, shown));
goTo(location.hash);
window.addEventListener("hashchange", () => goTo(location.hash));
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest(".turns a") : null;
  if (!link || !view.here) return;
  event.preventDefault();
  view.go(ofTurn(first(view.here), Number(link.getAttribute("href")?.slice(2))));
  byId("table").scrollIntoView({ block: "start" });
  byId("board").focus({ preventScroll: true });
});
window.addEventListener("beforeprint", print);
