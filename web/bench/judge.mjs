// Figures of a benchmark: a line for each, with its limit and the ratio of the
// two. A ratio above 1 misses the limit.

export class Judge {
  missed = [];

  constructor(print = console.log) {
    this.print = print;
  }

  // line prints a figure. Without a limit it is told and not judged; before is
  // the same figure of an earlier site.
  line(name, value, unit, { limit, before, note } = {}) {
    const digits = unit === "ms" || unit === "%" ? 1 : 0;
    const told = (n) => `${n.toFixed(digits)} ${unit}`.trim();
    const over = limit !== undefined && !(value <= limit);
    if (over) this.missed.push(name);
    const parts = [`${over ? "MISS" : "ok  "}  ${name.padEnd(64)} ${told(value).padStart(11)}`];
    if (limit !== undefined) parts.push(`at most ${told(limit)}`, `ratio ${limit > 0 ? (value / limit).toFixed(2) : value > 0 ? "above" : "0.00"}`);
    if (before !== undefined) parts.push(`before ${told(before)}, ${(value / before).toFixed(2)} times that`);
    if (note) parts.push(note);
    this.print(parts.join(", "));
  }

  // fail notes a story that could not be measured to its end.
  fail(name, error) {
    this.missed.push(`${name}, not measured`);
    this.print(`FAIL  ${name}: ${error.message}`);
  }
}
