// Why a connection to a server that a company named failed: a kind, never the other side's words.

/**
 * ADDRESS_NOT_ALLOWED: companies may not name this address. CONNECTION_REFUSED: nothing listens there. UNREACHABLE: no such
 * name, or no route to it. SILENT: no answer in time. ENCRYPTION: no safe connection. NOT_THE_PROTOCOL: something else answers.
 */
export const LINE_TROUBLES = [
  "ADDRESS_NOT_ALLOWED",
  "CONNECTION_REFUSED",
  "UNREACHABLE",
  "SILENT",
  "ENCRYPTION",
  "NOT_THE_PROTOCOL",
] as const;
export type LineTrouble = (typeof LINE_TROUBLES)[number];
