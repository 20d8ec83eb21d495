// The replica's door: read from it, queue commands into it, close it. It is opened by open.ts, one per signed-in person.

export { failedWith, LocalFailure, type LocalFailureCode, wordsOf } from "../connection/local-failure.ts";
export type { Cost } from "./disk/crypto.ts";
export type { Account, KnownAccount, SecretStore, Vault } from "./disk/vault.ts";
export type { Arrangement, HowKept, Query } from "./memory/memory.ts";
export type { Observable } from "./observable.ts";
export type { Attachment, NewAttachment } from "./outbox/attachments.ts";
export { isWaiting, settledSince } from "./outbox/is-waiting.ts";
export type { QueuedCommand } from "./outbox/outbox-store.ts";
export type { Replica as OpenReplica } from "./replica.ts";
export type { ScreenReplica as Replica, ServerDoor } from "./screen-replica.ts";
export type { Projection } from "./search/projection.ts";
export { type Search, type SearchResult, searchProjection } from "./search/search.ts";
export { isFound } from "./search/search-text.ts";
export { marked, wordsOf as searchWords } from "./search/search-words.ts";
export type { WipeReason } from "./tabs.ts";
