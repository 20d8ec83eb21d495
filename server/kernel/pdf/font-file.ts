// A TrueType font as its tables: read from a WOFF file, and written with those glyphs alone that a document shows.
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

export type FontTables = ReadonlyMap<string, Buffer>;

/** The tables of a WOFF 1.0 file (W3C), unpacked. @throws Error when it is none. */
export function readWoff(path: string): FontTables {
  const file = readFileSync(path);
  if (file.toString("latin1", 0, 4) !== "wOFF") throw new Error(`${path} is no WOFF file`);
  const tables = new Map<string, Buffer>();
  for (let at = 44; at < 44 + 20 * file.readUInt16BE(12); at += 20) {
    const [start, packed, length] = [4, 8, 12].map((field) => file.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ];
    const data = file.subarray(start, start + packed);
    tables.set(file.toString("latin1", at, at + 4), packed < length ? inflateSync(data) : data);
  }
  return tables;
}

/** A table that every TrueType font has. */
export function tableOf(tables: FontTables, tag: string): Buffer {
  const table = tables.get(tag);
  if (!table) throw new Error(`The font has no table ${tag}`);
  return table;
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

const padded = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc(-data.length & 3)]);

/** The tables as one TrueType file, as shapers and PDF readers take it. */
export function writeFont(tables: FontTables): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.size);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tables.size, 4);
  const parts: Buffer[] = [head];
  let start = head.length;
  for (const [index, tag] of [...tables.keys()].sort().entries()) {
    const table = tableOf(tables, tag);
    const data = padded(table);
    const at = 12 + 16 * index;
    head.write(tag, at, "latin1");
    head.writeUInt32BE(checksum(data), at + 4);
    head.writeUInt32BE(start, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    parts.push(data);
    start += data.length;
  }
  return Buffer.concat(parts);
}

/** Flags of a part of a composite glyph (OpenType, table glyf). */
const WORDS = 0x1;
const MORE = 0x20;
const SCALES: readonly [flag: number, bytes: number][] = [
  [0x8, 2],
  [0x40, 4],
  [0x80, 8],
];

/** The glyphs that a composite glyph is made of; none for a simple one. */
function partsOf(glyph: Buffer): number[] {
  const parts: number[] = [];
  if (glyph.length === 0 || glyph.readInt16BE(0) >= 0) return parts;
  let at = 10;
  for (let flags = MORE; flags & MORE; ) {
    flags = glyph.readUInt16BE(at);
    parts.push(glyph.readUInt16BE(at + 2));
    at += 4 + (flags & WORDS ? 4 : 2) + (SCALES.find(([flag]) => flags & flag)?.[1] ?? 0);
  }
  return parts;
}

/** What drawing needs; the rest (shaping, names) was used up before. */
const DRAWN = ["head", "hhea", "maxp", "hmtx", "cvt ", "fpgm", "prep"];

/** How many points and contours a simple glyph has. */
function sizeOf(glyph: Buffer): { points: number; contours: number } {
  const contours = glyph.length === 0 ? 0 : glyph.readInt16BE(0);
  return contours < 1
    ? { points: 0, contours: 0 }
    : { points: glyph.readUInt16BE(8 + 2 * contours) + 1, contours };
}

/**
 * The font with the outlines of these glyphs and of what they are made of; every glyph keeps its number.
 * @param drawn the outlines, where they are not those of the table glyf: of one weight of a font that has all.
 */
export function subsetFont(
  tables: FontTables,
  wanted: Iterable<number>,
  drawn?: (glyph: number) => Buffer,
): Buffer {
  const [loca, glyf] = [tableOf(tables, "loca"), tableOf(tables, "glyf")];
  const long = tableOf(tables, "head").readInt16BE(50) === 1;
  const startOf = (id: number) => (long ? loca.readUInt32BE(4 * id) : 2 * loca.readUInt16BE(2 * id));
  const outline = drawn ?? ((id: number) => glyf.subarray(startOf(id), startOf(id + 1)));
  const kept = new Map<number, Buffer>();
  const waiting = [0, ...wanted];
  for (const id of waiting) {
    if (kept.has(id)) continue;
    const glyph = outline(id);
    kept.set(id, glyph);
    // A list that grows while it is walked is walked to its new end.
    waiting.push(...partsOf(glyph));
  }
  const maxp = Buffer.from(tableOf(tables, "maxp"));
  const glyphs = maxp.readUInt16BE(4);
  const starts = Buffer.alloc(4 * (glyphs + 1));
  const outlines: Buffer[] = [];
  let start = 0;
  for (let id = 0; id < glyphs; id++) {
    starts.writeUInt32BE(start, 4 * id);
    const glyph = kept.get(id);
    if (!glyph) continue;
    const { points, contours } = sizeOf(glyph);
    maxp.writeUInt16BE(Math.max(points, maxp.readUInt16BE(6)), 6);
    maxp.writeUInt16BE(Math.max(contours, maxp.readUInt16BE(8)), 8);
    const data = padded(glyph);
    outlines.push(data);
    start += data.length;
  }
  starts.writeUInt32BE(start, 4 * glyphs);
  const head = Buffer.from(tableOf(tables, "head"));
  head.writeInt16BE(1, 50);
  const needed = [...tables].filter(([tag]) => DRAWN.includes(tag));
  const written = Object.entries({ head, maxp, loca: starts, glyf: Buffer.concat(outlines) });
  return writeFont(new Map([...needed, ...written]));
}
