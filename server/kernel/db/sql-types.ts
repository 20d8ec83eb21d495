// How SQL is written here: tagged templates of postgres.js, with rows as plain records.
import type postgres from "postgres";

export type Sql = postgres.Sql<Record<string, unknown>>;
export type Tx = postgres.TransactionSql<Record<string, unknown>>;
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
export type Row = Record<string, unknown>;
