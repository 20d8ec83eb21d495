// What a connection to somebody's server can be said to have met: by kind, never by what the other side said.

/**
 * ADDRESS_NOT_ALLOWED: nothing that a company names may be there. CONNECTION_REFUSED: nobody listens there. UNREACHABLE: no such
 * name, or no way to it. SILENT: no answer in time. ENCRYPTION: no safe connection. NOT_THE_PROTOCOL: something else answers.
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
