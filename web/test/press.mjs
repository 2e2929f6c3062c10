// Links as engine/link writes them, written here a second time, so that a test can
// make those that the site itself never would.
//
// What a bit is likely to be is predicted from the bytes before it and mixed by
// weights that learn; the bits are coded by that. All is in whole numbers of 32 bits.

import { readFileSync } from "node:fs";

const ORDERS = [1, 2, 3, 4, 6], TABLE_BITS = 16, PLACE_BITS = 14, MATCH_LENGTHS = 8, MAX_MATCH = 63;

// The primer is a part of the form and stands in one place, the engine's own.
const source = readFileSync(new URL("../../engine/link/model.go", import.meta.url), "utf8");
const primer = Buffer.from([...source.slice(source.indexOf("const primer =")).split("\n\n")[0].matchAll(/"((?:[^"\\]|\\.)*)"/g)]
  .map(([, part]) => part.replaceAll("\\x00", "\0")).join(""), "latin1");

const SQUASHED = [1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785, 3901, 3975, 4024, 4050,
  4068, 4079, 4085, 4089, 4092, 4093, 4094];
const squash = (d) => {
  d = Math.max(-2047, Math.min(2047, d));
  const w = d & 127, i = (d >> 7) + 16;
  return (SQUASHED[i] * (128 - w) + SQUASHED[i + 1] * w + 64) >> 7;
};
const STRETCHED = new Int16Array(4096).fill(2047);
for (let d = -2047, filled = 0; d <= 2047; d++) for (const v = squash(d); filled <= v; filled++) STRETCHED[filled] = d;

class Model {
  constructor(size) {
    this.tables = ORDERS.map(() => new Uint32Array(1 << TABLE_BITS).fill(2 ** 31));
    this.at = ORDERS.map(() => 0);
    this.contexts = ORDERS.map(() => 0);
    this.inputs = [...ORDERS.map(() => 0), 0];
    this.weights = Array.from({ length: MATCH_LENGTHS }, () => this.inputs.map(() => 1 << 14));
    this.history = new Uint8Array(primer.length + size);
    this.places = new Int32Array(1 << PLACE_BITS);
    Object.assign(this, { set: 0, partial: 1, n: 0, match: 0, length: 0 });
    this.predict();
    for (const b of primer) for (let shift = 7; shift >= 0; shift--) this.update(b >> shift & 1);
  }

  predict() {
    for (let i = 0; i < ORDERS.length; i++) {
      this.at[i] = (this.contexts[i] + Math.imul(this.partial, 0x9E3779B1)) >>> (32 - TABLE_BITS);
      this.inputs[i] = STRETCHED[this.tables[i][this.at[i]] >>> 20];
    }
    const bit = this.matched();
    this.set = bit < 0 ? 0 : 1 + Math.min(this.length >> 2, MATCH_LENGTHS - 2);
    this.inputs[ORDERS.length] = bit < 0 ? 0 : (2 * bit - 1) * Math.min(this.length * 32, 2047);
    let sum = 0;
    for (let i = 0; i < this.inputs.length; i++) sum += this.inputs[i] * this.weights[this.set][i];
    this.p = squash(Math.floor(sum / 65536));
  }

  // matched is the bit that followed the repetition, -1 for none.
  matched() {
    if (this.match === 0 || this.match >= this.n) return -1;
    const expected = this.history[this.match] | 256, seen = 31 - Math.clz32(this.partial);
    return expected >> (8 - seen) === this.partial ? expected >> (7 - seen) & 1 : -1;
  }

  update(bit) {
    const wrong = (bit << 12) - this.p;
    for (let i = 0; i < this.inputs.length; i++) this.weights[this.set][i] += Math.floor((this.inputs[i] * wrong + 8192) / 16384);
    for (let i = 0; i < ORDERS.length; i++) {
      const e = this.tables[i][this.at[i]], count = e & 1023, p = e >>> 10;
      const learned = p + Math.trunc((bit * 2 ** 22 - bit - p) * 2 / (2 * count + 3));
      this.tables[i][this.at[i]] = learned * 1024 + Math.min(count + 1, 250);
    }
    if ((this.partial = this.partial << 1 | bit) >= 256) {
      this.byte(this.partial & 255);
      this.partial = 1;
    }
    this.predict();
  }

  hashed(from, h) {
    for (let i = Math.max(0, from); i < this.n; i++) {
      h = Math.imul(h + this.history[i] + 1, 0x2C9277B5);
      h ^= h >>> 15;
    }
    return h;
  }

  byte(b) {
    const goes = this.match > 0 && this.match < this.n && this.history[this.match] === b;
    [this.match, this.length] = goes ? [this.match + 1, Math.min(this.length + 1, MAX_MATCH)] : [0, 0];
    this.history[this.n++] = b;
    for (let i = 0; i < ORDERS.length; i++) this.contexts[i] = Math.imul(this.hashed(this.n - ORDERS[i], Math.imul(ORDERS[i], 0x2F0B4C47)), 0x85EBCA6B);
    if (this.n < 5) return;
    const place = this.hashed(this.n - 5, 0) >>> (32 - PLACE_BITS);
    if (this.match === 0 && this.places[place] > 0) {
      this.match = this.places[place];
      while (this.length < MAX_MATCH && this.length < this.match && this.history[this.match - 1 - this.length] === this.history[this.n - 1 - this.length]) this.length++;
      if (this.length === 0) this.match = 0;
    }
    this.places[place] = this.n;
  }
}

const uvarint = (n) => {
  const out = [];
  for (; n > 127; n = Math.floor(n / 128)) out.push(n % 128 | 128);
  return [...out, n];
};

// pressed codes bytes, their number first.
export function pressed(bytes) {
  const m = new Model(bytes.length), to = uvarint(bytes.length);
  let low = 0, high = 0xFFFFFFFF;
  for (const b of bytes) {
    for (let shift = 7; shift >= 0; shift--) {
      const bit = b >> shift & 1, middle = low + Math.floor((high - low) * m.p / 4096);
      [low, high] = bit ? [low, middle] : [middle + 1, high];
      m.update(bit);
      for (; (low ^ high) >>> 24 === 0; [low, high] = [low << 8 >>> 0, (high << 8 | 255) >>> 0]) to.push(high >>> 24);
    }
  }
  return Buffer.from([...to, high >>> 24]);
}

// sealed puts the checksum before bytes: FNV-1a of 64 bits, folded.
export function sealed(bytes) {
  let h = 14695981039346656037n;
  for (const b of bytes) h = (h ^ BigInt(b)) * 1099511628211n & 0xFFFFFFFFFFFFFFFFn;
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(Number((h ^ h >> 32n) & 0xFFFFFFFFn));
  return Buffer.concat([sum, bytes]).toString("base64url");
}

// The three forms of a moment as a text: work of the playground, and a log of
// another screen, short and plain.
export const work = (text) => `k1.${sealed(pressed(Buffer.from(text)))}`;
export const short = (screen, bytes) => `km1.${screen}.${sealed(pressed(bytes))}`;
export const plain = (screen, bytes) => `kt1.${screen}.${sealed(bytes)}`;

// log is what a moment of a log holds: notes, the fingerprint of its beginning, and
// commands one after another in one branch.
export function log(notes, begin, commands) {
  const text = (s) => Buffer.concat([Buffer.from(uvarint(Buffer.byteLength(s))), Buffer.from(s)]);
  const numbers = (...all) => Buffer.from(all.flatMap(uvarint));
  return Buffer.concat([numbers(notes.length), ...notes.map(text), numbers(begin, commands.length),
    ...commands.flatMap((c) => [numbers(0), text(c)]), numbers(1), text("main"), numbers(commands.length, commands.length, 0, 0, 0)]);
}

// apart takes the plain form of a moment apart, up to its commands.
export function apart(text) {
  const [, screen, body] = text.trim().split("."), p = Buffer.from(body, "base64url").subarray(4);
  let at = 0;
  const number = () => { for (let n = 0, unit = 1; ; unit *= 128) { const b = p[at++]; n += (b & 127) * unit; if (b < 128) return n; } };
  const notes = Array.from({ length: number() }, () => { const n = number(); at += n; return p.subarray(at - n, at).toString(); });
  return { screen, notes, begin: at < p.length ? number() : 0 };
}
