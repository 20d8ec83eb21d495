// Which version of the sync procedures a program speaks; kept apart from their messages, because the sign-in needs no more.

/** The version of wire.ts that a desktop speaks: it names its own in the header with every call, every answer the server's. */
export const PROTOCOL = 3;
export const PROTOCOL_HEADER = "x-lastmile-protocol";
/** Apps that name an older one are answered APP_TOO_OLD. Programs of others name none: they follow the contract. */
export const OLDEST_PROTOCOL = 3;

/** The moment up to which a report that was read on a standby is complete, RFC 3339. */
export const AS_OF_HEADER = "x-as-of";
