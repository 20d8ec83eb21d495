// Text set for paper: which font has a character, which glyphs stand where. HarfBuzz sets it, so that Bengali's conjuncts and
// Arabic's joined letters come out as they are written.
import { Buffer as Characters, Direction, Feature, shape } from "harfbuzzjs";
import { graphemesOf } from "../../../shared/kernel/formatting/text-columns.rules.ts";
import { inSight, isDirectionMark, isRightToLeft, levelsOf } from "./direction.ts";
import { familiesFor } from "./east-asian.ts";
import { boxFace, faceFor, type Typeface, type Weight } from "./faces.ts";

/** A glyph at its place, in its font's units. */
export interface PlacedGlyph {
  id: number;
  advance: number;
  x: number;
  y: number;
  /** Its part of the text: those of all glyphs, in the order in which they are read, are the text in its own. */
  text: string;
  /** It is a part of what another glyph says: the dots of a letter. */
  silent: boolean;
}

/** Text in one font and one direction. */
export interface Run {
  face: Typeface;
  text: string;
  /** Odd: it is read from right to left. */
  level: number;
  glyphs: PlacedGlyph[];
}

/** Digits of one width, so that amounts stand below each other. */
const OF_AMOUNTS = [new Feature("tnum", 1)];
const characters = new Characters();

function placed(face: Typeface, text: string, level: number): Pick<SetRun, "glyphs" | "clusters"> {
  characters.reset();
  characters.addText(text);
  characters.guessSegmentProperties();
  characters.setDirection(isRightToLeft(level) ? Direction.RTL : Direction.LTR);
  shape(face.font, characters, /^[\d.,\s]+$/.test(text) ? OF_AMOUNTS : []);
  const positions = characters.getGlyphPositions();
  const infos = characters.getGlyphInfos();
  const clusters = infos.map(({ cluster }) => cluster);
  const texts = isRightToLeft(level)
    ? textsOfGlyphs(text, clusters.toReversed()).toReversed()
    : textsOfGlyphs(text, clusters);
  const glyphs = infos.map(({ codepoint }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const glyph = { id: codepoint, advance: xAdvance, x: xOffset, y: yOffset };
    return { ...glyph, text: texts[index] ?? "", silent: false };
  });
  if (isRightToLeft(level)) giveLettersTheirDots(glyphs, { text, clusters });
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

/**
 * A letter whose dots are glyphs of their own is the text of its widest glyph, and they are silent: readers that put a line from
 * right to left in order take a character between two letters for the end of a word.
 */
function giveLettersTheirDots(
  glyphs: PlacedGlyph[],
  { text, clusters }: { text: string; clusters: readonly number[] },
): void {
  const starts = [...new Set(clusters), text.length].sort((a, b) => a - b);
  for (const [at, start] of starts.slice(0, -1).entries()) {
    const whole = text.slice(start, starts[at + 1]);
    const drawn = glyphs.filter((_, index) => clusters[index] === start);
    if (drawn.length <= Array.from(whole).length) continue;
    const [letter, ...dots] = drawn.sort((a, b) => b.advance - a.advance);
    if (letter) letter.text = whole;
    for (const dot of dots) Object.assign(dot, { text: NOTHING, silent: true });
  }
}

/** What no font has is drawn as the empty box that fonts keep for it, one for each character that a reader would see. */
function boxes(face: Typeface, graphemes: readonly string[]): Pick<SetRun, "glyphs" | "clusters"> {
  let at = 0;
  const clusters = graphemes.map((grapheme) => {
    at += grapheme.length;
    return at - grapheme.length;
  });
  return {
    glyphs: graphemes.map((text) => ({ id: 0, advance: face.widthOf(0), x: 0, y: 0, text, silent: false })),
    clusters,
  };
}

/** Where in its text each glyph of a run begins. */
interface SetRun extends Run {
  clusters: readonly number[];
}

/** A text as runs of glyphs, left to right as they are seen. */
export function setText(text: string, weight: Weight): Run[] {
  return inSight(setRuns(text, weight));
}

/** The same in the order in which they are read. */
function setRuns(text: string, weight: Weight): SetRun[] {
  const whole = text.normalize("NFC");
  const levels = levelsOf(whole);
  const families = familiesFor(whole);
  const runs: { face: Typeface | null; level: number; graphemes: string[] }[] = [];
  let at = 0;
  for (const grapheme of graphemesOf(whole)) {
    const last = runs.at(-1);
    const level = levels?.[at] ?? 0;
    at += grapheme.length;
    if (isDirectionMark(grapheme)) continue;
    const face = faceFor(grapheme, weight, families, last?.face ?? undefined);
    if (last && last.face === face && last.level === level) last.graphemes.push(grapheme);
    else runs.push({ face, level, graphemes: [grapheme] });
  }
  return runs.map(({ face, level, graphemes }) => {
    const joined = graphemes.join("");
    if (face) return { face, level, text: joined, ...placed(face, joined, level) };
    const box = boxFace(weight);
    return { face: box, level, text: joined, ...boxes(box, graphemes) };
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
export function measure(text: string, weight: Weight): Measured[] {
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
