// The tables of a WOFF 2.0 file (W3C), its outlines put together again as TrueType has them.
import { brotliDecompressSync } from "node:zlib";

/** The tags that a WOFF 2.0 directory writes as their place in this list. */
const TAGS = (
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx " +
  "BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty " +
  "just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill"
).match(/.{4}(?= |$)/g);
/** The place that says: the tag is written out. */
const OWN_TAG = 63;

/** Bytes that are read one after the other. */
class Reader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  #past(length: number): number {
    this.at += length;
    return this.at - length;
  }

  byte = (): number => this.#bytes.readUInt8(this.#past(1));
  word = (): number => this.#bytes.readUInt16BE(this.#past(2));
  short = (): number => this.#bytes.readInt16BE(this.#past(2));
  long = (): number => this.#bytes.readUInt32BE(this.#past(4));

  take(length: number): Buffer {
    const at = this.#past(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** UIntBase128: seven bits a byte, the last one's highest bit is not set. */
  length(): number {
    for (let value = 0; ; ) {
      const byte = this.byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  }

  /** 255UInt16. */
  count(): number {
    const code = this.byte();
    if (code === 253) return this.word();
    if (code === 254) return this.byte() + 506;
    return code === 255 ? this.byte() + 253 : code;
  }
}

/** A point of an outline, as far from the one before as it says. */
interface Step {
  dx: number;
  dy: number;
  on: boolean;
}

const signed = (flag: number, size: number): number => (flag & 1 ? size : -size);

/** A point by its flag: how many bytes say where it is, and how (WOFF 2.0, 5.2). */
function stepOf(flagged: number, coordinates: Reader): Step {
  const [flag, on] = [flagged & 0x7f, flagged < 0x80];
  const next = coordinates.byte;
  if (flag < 10) return { dx: 0, dy: signed(flag, ((flag & 14) << 7) + next()), on };
  if (flag < 20) return { dx: signed(flag, (((flag - 10) & 14) << 7) + next()), dy: 0, on };
  if (flag < 84) {
    const [rest, both] = [flag - 20, next()];
    const dx = signed(flag, 1 + (rest & 0x30) + (both >> 4));
    return { dx, dy: signed(flag >> 1, 1 + ((rest & 0x0c) << 2) + (both & 0x0f)), on };
  }
  if (flag < 120) {
    const rest = flag - 84;
    const dx = signed(flag, 1 + Math.trunc(rest / 12) * 256 + next());
    return { dx, dy: signed(flag >> 1, 1 + ((rest % 12) >> 2) * 256 + next()), on };
  }
  if (flag < 124) {
    const [first, middle, last] = [next(), next(), next()];
    const dx = signed(flag, first * 16 + (middle >> 4));
    return { dx, dy: signed(flag >> 1, (middle & 0x0f) * 256 + last), on };
  }
  return { dx: signed(flag, coordinates.word()), dy: signed(flag >> 1, coordinates.word()), on };
}

/** A contour's points in the font's units. */
export type Contour = readonly { x: number; y: number; on: boolean }[];

/** A simple glyph as the table glyf has it, each step in two bytes. */
export function writeGlyph(
  contours: readonly Contour[],
  instructions = Buffer.alloc(0),
  box?: Buffer,
): Buffer {
  const points = contours.flat();
  const head = Buffer.alloc(10 + 2 * contours.length + 2);
  head.writeInt16BE(contours.length, 0);
  const sides = [points.map(({ x }) => x), points.map(({ y }) => y)] as const;
  if (box) box.copy(head, 2);
  else {
    for (const [at, values] of sides.entries()) {
      head.writeInt16BE(
        values.reduce((least, one) => Math.min(least, one), values[0] ?? 0),
        2 + 2 * at,
      );
      head.writeInt16BE(
        values.reduce((most, one) => Math.max(most, one), values[0] ?? 0),
        6 + 2 * at,
      );
    }
  }
  let end = -1;
  for (const [at, contour] of contours.entries()) {
    end += contour.length;
    head.writeUInt16BE(end, 10 + 2 * at);
  }
  head.writeUInt16BE(instructions.length, 10 + 2 * contours.length);
  const steps = sides.map((values) => {
    const written = Buffer.alloc(2 * values.length);
    for (const [at, value] of values.entries()) written.writeInt16BE(value - (values[at - 1] ?? 0), 2 * at);
    return written;
  });
  return Buffer.concat([head, instructions, Buffer.from(points.map(({ on }) => (on ? 1 : 0))), ...steps]);
}

/** Flags of a part of a composite glyph: its numbers are words, a scale follows, more parts follow, instructions follow. */
const [WORDS, SCALE, MORE, TWO_SCALES, MATRIX, INSTRUCTED] = [0x1, 0x8, 0x20, 0x40, 0x80, 0x100] as const;

/** The parts of a composite glyph as they stand, and whether instructions follow. */
function partsOf(composites: Reader): { bytes: Buffer[]; instructed: boolean } {
  const bytes: Buffer[] = [];
  let instructed = false;
  for (let flags: number = MORE; flags & MORE; ) {
    const head = composites.take(4);
    flags = head.readUInt16BE(0);
    const scale = flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0;
    bytes.push(head, composites.take((flags & WORDS ? 4 : 2) + scale));
    instructed ||= (flags & INSTRUCTED) !== 0;
  }
  return { bytes, instructed };
}

/** The tables glyf and loca (with long places) of a transformed glyf. */
function readGlyphs(table: Buffer): { glyf: Buffer; loca: Buffer } {
  const head = new Reader(table, 4);
  const glyphs = head.word();
  head.word();
  const sizes = Array.from({ length: 7 }, head.long);
  let start = head.at;
  const [contours, counts, flags, outlines, composites, boxes, instructions] = sizes.map((size) => {
    start += size;
    return new Reader(table.subarray(start - size, start));
  }) as [Reader, Reader, Reader, Reader, Reader, Reader, Reader];
  const boxed = boxes.take(4 * ((glyphs + 31) >> 5));
  const boxOf = (id: number) => (((boxed[id >> 3] ?? 0) << (id & 7)) & 0x80 ? boxes.take(8) : undefined);
  const simple = (many: number, box: Buffer | undefined) => {
    const sizesOf = Array.from({ length: many }, () => counts.count());
    let [x, y] = [0, 0];
    const drawn = sizesOf.map((size) =>
      Array.from({ length: size }, () => {
        const { dx, dy, on } = stepOf(flags.byte(), outlines);
        x += dx;
        y += dy;
        return { x, y, on };
      }),
    );
    return writeGlyph(drawn, instructions.take(outlines.count()), box);
  };
  const composite = (box: Buffer | undefined) => {
    const { bytes, instructed } = partsOf(composites);
    const length = instructed ? outlines.count() : 0;
    const size = Buffer.alloc(instructed ? 2 : 0);
    if (instructed) size.writeUInt16BE(length);
    const many = Buffer.from([0xff, 0xff]);
    return Buffer.concat([many, box ?? Buffer.alloc(8), ...bytes, size, instructions.take(length)]);
  };
  const loca = Buffer.alloc(4 * (glyphs + 1));
  const written: Buffer[] = [];
  let place = 0;
  for (let id = 0; id < glyphs; id += 1) {
    const many = contours.short();
    const box = boxOf(id);
    const glyph = many === 0 ? Buffer.alloc(0) : many > 0 ? simple(many, box) : composite(box);
    const padded = Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)]);
    written.push(padded);
    place += padded.length;
    loca.writeUInt32BE(place, 4 * (id + 1));
  }
  return { glyf: Buffer.concat(written), loca };
}

/** The tables of a WOFF 2.0 file, unpacked. @throws Error when it is none, or one whose widths are transformed. */
export function readWoff2(file: Buffer): Map<string, Buffer> {
  if (file.toString("latin1", 0, 4) !== "wOF2") throw new Error("This is no WOFF 2.0 file");
  const many = file.readUInt16BE(12);
  const directory = new Reader(file, 48);
  const entries = Array.from({ length: many }, () => {
    const flags = directory.byte();
    const known = flags & 0x3f;
    const tag = known === OWN_TAG ? directory.take(4).toString("latin1") : (TAGS?.[known] ?? "");
    const version = flags >> 6;
    const outlines = tag === "glyf" || tag === "loca";
    const transformed = outlines ? version === 0 : version !== 0;
    if (transformed && !outlines) throw new Error(`The table ${tag} is transformed`);
    const length = directory.length();
    return { tag, transformed, length: transformed ? directory.length() : length };
  });
  const data = new Reader(
    brotliDecompressSync(file.subarray(directory.at, directory.at + file.readUInt32BE(20))),
  );
  const tables = new Map(entries.map(({ tag, length }) => [tag, data.take(length)]));
  const glyf = tables.get("glyf");
  const head = tables.get("head");
  if (!glyf || !head || !entries.some(({ tag, transformed }) => tag === "glyf" && transformed)) return tables;
  const long = Buffer.from(head);
  long.writeInt16BE(1, 50);
  return new Map([...tables, ["head", long], ...Object.entries(readGlyphs(glyf))]);
}
