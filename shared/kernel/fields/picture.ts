// Pictures, recognised by their first bytes and not by their names. Formats that can hold a script are refused.
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

const begins = (file: Uint8Array, bytes: readonly number[], at = 0): boolean =>
  bytes.every((byte, index) => file[at + index] === byte);

const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

/** The kind of picture that a file is; null: none that is taken. */
export function pictureType(file: Uint8Array): PictureType | null {
  if (begins(file, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (begins(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  return begins(file, RIFF) && begins(file, WEBP, 8) ? "image/webp" : null;
}

const DATA_URL = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The first twelve bytes, by which the kind is told; this runs where there is no decoder, too. */
function headOf(base64: string): Uint8Array {
  const bits = [...base64.slice(0, 16).replace(/=+$/, "")].map((letter) => LETTERS.indexOf(letter));
  const bytes = new Uint8Array(Math.floor((bits.length * 6) / 8));
  return bytes.map((_, at) => {
    const [first, shift] = [Math.floor((at * 8) / 6), (at * 8) % 6];
    const pair = ((bits[first] ?? 0) << 6) | (bits[first + 1] ?? 0);
    return (pair >> (4 - shift)) & 0xff;
  });
}

/** Whether a text is a picture as a data: URL, and of the kind that it says. */
export function isPicture(text: string): boolean {
  const [, type, base64 = ""] = DATA_URL.exec(text) ?? [];
  if (!type || base64.length % 4 !== 0) return false;
  return pictureType(headOf(base64)) === type;
}
