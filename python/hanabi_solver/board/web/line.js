// Where one is: a game's own line, and branches beside it.

/**
 * @typedef {object} Place A board, and how it was reached.
 * @property {import("./types").Board} board
 * @property {Place | null} before
 * @property {Place[]} after the first is the main line
 * @property {string} move
 * @property {string} words
 * @property {string | null} drawn
 * @property {number} turn from 1; of the move made here
 * @property {boolean} game whether it is of the game's own line
 * @property {Place | null} last the one gone to last
 */

/**
 * @param {import("./types").Board} board @param {number} [turn] @param {boolean} [game]
 * @returns {Place}
 */
export function beginning(board, turn = 1, game = false) {
  return { board, before: null, after: [], move: "", words: "", drawn: null, turn, game, last: null };
}

/**
 * A place after another; the one that is there if the same move led to the same board.
 * @param {Place} before @param {import("./types").Board} board
 * @param {{ move: string, words: string, drawn: string | null }} made @param {boolean} [game]
 */
export function following(before, board, made, game = false) {
  const same = before.after.find((each) => each.move === made.move && each.drawn === made.drawn);
  if (same) return same;
  /** @type {Place} */
  const place = { ...beginning(board, before.turn + 1, game), before, move: made.move,
    words: made.words, drawn: made.drawn };
  before.after.push(place);
  return place;
}

/**
 * The line of a game.
 * @param {import("./types").Game} game
 */
export function lineOf(game) {
  const start = beginning(game.boards[0], game.steps[0]?.turn ?? 1, true);
  let place = start;
  game.steps.forEach((step, index) => {
    place = following(place, game.boards[index + 1], step, true);
  });
  return start;
}

/** @param {Place} place */
export function first(place) {
  while (place.before) place = place.before;
  return place;
}

/**
 * Where going forward leads: where one came from, else along the main line.
 * @param {Place} place
 */
export function next(place) {
  return place.last ?? place.after[0] ?? null;
}

/** @param {Place} place */
export function end(place) {
  for (let after = next(place); after; after = next(place)) place = after;
  return place;
}

/**
 * The next branch beside this one.
 * @param {Place} place @param {number} step
 */
export function beside(place, step) {
  const all = place.before?.after ?? [];
  return all[all.indexOf(place) + step] ?? null;
}

/**
 * Goes to a place: the way back to it is remembered.
 * @param {Place} place
 */
export function visited(place) {
  for (let each = place; each.before; each = each.before) each.before.last = each;
}

/**
 * The place of the game's own line before a turn.
 * @param {Place} start @param {number} turn
 */
export function ofTurn(start, turn) {
  let place = start;
  while (place.turn < turn) {
    const after = place.after.find((each) => each.game);
    if (!after) break;
    place = after;
  }
  return place;
}
