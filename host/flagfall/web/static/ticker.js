/** One animation loop for every face and counter; each touches its text only if it changed. */

/** @typedef {(nowUs: number) => void} Draw */

export class Ticker {
  /** @param {() => number} now hall time, µs */
  constructor(now) {
    this.now = now;
    /** @type {Set<Draw>} */
    this.draws = new Set();
    const loop = () => {
      this.draw();
      requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
  }

  /** Draw everything now. */
  draw() {
    const now = this.now();
    for (const draw of this.draws) draw(now);
  }

  /** @param {Draw} draw */
  add(draw) {
    this.draws.add(draw);
    draw(this.now());
  }

  /** @param {Draw} draw */
  remove(draw) {
    this.draws.delete(draw);
  }
}
