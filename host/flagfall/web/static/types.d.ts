/* The JSON of `web/source.py`, for the type checker only. */

export type SideName = "left" | "right";

export interface Player {
  name: string;
  colour: "white" | "black";
  title?: string;
}

export interface Side {
  value_us: number;
  at_us: number;
  slope: -1 | 0 | 1;
  until_us: number | null;
  flag: number | null;
  first: boolean;
  period: number;
  moves: number;
  violations: number;
  carried_us: number;
  uncollected_us?: number;
  used_us?: number;
  byo_left?: number | null;
  moves_due?: number | null;
  counts_up?: boolean;
}

export interface Answer {
  answer: string;
  text: string;
  rule?: string;
  final?: boolean;
}

export interface Note {
  code: string;
  text: string;
  rule: string;
  id?: number;
  side?: SideName | null;
  at_us?: number;
  urgent?: boolean;
  answers?: Answer[];
}

export interface Board {
  variant: string;
  pieces: Record<string, string>;
  last: string[];
  fen?: string;
  forbidden?: string[];
  offers?: string[];
  rows?: { kind: string; stones: string[]; open: string[] }[];
}

export interface Table {
  table: number;
  variant: string;
  players: Record<SideName, Player>;
  left: Side;
  right: Side;
  running: SideName | null;
  turn: SideName | null;
  phase: "ready" | "armed" | "playing" | "stopped" | "adjourned" | "over";
  result: string | null;
  reason: string;
  swapped?: boolean;
  opening?: { rule: string; text: string };
  legal: boolean;
  move_no: number;
  last_move: string;
  board?: Board | null;
  sensors?: boolean;
  notes: Note[];
  clock: string;
  firmware: string;
  link: "live" | "cut" | "lost" | "none";
  link_since_us: number;
  faults: number;
  fault_kinds?: Record<string, number>;
  health: string[];
  source?: string;
  regulation?: string;
  both_flags_unknown?: boolean;
  record_exempt?: SideName[];
  revision?: number;
}

export interface Hall {
  name: string;
  now_us: number;
  speed: number;
  events: number;
  events_lost: number;
  phase: string;
  tables: Table[];
  round?: number;
  rounds?: number;
  delay_s?: number;
}

export interface Move {
  ply: number;
  side: SideName;
  text: string;
  used_us: number;
  left_us: number;
  right_us: number;
  at_us: number;
  mark?: string;
  source?: string;
}

export interface Act {
  at_us: number;
  who: string;
  text: string;
  rule?: string;
}

export interface Detail {
  table: number;
  moves: Move[];
  acts: Act[];
  regulation?: string;
}

export interface Refusal {
  code: string;
  message: string;
  hint?: string;
}

export interface Order {
  table: number | "all";
  act: string;
  [field: string]: string | number | boolean;
}

export type Reply = { ok: true; [more: string]: unknown } | { ok: false; error: Refusal };

/** A field of a ruling's form. */
export interface Field {
  name: string;
  label: string;
  kind: "side" | "choice" | "amount" | "count" | "tick" | "text";
  choices?: [value: string, label: string][];
  value?: string | boolean;
  optional?: boolean;
  hint?: string;
}

/** An act of the arbiter: what it is called, which rule it stands on, what it asks for. */
export interface Ruling {
  act: string;
  title: string;
  law: string;
  text: string;
  fields: Field[];
  final?: boolean;
  /** Refused if the game went on since the arbiter looked. */
  careful?: boolean;
}
