// Writes FILE.br beside each file named on standard input, one per line, at the
// quality that the first argument says, from 0 to 11. The same bytes in give the
// same bytes out. Blocks are of the smallest size: with the size that Brotli chooses
// by itself, a few bytes more in the program can make its file 1.5 % longer.
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
const quality = Number(process.argv[2]);
if (!Number.isInteger(quality) || quality < 0 || quality > constants.BROTLI_MAX_QUALITY) {
  throw new Error(`the quality is ${process.argv[2]}: use a number from 0 to ${constants.BROTLI_MAX_QUALITY}`);
}
const files = readFileSync(0, "utf8").split("\n").filter(Boolean);

await Promise.all(files.map(async (file) => {
  const content = readFileSync(file);
  writeFileSync(file + ".br", await compress(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MIN_INPUT_BLOCK_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }));
}));
