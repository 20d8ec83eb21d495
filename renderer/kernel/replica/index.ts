// The replica's only door: open one per signed-in person, read from it, queue commands into it, close it.
export { failedWith, LocalFailure, type LocalFailureCode, wordsOf } from "./failure.ts";
export type { Live } from "./live.ts";
export type { Query, ReplicaRecord } from "./memory.ts";
export type { OutboxState } from "./outbox.ts";
export type { CommandState, QueuedCommand } from "./outbox-store.ts";
export type { Progress } from "./pull-all.ts";
export { openReplica, type Replica, type ReplicaOptions, type SendOptions } from "./replica.ts";
export type { SearchFilter, SearchOptions, SearchResult, SearchRow } from "./search.ts";
export type { Target } from "./tables.ts";
export { type Account, openVault, type SecretStore, type Vault } from "./vault.ts";
