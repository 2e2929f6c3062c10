// Writes FILE.br beside each file named on standard input, one per line, at the
// highest quality. The same bytes in give the same bytes out. For a site that is
// only looked at while it is being made, KEYRANGE_BROTLI names a lower quality,
// which takes a tenth of the time.
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
const quality = Number(process.env.KEYRANGE_BROTLI ?? constants.BROTLI_MAX_QUALITY);
const files = readFileSync(0, "utf8").split("\n").filter(Boolean);

await Promise.all(files.map(async (file) => {
  const content = readFileSync(file);
  writeFileSync(file + ".br", await compress(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }));
}));
