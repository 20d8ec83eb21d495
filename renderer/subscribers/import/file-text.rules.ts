// The text of a chosen file, in the encoding in which its spreadsheet saved it. Pure.

export interface FileText {
  readonly text: string;
  /** The file does not say how its letters are written, and is no UTF-8: they may be others. */
  readonly guessed: boolean;
}

/** By the mark of UTF-16, else UTF-8, else as Western spreadsheets write "CSV" without more. */
export function fileText(file: ArrayBuffer): FileText {
  const [first, second] = new Uint8Array(file, 0, Math.min(2, file.byteLength));
  const decoded = (label: string) => new TextDecoder(label, { fatal: true }).decode(file);
  const wide =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  try {
    return { text: decoded(wide ?? "utf-8"), guessed: false };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(file), guessed: true };
  }
}
