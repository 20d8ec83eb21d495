// A migration where tables are distributed: the same text as on one PostgreSQL, applied so that a cluster takes it.
import type { Tx } from "../db.ts";
import { spreadMigrated } from "./distribute.ts";

/** What no semicolon within ends a statement: comments, texts, names, bodies of functions. */
const PIECE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|[\s\S]/g;

interface Statement {
  text: string;
  makes_table: boolean;
}

/** The statements of a migration; what stands before one belongs to it. */
export function statementsOf(migration: string): Statement[] {
  const found: Statement[] = [];
  let [text, said] = ["", ""];
  const end = () => {
    if (said.trim()) found.push({ text, makes_table: /^create\s+(unlogged\s+)?table\b/i.test(said.trim()) });
    [text, said] = ["", ""];
  };
  for (const [piece] of migration.matchAll(PIECE)) {
    text += piece;
    if (piece === ";") end();
    else if (!piece.startsWith("--") && !piece.startsWith("/*")) said += piece;
  }
  end();
  return found;
}

/**
 * Applies a migration and spreads what it made. Each statement is sent separately, because Citus hands on the whole text that a
 * statement came in. A new table is on the coordinator at first, whatever it refers to.
 */
export async function applyOnCluster(tx: Tx, migration: string): Promise<void> {
  await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
  for (const { text, makes_table } of statementsOf(migration)) {
    if (makes_table) await tx`set local citus.enable_ddl_propagation = off`;
    await tx.unsafe(text);
    if (makes_table) await tx`set local citus.enable_ddl_propagation = on`;
  }
  await spreadMigrated(tx);
}
