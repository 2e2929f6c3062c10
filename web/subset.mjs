// Writes a font with some of its signs to standard output:
//
//   node subset.mjs FONT UNICODE-RANGE
//
// The signs are written as styles write them. Of the features kerning and
// figures of one width stay, of the weights those that the styles use. The same
// font and signs give the same bytes.
import { readFileSync } from "node:fs";
import subset from "subset-font";

const [font, signs] = process.argv.slice(2);
const text = signs.split(",").flatMap((part) => {
  const [first, last = first] = part.trim().replace(/^U\+/i, "").split("-").map((n) => parseInt(n, 16));
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
}).join("");

process.stdout.write(await subset(readFileSync(font), text, {
  targetFormat: "woff2", noHinting: true, keepFeatures: ["kern", "tnum"], variationAxes: { wght: { min: 400, max: 700 } },
}));
