/** The hall as last told: its head and its tables, and who wants to know of changes. */

/** @typedef {import("./types").Hall} Hall */
/** @typedef {import("./types").Table} Table */
/** @typedef {{whole: boolean, changed: Table[], before: Map<number, Table>}} Change */

export class HallState {
  constructor() {
    /** @type {Omit<Hall, "tables"> | null} */
    this.head = null;
    /** @type {Map<number, Table>} */
    this.tables = new Map();
    /** @type {((change: Change) => void)[]} */
    this.listeners = [];
  }

  /** Take in a message; `whole` replaces all tables. @param {Hall} hall @param {boolean} whole */
  apply(hall, whole) {
    const { tables, ...head } = hall;
    this.head = head;
    const before = whole ? this.tables : new Map(this.tables);
    if (whole) this.tables = new Map();
    for (const table of tables) this.tables.set(table.table, table);
    for (const listener of this.listeners) listener({ whole, changed: tables, before });
  }

  /** Tables in the order of their numbers. */
  inOrder() {
    return [...this.tables.values()].sort((a, b) => a.table - b.table);
  }
}
