// Which version of the sync procedures a program speaks; apart from their messages, as whoever signs in needs no more.

/** The version of wire.ts that a desktop speaks: it names its own in the header with every call, every answer the server's. */
export const PROTOCOL = 3;
export const PROTOCOL_HEADER = "x-lastmile-protocol";
/** Apps that name an older one are answered APP_TOO_OLD. Programs of others name none: they follow the contract. */
export const OLDEST_PROTOCOL = 3;

/** Until when all that happened is in a report, RFC 3339, where it was read on a replica of the database. */
export const AS_OF_HEADER = "x-as-of";
