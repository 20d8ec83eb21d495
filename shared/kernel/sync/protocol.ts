// Which version of the sync procedures a program speaks; apart from their messages, as whoever signs in needs no more.

/**
 * The version of wire.ts that a program speaks. Every call of a desktop names its own in the header, every answer the
 * server's. Programs that name none speak 1.
 */
export const PROTOCOL = 2;
export const PROTOCOL_HEADER = "x-lastmile-protocol";
/** Apps that speak an older one are answered APP_TOO_OLD. */
export const OLDEST_PROTOCOL = 1;

/** Until when all that happened is in a report, RFC 3339, where it was read on a replica of the database. */
export const AS_OF_HEADER = "x-as-of";
