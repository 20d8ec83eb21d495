// The way to a PDF document. What sets one (pdf-lib, HarfBuzz) is a seventh of all the program's modules: it is read when
// the first document is asked for, not at the start.
import type { About, Paper } from "./paper.ts";

/** Makes a document. */
export async function paperPdf(about: About, write: (paper: Paper) => void): Promise<Uint8Array> {
  const { setPaper } = await import("./paper.ts");
  return setPaper(about, write);
}
