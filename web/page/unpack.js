// Files compressed with gzip.
import { concat, piecesOf } from "./module.js";

/** Whether a file is compressed. */
export async function isPacked(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

/** Returns the bytes of a file as a stream, unpacked if the file is compressed. The bytes read from the file go through `counted`. */
export async function unpacked(file, counted = (stream) => stream) {
  if (!(await isPacked(file))) return counted(file.stream());
  const { readable, writable } = new TransformStream();
  unpack(file, counted, writable).catch((error) => writable.abort(error).catch(() => {}));
  return readable;
}

/** Unpacks the members of a gzip file one after another: DecompressionStream refuses what follows the first one. */
async function unpack(file, counted, writable) {
  const starts = await members(file);
  for (const [index, start] of starts.entries()) {
    const member = counted(file.slice(start, starts[index + 1]).stream()).pipeThrough(new DecompressionStream("gzip"));
    await member.pipeTo(writable, { preventClose: true, preventAbort: true });
  }
  await writable.close();
}

const GZIP_HEADER = 10; // bytes

/** Finds where the members of a gzip file begin. Compressed data looks like a beginning by chance once in 2^37 bytes. */
async function members(file) {
  const starts = [0];
  let rest = new Uint8Array(0); // the last bytes read, which may be the start of a header
  let offset = 0; // of `rest` in the file
  for await (const piece of piecesOf(file.stream())) {
    const bytes = concat(rest, piece);
    const end = bytes.length - GZIP_HEADER;
    for (let at = bytes.indexOf(0x1f); at >= 0 && at <= end; at = bytes.indexOf(0x1f, at + 1)) {
      if (offset + at > 0 && isHeader(bytes.subarray(at))) starts.push(offset + at);
    }
    rest = bytes.slice(Math.max(0, end + 1));
    offset += bytes.length - rest.length;
  }
  return starts;
}

/** Whether these bytes begin a member of a gzip file (RFC 1952, section 2.3): magic, method, flags, level and system. */
function isHeader(bytes) {
  const [, magic, method, flags, , , , , level, system] = bytes;
  return magic === 0x8b && method === 8 && flags < 32 && [0, 2, 4].includes(level) && (system < 14 || system === 255);
}
