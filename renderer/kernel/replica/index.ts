// The replica's only door: open one per signed-in person, read from it, queue commands into it, close it.
export type { Cost } from "./crypto.ts";
export { failedWith, LocalFailure, type LocalFailureCode, wordsOf } from "./failure.ts";
export type { Live } from "./live.ts";
export type { Query } from "./memory.ts";
export type { QueuedCommand } from "./outbox-store.ts";
export { openReplica, type Replica } from "./replica.ts";
export type { SearchFilter, SearchOptions, SearchResult, SearchRow } from "./search.ts";
export { isFound } from "./search-text.ts";
export { marked, wordsOf as searchWords } from "./search-words.ts";
export { type Account, type KnownAccount, openVault, type SecretStore, type Vault } from "./vault.ts";
export type { WipeReason } from "./windows.ts";
