// A problem that the reader solves: the page only compares moves with the record, which says what is right. The same
// rules as in the terminal: see `hoshi_record::problem`.

/** @typedef {"on" | "right" | "wrong" | "not-this" | "unknown" | "forced" | "over" | "occupied"} Verdict */

export class Solve {
  /** @param {import("./record.js").Game} game */
  constructor(game) {
    this.game = game;
    const task = game.data.problem ?? { solver: "b", start: 0 };
    this.start = task.start;
    this.solver = game.side(task.solver === "b" ? "black" : "white");
    /** Whether the solver passes anywhere in the record. */
    this.canPass = game.nodes.some((_, index) => { const move = game.played(index); return move?.at === -1 && move.color === this.solver; });
    /** Whether a right end is reached from each node; children come after their parents. @type {boolean[]} */
    this.good = [];
    for (let at = game.nodes.length - 1; at >= 0; at--) {
      const isOpen = !this.says(at, "n");
      this.good[at] = isOpen && (this.says(at, "r") || game.children[at].some((child) => this.good[child]));
    }
    this.restart();
  }

  /** @param {number} at @param {string} sign */
  says(at, sign) {
    return (this.game.nodes[at].v ?? "").includes(sign);
  }

  restart() {
    this.isOver = false;
    this.game.go(this.start);
  }

  /** The solver plays. What the record answers is played by `answer`. @param {number} point @returns {Verdict} */
  play(point) {
    const { game } = this;
    if (this.isOver) return "over";
    if (point >= 0 && game.cells[point]) return "occupied";
    const child = game.children[game.at].find((child) => game.played(child)?.at === point);
    if (child === undefined) return this.says(game.at, "f") ? "forced" : "unknown";
    if (this.says(child, "n")) return "not-this";
    game.enter(child);
    return this.children().length ? "on" : this.end();
  }

  children() {
    return this.game.children[this.game.at];
  }

  /** The record answers. @returns {Verdict} */
  answer() {
    if (this.children().length) this.game.enter(this.children()[0]);
    return this.children().length ? "on" : this.end();
  }

  /** @returns {Verdict} */
  end() {
    this.isOver = true;
    return this.says(this.game.at, "r") ? "right" : "wrong";
  }

  /** Takes the last move of the solver back. */
  back() {
    const { game } = this;
    this.isOver = false;
    do {
      if (game.at === this.start || game.line.length < 2) return;
      game.leave();
    } while (game.turn !== this.solver);
  }

  /** A move that leads to a right end: a point, -1 for a pass, or null if there is none. */
  hint() {
    const child = this.children().find((child) => this.good[child]);
    return child === undefined ? null : this.game.played(child)?.at ?? null;
  }

  /** The end of a right line, from here if one can be reached, else from the start. */
  solution() {
    const { game } = this;
    let at = this.good[game.at] ? game.at : this.start;
    for (;;) {
      const child = game.children[at].find((child) => this.good[child]) ?? game.children[at][0];
      if (child === undefined) return at;
      at = child;
    }
  }

  /** The points to choose from, if the record wants them shown. */
  choices() {
    if (!this.says(this.game.at, "c")) return [];
    return this.children().map((child) => this.game.played(child)?.at ?? -1).filter((at) => at >= 0);
  }
}
