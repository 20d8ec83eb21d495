// The fonts of printed documents, and text set in them: which font has a character, and which glyphs stand where. HarfBuzz
// sets the text, so that Bengali's conjuncts and vowel signs come out as they are written.
import { createRequire } from "node:module";
import { Blob, Buffer as Characters, Face, Feature, Font, shape } from "harfbuzzjs";
import { graphemesOf } from "../../../shared/kernel/formatting/text-columns.rules.ts";
import { type FontTables, readWoff, tableOf, writeFont } from "./font-file.ts";

/** One font file. Lengths are in its own units, of which `upem` make the font size. */
export class Typeface {
  /** Its PostScript name. */
  readonly name: string;
  readonly tables: FontTables;
  readonly upem: number;
  readonly font: Font;
  readonly #known: ReadonlySet<number>;

  constructor(name: string, path: string) {
    this.name = name;
    this.tables = readWoff(path);
    const face = new Face(new Blob(writeFont(this.tables)));
    this.upem = face.upem;
    this.#known = new Set(face.collectUnicodes());
    this.font = new Font(face);
  }

  /** Whether it has every character of a text; those that join or divide others (zero width) are no fonts' matter. */
  has(text: string): boolean {
    return Array.from(text).every(
      (character) => JOINERS.test(character) || this.#known.has(character.codePointAt(0) ?? 0),
    );
  }

  /** The width of a glyph alone. */
  widthOf(glyph: number): number {
    const metrics = tableOf(this.tables, "hhea").readUInt16BE(34);
    return tableOf(this.tables, "hmtx").readUInt16BE(4 * Math.min(glyph, metrics - 1));
  }
}

const JOINERS = /^\p{Default_Ignorable_Code_Point}$/u;

const files = createRequire(import.meta.url);
const opened = new Map<string, Typeface>();

/** "noto-sans-thai" is NotoSansThai. */
const namedAs = (family: string) =>
  family.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

function typeface(family: string, script: string, weight: 400 | 700): Typeface {
  const file = `@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`;
  const known = opened.get(file);
  if (known) return known;
  const name = `${namedAs(family)}-${script}-${weight}`;
  const face = new Typeface(name, files.resolve(file));
  opened.set(file, face);
  return face;
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
] as const;

function faceFor(grapheme: string, weight: 400 | 700, before: Typeface | undefined): Typeface | null {
  // A blank or a sign between two words of one script does not divide them.
  if (before && !/[\p{L}\p{N}]/u.test(grapheme) && before.has(grapheme)) return before;
  for (const [family, script] of ORDER) {
    const face = typeface(family, script, weight);
    if (face.has(grapheme)) return face;
  }
  const found = BY_SCRIPT.find(([letters]) => letters.test(grapheme));
  const face = found ? typeface(`noto-sans-${found[1]}`, found[1], weight) : null;
  return face?.has(grapheme) ? face : null;
}

/** A glyph at its place, in its font's units. */
export interface PlacedGlyph {
  id: number;
  advance: number;
  x: number;
  y: number;
  /** Its part of the text: those of all glyphs, in their order, are the text in its own. */
  text: string;
}

/** Text in one font. */
export interface Run {
  face: Typeface;
  text: string;
  glyphs: PlacedGlyph[];
}

/** Digits of one width, so that amounts stand below each other. */
const OF_AMOUNTS = [new Feature("tnum", 1)];
const characters = new Characters();

function placed(face: Typeface, text: string): Pick<SetRun, "glyphs" | "clusters"> {
  characters.reset();
  characters.addText(text);
  characters.guessSegmentProperties();
  shape(face.font, characters, /^[\d.,\s]+$/.test(text) ? OF_AMOUNTS : []);
  const positions = characters.getGlyphPositions();
  const infos = characters.getGlyphInfos();
  const clusters = infos.map(({ cluster }) => cluster);
  const texts = textsOfGlyphs(text, clusters);
  const glyphs = infos.map(({ codepoint }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    return { id: codepoint, advance: xAdvance, x: xOffset, y: yOffset, text: texts[index] ?? "" };
  });
  return { glyphs, clusters };
}

/** What a glyph is copied as that is one too many for its text; readers show a glyph's number for no text at all. */
const NOTHING = "\u200b";

/**
 * Shares a text out among its glyphs. A syllable's glyphs stand in another order than its characters, so that they are
 * told apart by their syllable (`clusters`: where in the text each glyph's begins), within it in the text's order.
 */
function textsOfGlyphs(text: string, clusters: readonly number[]): string[] {
  const glyphsAt = new Map<number, number>();
  for (const cluster of clusters) glyphsAt.set(cluster, (glyphsAt.get(cluster) ?? 0) + 1);
  const starts = [...glyphsAt.keys(), text.length].sort((a, b) => a - b);
  const texts: string[] = [];
  for (const [at, start] of starts.slice(0, -1).entries()) {
    const glyphs = glyphsAt.get(start) ?? 0;
    const whole = text.slice(start, starts[at + 1]);
    const characters = Array.from(Array.from(whole).length < glyphs ? whole.normalize("NFD") : whole);
    for (let glyph = 0; glyph < glyphs; glyph++) {
      const last = glyph === glyphs - 1;
      texts.push(last ? characters.slice(glyph).join("") || NOTHING : (characters[glyph] ?? NOTHING));
    }
  }
  return texts;
}

/** What no font has is drawn as the empty box that fonts keep for it, one for each character that a reader would see. */
function boxes(face: Typeface, graphemes: readonly string[]): Pick<SetRun, "glyphs" | "clusters"> {
  let at = 0;
  const clusters = graphemes.map((grapheme) => {
    at += grapheme.length;
    return at - grapheme.length;
  });
  return {
    glyphs: graphemes.map((text) => ({ id: 0, advance: face.widthOf(0), x: 0, y: 0, text })),
    clusters,
  };
}

/** Where in its text each glyph of a run begins. */
interface SetRun extends Run {
  clusters: readonly number[];
}

/** A text as runs of glyphs, left to right. */
export function setText(text: string, weight: 400 | 700): Run[] {
  return setRuns(text, weight);
}

function setRuns(text: string, weight: 400 | 700): SetRun[] {
  const runs: { face: Typeface | null; graphemes: string[] }[] = [];
  for (const grapheme of graphemesOf(text.normalize("NFC"))) {
    const last = runs.at(-1);
    const face = faceFor(grapheme, weight, last?.face ?? undefined);
    if (last && last.face === face) last.graphemes.push(grapheme);
    else runs.push({ face, graphemes: [grapheme] });
  }
  return runs.map(({ face, graphemes }) => {
    const joined = graphemes.join("");
    if (face) return { face, text: joined, ...placed(face, joined) };
    const box = typeface("inter", "latin", weight);
    return { face: box, text: joined, ...boxes(box, graphemes) };
  });
}

/** How wide a text is when it is set, in points. */
export function widthOf(runs: readonly Run[], size: number): number {
  const ems = runs.map(
    ({ face, glyphs }) => glyphs.reduce((sum, { advance }) => sum + advance, 0) / face.upem,
  );
  return size * ems.reduce((sum, width) => sum + width, 0);
}

/** A character as a reader sees it, and how far the next one stands from it, in ems: together they are as wide as the text. */
export interface Measured {
  grapheme: string;
  em: number;
}

/** Each character of a text with its width, as the text is set whole: one setting, however long it is. */
export function measure(text: string, weight: 400 | 700): Measured[] {
  const measured: Measured[] = [];
  for (const { face, text: of, clusters, glyphs } of setRuns(text, weight)) {
    const first = measured.length;
    const ends: number[] = [];
    let end = 0;
    for (const grapheme of graphemesOf(of)) {
      end += grapheme.length;
      ends.push(end);
      measured.push({ grapheme, em: 0 });
    }
    const widths = glyphs
      .map(({ advance }, at) => ({ at: clusters[at] ?? 0, em: advance / face.upem }))
      .sort((a, b) => a.at - b.at);
    let index = 0;
    for (const { at, em } of widths) {
      while (at >= (ends[index] ?? end) && index < ends.length - 1) index += 1;
      const one = measured[first + index];
      if (one) one.em += em;
    }
  }
  return measured;
}
