// How calls from outside are judged, and what becomes of them.

export const INBOUND_SOURCES = ["GATEWAY", "CHANNEL"] as const;
export type InboundSource = (typeof INBOUND_SOURCES)[number];

/** CONFIRM_NEEDED: authentic as far as can be told, but its provider is asked. HANDSHAKE: it sets up the line, and says nothing else. */
export const VERDICTS = [
  "VERIFIED",
  "CONFIRM_NEEDED",
  "BAD_SIGNATURE",
  "STALE",
  "UNREADABLE",
  "HANDSHAKE",
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** WAITING: tried again later. IGNORED: it says nothing that is to be done. */
export const INBOUND_STATUSES = ["RECEIVED", "APPLIED", "IGNORED", "WAITING", "FAILED"] as const;
export type InboundStatus = (typeof INBOUND_STATUSES)[number];
