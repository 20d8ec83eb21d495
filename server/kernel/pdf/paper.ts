// A PDF document whose text may be of any script: pages, text at a place, lines; its fonts hold what it shows and no more.
import {
  type Color,
  PDFOperatorNames as Operators,
  type PDFDict,
  PDFDocument,
  PDFName,
  PDFOperator,
  type PDFPage,
  type PDFRef,
  PDFString,
  rgb,
  setFillingColor,
} from "pdf-lib";
import type { Language } from "../../../shared/kernel/formatting/language.ts";
import { inDirectionOf } from "./direction.ts";
import type { Typeface } from "./faces.ts";
import { tableOf } from "./font-file.ts";
import { linesWithin } from "./lines-within.ts";
import { measure, type PlacedGlyph, type Run, setText, widthOf } from "./typeface.ts";

const INK = rgb(0.1, 0.1, 0.12);
const FAINT = rgb(0.45, 0.45, 0.5);

export interface TextStyle {
  /** In points; 10 by default. */
  size?: number;
  bold?: boolean;
  faint?: boolean;
}

/** A glyph as a text of this document uses it: what stands for two texts (a part of two syllables) has two codes. */
interface CodedGlyph {
  code: number;
  id: number;
  text: string;
}

/** A font in this document: under which name, and which of its glyphs. */
interface UsedFont {
  key: string;
  ref: PDFRef;
  glyphs: Map<string, CodedGlyph>;
}

function codeOf({ glyphs }: UsedFont, { id, text }: PlacedGlyph): number {
  const key = `${id} ${text}`;
  const known = glyphs.get(key);
  if (known) return known.code;
  // 0 is PDF's own: a character that there is not.
  const code = glyphs.size + 1;
  glyphs.set(key, { code, id, text });
  return code;
}

const hex = (id: number): string => id.toString(16).padStart(4, "0");
const round = (length: number): number => Math.round(length * 100) / 100;

/** Around glyphs of which nothing is copied. */
const SILENT = PDFOperator.of(Operators.BeginMarkedContentSequence, ["/Span", "<</ActualText ()>>"]);
const HEARD = PDFOperator.of(Operators.EndMarkedContent);

/** Glyphs as PDF's TJ takes them: each in its place, and those that stand higher or lower raised for themselves. */
function strings(font: UsedFont, { face, glyphs }: Run, size: number): PDFOperator[] {
  const operators: PDFOperator[] = [];
  let raised = 0;
  let quiet = false;
  let parts: string[] = [];
  const flush = () => {
    if (parts.length > 0)
      operators.push(PDFOperator.of(Operators.ShowTextAdjusted, [`[${parts.join(" ")}]`]));
    parts = [];
  };
  const move = (units: number) => {
    if (units !== 0) parts.push(String(round((-units * 1000) / face.upem)));
  };
  const hush = (silent: boolean) => {
    if (silent === quiet) return;
    flush();
    operators.push(silent ? SILENT : HEARD);
    quiet = silent;
  };
  for (const glyph of glyphs) {
    const { id, advance, x, y, silent } = glyph;
    hush(silent);
    if (y !== raised) {
      flush();
      operators.push(PDFOperator.of(Operators.SetTextRise, [String(round((y * size) / face.upem))]));
      raised = y;
    }
    move(x);
    parts.push(`<${hex(codeOf(font, glyph))}>`);
    move(advance - face.widthOf(id) - x);
  }
  hush(false);
  flush();
  if (raised !== 0) operators.push(PDFOperator.of(Operators.SetTextRise, ["0"]));
  return operators;
}

/** A document under way. */
export class Paper {
  readonly #document: PDFDocument;
  readonly #used = new Map<Typeface, UsedFont>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  addPage(size: [number, number]): PDFPage {
    return this.#document.addPage(size);
  }

  /** How wide a text is, in points. */
  width(text: string, { size = 10, bold = false }: TextStyle = {}): number {
    return widthOf(setText(text, bold ? 700 : 400), size);
  }

  /** The lines of a text that fit into a width in points. */
  broken(text: string, width: number, { size = 10, bold = false }: TextStyle = {}): string[] {
    const weight = bold ? 700 : 400;
    const lines = linesWithin(text, width, (whole) =>
      measure(whole, weight).map(({ grapheme, em }) => ({ grapheme, width: em * size })),
    );
    return lines.map((line) => inDirectionOf(text, line));
  }

  /** Writes a text from x on, on the base line y. */
  write(page: PDFPage, text: string, x: number, y: number, style: TextStyle = {}): void {
    const { size = 10, bold = false, faint = false } = style;
    let at = x;
    for (const run of setText(text, bold ? 700 : 400)) {
      this.#writeRun(page, run, { x: at, y, size, color: faint ? FAINT : INK });
      at += widthOf([run], size);
    }
  }

  /** A fine line across the page, from one x to another at the height y. */
  rule(page: PDFPage, [left, right]: readonly [number, number], y: number, { faint = false } = {}): void {
    const color = faint ? FAINT : INK;
    page.drawLine({ start: { x: left, y }, end: { x: right, y }, thickness: 0.5, color });
  }

  #writeRun(
    page: PDFPage,
    run: Run,
    { x, y, size, color }: { x: number; y: number; size: number; color: Color },
  ): void {
    const font = this.#fontOf(run.face);
    page.node.setFontDictionary(PDFName.of(font.key), font.ref);
    page.pushOperators(
      PDFOperator.of(Operators.BeginText),
      setFillingColor(color),
      PDFOperator.of(Operators.SetFontAndSize, [`/${font.key}`, String(round(size))]),
      PDFOperator.of(Operators.MoveText, [String(round(x)), String(round(y))]),
      ...strings(font, run, size),
      PDFOperator.of(Operators.EndText),
    );
  }

  #fontOf(face: Typeface): UsedFont {
    const known = this.#used.get(face);
    if (known) return known;
    const font = { key: `F${this.#used.size}`, ref: this.#document.context.nextRef(), glyphs: new Map() };
    this.#used.set(face, font);
    return font;
  }

  /** Puts the fonts into the document, each with the glyphs that were used. */
  embedFonts(): void {
    for (const [face, font] of this.#used) this.#embed(face, font);
  }

  #embed(face: Typeface, { ref, key, glyphs }: UsedFont): void {
    const { context } = this.#document;
    const used = [...glyphs.values()];
    const em = (units: number) => Math.round((units * 1000) / face.upem);
    const name = `${subsetTag(key)}+${face.name}`;
    const glyphOfCode = Buffer.alloc(2 * (used.length + 1));
    for (const { code, id } of used) glyphOfCode.writeUInt16BE(id, 2 * code);
    const descendant = context.obj({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of("Adobe"), Ordering: PDFString.of("Identity"), Supplement: 0 },
      FontDescriptor: context.register(this.#describe(face, name, used)),
      CIDToGIDMap: context.register(context.flateStream(glyphOfCode)),
      W: [1, used.map(({ id }) => em(face.widthOf(id)))],
    });
    context.assign(
      ref,
      context.obj({
        Type: "Font",
        Subtype: "Type0",
        BaseFont: name,
        Encoding: "Identity-H",
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(context.flateStream(unicodeMap(used))),
      }),
    );
  }

  #describe(face: Typeface, name: string, used: readonly CodedGlyph[]): PDFDict {
    const { context } = this.#document;
    const em = (units: number) => Math.round((units * 1000) / face.upem);
    const head = tableOf(face.tables, "head");
    const hhea = tableOf(face.tables, "hhea");
    const file = face.subset(used.map(({ id }) => id));
    return context.obj({
      Type: "FontDescriptor",
      FontName: name,
      // Symbolic: its glyphs are named by number.
      Flags: 4,
      FontBBox: [36, 38, 40, 42].map((at) => em(head.readInt16BE(at))),
      ItalicAngle: 0,
      Ascent: em(hhea.readInt16BE(4)),
      Descent: em(hhea.readInt16BE(6)),
      CapHeight: em(hhea.readInt16BE(4)),
      StemV: 80,
      FontFile2: context.register(context.flateStream(file)),
    });
  }
}

/** Six capitals, as PDF wants them before the name of a font that is not whole: F0 is AAAAAA, F26 is AAAABA. */
function subsetTag(key: string): string {
  const number = Number(key.slice(1));
  return `AAAA${String.fromCharCode(65 + Math.trunc(number / 26), 65 + (number % 26))}`;
}

/** What is copied and found where a code stands. */
function unicodeMap(used: readonly CodedGlyph[]): string {
  const utf16 = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");
  const lines = used.map(({ code, text }) => `<${hex(code)}> <${utf16(text)}>`);
  const blocks = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join("\n")}
endcmap
end
end`;
}

/** What a document says of itself. */
export interface About {
  title: string;
  /** Its date, so that the same document gives the same bytes. */
  made_at: Date;
  language: Language;
}

/** Sets a document, and puts into it the fonts that it uses. */
export async function setPaper(
  { title, made_at, language }: About,
  write: (paper: Paper) => void,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const paper = new Paper(document);
  write(paper);
  paper.embedFonts();
  document.setTitle(title);
  document.setLanguage(language);
  document.setCreationDate(made_at);
  document.setModificationDate(made_at);
  return document.save();
}
