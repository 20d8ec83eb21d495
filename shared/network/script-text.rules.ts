// Texts in RouterOS's scripts.

const inHex = (sign: string): string => `\\${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/** A text inside RouterOS's quotation marks: it stays on its line, whatever it holds. */
export const quoted = (text: string): string =>
  `"${text.replace(/[\\"$?]/g, "\\$&").replace(/\p{Cc}/gu, inHex)}"`;
