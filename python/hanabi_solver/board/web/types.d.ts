/** What the server tells; docs/json.md explains every field. */
export interface Suit { letter: string; name: string; hue: string; ranks: number[]; copies: number[] }
export interface Card {
  card: string; suit: number | null; rank: number | null; marks?: string;
  playable?: boolean; critical?: boolean; dead?: boolean;
}
export interface Move {
  move: string; words: string; kind: "p" | "d" | "pd" | "clue";
  slot?: number; player?: number | null; what?: string | null; touches?: number[];
}
export interface Board {
  position: string | null; variant: string; rules: string; options: Record<string, string>;
  suits: Suit[]; stacks: number[]; hands: { name: string; cards: Card[] }[]; mover: number;
  deck: Card[]; deck_size: number; ordered: boolean; pile: Card[];
  tokens: number; most_tokens: number; strikes: number; most_strikes: number; turns: number | null;
  pace: number | null; score: number; reachable: number; max_score: number; over: number | null;
  clues: string[]; moves: Move[]; infos: Record<string, string | null>; info: string;
}
export interface Bounds { value: number | string | null; lower?: number | string; upper?: number | string }
export interface MoveValue extends Bounds {
  move: string; best: boolean; worse?: boolean; here?: number | string | null;
}
export interface Solution extends Bounds {
  info: string; objective: string; target: number | null; status: string; moves: MoveValue[];
  recommended: string | null; stop: string | null; worlds?: number | null;
  assignments?: number | null; slots?: { slot: number; cards: Record<string, string> }[];
  prescription?: { sees: string; does: string }[]; actual_words?: string;
  actual?: { move: string; worlds_left: number; result: string } | null;
}
export interface Step { turn: number; move: string; words: string; drawn: string | null }
export interface Turn {
  turn: number; player: number; move: string; best: string[]; verdict: string | null;
  value_before: number | string | null; value_move: number | string | null; loss: number | string | null;
  luck: number | string | null;
}
export interface Review { info: string; objective: string; target: number | null; turns: Turn[];
  worst_turn: number | null; result: number | string | null }
export interface Game { title: string; turn: number | null; boards: Board[]; steps: Step[] }
export interface Failure { error: string; faults?: { text: string; column: number | null; length: number }[] }
export interface Parts {
  stacks: Record<string, number>; hands: string[][]; deck: string[]; ordered: boolean; mover: number;
  tokens: number; strikes: number; turns: number | null; options: Record<string, string>; fit?: boolean;
}
export interface Saved { game: Game; reviews: Review[]; values: Record<string, Solution[]>; first: number }
export interface Puzzle { board: Board; solution: Solution }
