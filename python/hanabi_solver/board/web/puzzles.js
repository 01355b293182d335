// Puzzles to solve: a board each, its values hidden until they are asked for.
import { byId, el, fill, t } from "./dom.js";
import { drawn, valued } from "./table.js";

/** @type {import("./types").Puzzle[]} */
const puzzles = JSON.parse(byId("saved").textContent || "[]");

puzzles.forEach((puzzle, number) => {
  const place = byId(`board${number + 1}`);
  const answer = byId(`answer${number + 1}`);
  const folded = /** @type {HTMLDetailsElement} */ (byId(`solution${number + 1}`));
  /** @type {Set<number>} */
  const cluing = new Set();
  /** @type {string | null} */
  let tried = null;
  const { value, objective } = valued(puzzle.solution, puzzle.solution.objective);

  function show() {
    fill(place, drawn(puzzle.board, {
      value: folded.open ? value : () => undefined, objective, made: null, can: () => true, cluing,
      single: puzzle.solution.info === "hidden",
      act: (move) => {
        tried = move;
        tell();
      },
      unfold: (player) => {
        if (!cluing.delete(player)) cluing.add(player);
        show();
      },
    }));
  }

  function tell() {
    const words = puzzle.board.moves.find((move) => move.move === tried)?.words ?? tried;
    const right = tried !== null && value(tried)?.best;
    fill(answer, el("span", { class: right ? "right" : "wrong" },
      t(right ? "puzzle right" : "puzzle wrong", { move: words })));
  }

  folded.addEventListener("toggle", show);
  show();
});
