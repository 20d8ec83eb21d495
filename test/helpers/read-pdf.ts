// Reads a PDF back: the text that a reader copies from it, and the fonts that it brings along.
import { inflateSync } from "node:zlib";
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";

function contentOf(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) return "";
  return inflateSync(stream.contents).toString("latin1");
}

/** What each code of a font is copied as, from its map to Unicode. */
function unicodeOf(font: PDFDict): Map<string, string> {
  const map = contentOf(font.lookup(PDFName.of("ToUnicode")));
  const pairs = [...map.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]*)>$/gm)];
  return new Map(
    pairs.map(([, code = "", utf16 = ""]) => [code, Buffer.from(utf16, "hex").swap16().toString("utf16le")]),
  );
}

/** Glyphs stand as they are seen; a reader turns round what is read from right to left. */
function asRead(parts: readonly string[]): string {
  const turned = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(parts.join("")) ? parts.toReversed() : parts;
  return turned.join("").replaceAll("\u200b", "");
}

/** A text at its place: from x on, on the base line y, in points from the page's lower left corner. */
export interface PlacedText {
  page: number;
  x: number;
  y: number;
  size: number;
  bold: boolean;
  text: string;
}

/** Each text as it was set, in its order and at its place, as a reader copies it: by the map to Unicode that its font brings along.
 * Without the zero-width spaces of glyphs that stand for no character of their own. */
export async function placedTextsOf(bytes: Uint8Array): Promise<PlacedText[]> {
  const document = await PDFDocument.load(bytes);
  return document.getPages().flatMap((page, index) => {
    const contents = page.node.Contents();
    const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
    const drawn = streams.map((part) => contentOf(part && document.context.lookup(part))).join("\n");
    const fonts = page.node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
    return [...drawn.matchAll(/^BT$(.*?)^ET$/gms)].map(([, text = ""]) => {
      const [, key = "", size = "0"] = /^\/(\w+) ([\d.]+) Tf$/m.exec(text) ?? [];
      const [, x = "0", y = "0"] = /^([\d.-]+) ([\d.-]+) Td$/m.exec(text) ?? [];
      const font = fonts?.lookup(PDFName.of(key), PDFDict);
      const unicode = unicodeOf(font ?? document.context.obj({}));
      const name = font?.get(PDFName.of("BaseFont"));
      return {
        ...{ page: index, x: Number(x), y: Number(y), size: Number(size) },
        bold: name instanceof PDFName && name.decodeText().endsWith("-700"),
        text: asRead([...text.matchAll(/<([0-9a-f]{4})>/g)].map(([, code = ""]) => unicode.get(code) ?? "?")),
      };
    });
  });
}

/** The texts of `placedTextsOf` alone. */
export const textsOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await placedTextsOf(bytes)).map(({ text }) => text);

/** The fonts, each with how many bytes of its file are in the document. */
export async function fontsOf(bytes: Uint8Array): Promise<{ name: string; file: number }[]> {
  const { context } = await PDFDocument.load(bytes);
  return context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFDict) || object.get(PDFName.of("Type")) !== PDFName.of("FontDescriptor"))
      return [];
    const file = context.lookup(object.get(PDFName.of("FontFile2")));
    const name = object.get(PDFName.of("FontName"));
    const size = file instanceof PDFRawStream ? inflateSync(file.contents).length : 0;
    return [{ name: name instanceof PDFName ? name.decodeText() : "", file: size }];
  });
}
