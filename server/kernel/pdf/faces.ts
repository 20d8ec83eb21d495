// The fonts of printed documents: which one draws a character, and what is known of its glyphs.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Blob, Face, Font, Variation } from "harfbuzzjs";
import { type EastAsian, eastAsianFile, isEastAsian } from "./east-asian.ts";
import { type FontTables, readWoff, subsetFont, writeFont } from "./font-file.ts";
import { drawnGlyph } from "./outline.ts";
import { readWoff2 } from "./woff2.ts";

export type Weight = 400 | 700;

/** One font file. Lengths are in its own units, of which `upem` make the font size. */
export class Typeface {
  /** Its PostScript name. */
  readonly name: string;
  readonly tables: FontTables;
  readonly upem: number;
  readonly font: Font;
  readonly #known: ReadonlySet<number>;
  readonly #varies: boolean;

  /** @param weight the weight that is taken of a font that has all of them. */
  constructor(name: string, tables: FontTables, weight: Weight) {
    this.name = name;
    this.tables = tables;
    const face = new Face(new Blob(writeFont(this.tables)));
    this.upem = face.upem;
    this.#known = new Set(face.collectUnicodes());
    this.#varies = tables.has("fvar");
    this.font = new Font(face);
    if (this.#varies) this.font.setVariations([new Variation("wght", weight)]);
  }

  /** Whether it has every character of a text; those that join or divide others (zero width) are no fonts' matter. */
  has(text: string): boolean {
    return Array.from(text).every(
      (character) => JOINERS.test(character) || this.#known.has(character.codePointAt(0) ?? 0),
    );
  }

  /** The width of a glyph alone. */
  widthOf(glyph: number): number {
    return this.font.glyphHAdvance(glyph);
  }

  /** The font file with these glyphs alone, in its weight; every glyph keeps its number. */
  subset(glyphs: Iterable<number>): Buffer {
    const outline = (glyph: number) => drawnGlyph(this.font.glyphToPath(glyph));
    return subsetFont(this.tables, glyphs, this.#varies ? outline : undefined);
  }
}

const JOINERS = /^\p{Default_Ignorable_Code_Point}$/u;

const files = createRequire(import.meta.url);
const opened = new Map<string, Typeface>();

function open(key: string, make: () => Typeface): Typeface {
  const face = opened.get(key) ?? make();
  opened.set(key, face);
  return face;
}

/** "noto-sans-thai" is NotoSansThai. */
const namedAs = (family: string) =>
  family.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

function typeface(family: string, script: string, weight: Weight): Typeface {
  const file = `@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`;
  const name = `${namedAs(family)}-${script}-${weight}`;
  return open(file, () => new Typeface(name, readWoff(files.resolve(file)), weight));
}

const unpacked = new Map<string, FontTables>();

/** The tables of a font that has all weights: unpacked once for them. */
function tablesOf(file: string): FontTables {
  const tables = unpacked.get(file) ?? readWoff2(readFileSync(files.resolve(file)));
  unpacked.set(file, tables);
  return tables;
}

/** The part of an East Asian font that has a character; null: none has. */
function eastAsian(family: EastAsian, grapheme: string, weight: Weight): Typeface | null {
  const file = eastAsianFile(family, grapheme);
  if (file === null) return null;
  const [, part = ""] = /-(\w+)-wght-/.exec(file) ?? [];
  const name = `NotoSans${family.toUpperCase()}-${part}-${weight}`;
  return open(name, () => new Typeface(name, tablesOf(file), weight));
}

/** The first font that has a character draws it; files are read when a character asks for them. */
const ORDER = [
  ["inter", "latin"],
  ["noto-sans-bengali", "bengali"],
  ["inter", "latin-ext"],
  ["inter", "cyrillic"],
  ["inter", "greek"],
  ["inter", "vietnamese"],
] as const;

/** Scripts that few papers have: a font of one is read when a letter of it asks for it. */
const BY_SCRIPT = [
  [/\p{Script=Devanagari}/u, "devanagari"],
  [/\p{Script=Tamil}/u, "tamil"],
  [/\p{Script=Thai}/u, "thai"],
  [/\p{Script=Khmer}/u, "khmer"],
  [/\p{Script=Myanmar}/u, "myanmar"],
  [/\p{Script_Extensions=Arabic}/u, "arabic"],
  [/\p{Script=Hebrew}/u, "hebrew"],
] as const;

/** What a character is drawn as that no font has. */
export const boxFace = (weight: Weight): Typeface => typeface("inter", "latin", weight);

/**
 * The font that draws a character; null: none has it.
 * @param families of the East Asian fonts, in the order in which they are asked.
 * @param before the font of the character before it.
 */
export function faceFor(
  grapheme: string,
  weight: Weight,
  families: readonly EastAsian[],
  before: Typeface | undefined,
): Typeface | null {
  // A blank or a sign between two words of one script does not divide them.
  if (before && !/[\p{L}\p{N}]/u.test(grapheme) && before.has(grapheme)) return before;
  for (const [family, script] of ORDER) {
    const face = typeface(family, script, weight);
    if (face.has(grapheme)) return face;
  }
  const found = BY_SCRIPT.find(([letters]) => letters.test(grapheme));
  const face = found ? typeface(`noto-sans-${found[1]}`, found[1], weight) : null;
  if (face?.has(grapheme)) return face;
  if (!isEastAsian(grapheme)) return null;
  return (
    families.map((family) => eastAsian(family, grapheme, weight)).find((one) => one?.has(grapheme)) ?? null
  );
}
