// What a new tenant begins with: each area says its part, registered once, at start.
import type { Language } from "../../shared/kernel/writing/language.ts";
import type { Tx } from "./db/db.ts";
import type { OperationContext } from "./operation/context.ts";

/** Writes what a new tenant begins with, in the transaction that makes it. */
export type Beginning = (tx: Tx, tenantId: string) => Promise<void>;

/** Writes what a tenant began with in its new language, as far as nobody has changed it. */
export type NewLanguage = (ctx: OperationContext, before: Language, after: Language) => Promise<void>;

let beginnings: readonly Beginning[] = [];
let speakers: readonly NewLanguage[] = [];

export function registerBeginnings(areas: readonly { begin?: Beginning; speak?: NewLanguage }[]): void {
  beginnings = areas.flatMap(({ begin }) => begin ?? []);
  speakers = areas.flatMap(({ speak }) => speak ?? []);
}

export async function beginTenant(tx: Tx, tenantId: string): Promise<void> {
  for (const begin of beginnings) await begin(tx, tenantId);
}

/** The company writes in another language from now on. */
export async function speakAnew(ctx: OperationContext, before: Language, after: Language): Promise<void> {
  for (const speak of speakers) await speak(ctx, before, after);
}
