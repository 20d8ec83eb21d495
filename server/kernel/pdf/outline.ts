// A glyph's outline as a path, written as TrueType has it: so a weight of a font that has all of them becomes a font of its own.
import { type Contour, writeGlyph } from "./woff2.ts";

interface Point {
  x: number;
  y: number;
  on: boolean;
}

/** The contours of a path in SVG's letters, of lines and quadratic curves. @throws Error for other curves. */
function contoursOf(path: string): Contour[] {
  const contours: Point[][] = [];
  let contour: Point[] = [];
  for (const [, letter = "", given = ""] of path.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const numbers = given
      .split(/[ ,]/)
      .filter(Boolean)
      .map((one) => Math.round(Number(one)));
    const add = (at: number, on: boolean) =>
      contour.push({ x: numbers[at] ?? 0, y: numbers[at + 1] ?? 0, on });
    if (letter === "M") {
      contour = [];
      contours.push(contour);
      add(0, true);
    } else if (letter === "L") add(0, true);
    else if (letter === "Q") {
      add(0, false);
      add(2, true);
    } else if (letter !== "Z") throw new Error(`TrueType has no curve ${letter}`);
  }
  // A contour ends where it began without saying so.
  for (const one of contours) {
    const [first, last] = [one[0], one.at(-1)];
    if (one.length > 1 && last?.on && first?.x === last.x && first.y === last.y) one.pop();
  }
  return contours;
}

/** A path as a simple glyph of the table glyf; an empty one as none. */
export const drawnGlyph = (path: string): Buffer => {
  const contours = contoursOf(path);
  return contours.length === 0 ? Buffer.alloc(0) : writeGlyph(contours);
};
