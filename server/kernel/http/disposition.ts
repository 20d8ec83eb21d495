// How a file that is sent is named: whatever its name holds, the header is one line, and browsers save it under that name.

/** What stands in a quoted text of a header as it is, and what RFC 8187 leaves as it is. */
const QUOTABLE = /[^\x20-\x7e]|["\\%]/g;
const KEPT = /[^A-Za-z0-9!#$&+.^_`|~-]/gu;

const encoded = (name: string): string =>
  name.replace(KEPT, (letter) =>
    [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );

/** A content-disposition (RFC 6266) for a file of this name. */
export function disposition(kind: "attachment" | "inline", name: string): string {
  const plain = name.replace(QUOTABLE, "_");
  return plain === name
    ? `${kind}; filename="${name}"`
    : `${kind}; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}
