// How SQL is written here: tagged templates of postgres.js, with rows as plain records.
import type postgres from "postgres";

/** A value as jsonb. The driver names only what JSON can say, which no `unknown` of ours can prove to be. */
interface AnyJson {
  json(value: unknown): postgres.Parameter;
}

export type Sql = postgres.Sql<Record<string, unknown>> & AnyJson;
export type Tx = postgres.TransactionSql<Record<string, unknown>> & AnyJson;
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
export type Row = Record<string, unknown>;
