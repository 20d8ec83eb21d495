// What a new tenant begins with, and what follows from other settings: each area says its part, registered once, at start.
import type { Language } from "../../shared/kernel/formatting/language.ts";
import type { Row, Tx } from "./db/db.ts";
import type { OperationContext } from "./operation/context.ts";

/** Writes what a new tenant begins with, in the transaction that makes it. */
export type Beginning = (tx: Tx, tenantId: string) => Promise<void>;

/** Writes what a tenant began with in its new language, as far as it is unchanged. */
export type NewLanguage = (ctx: OperationContext, before: Language, after: Language) => Promise<void>;

/** What follows in other areas from a change of the company's settings, in its transaction. */
export type FollowSettings = (ctx: OperationContext, after: Row, before: Row) => Promise<void>;

let beginnings: readonly Beginning[] = [];
let speakers: readonly NewLanguage[] = [];
let followers: readonly FollowSettings[] = [];

interface Part {
  begin?: Beginning;
  speak?: NewLanguage;
  follow_settings?: FollowSettings;
}

export function registerTenantHooks(areas: readonly Part[]): void {
  beginnings = areas.flatMap(({ begin }) => begin ?? []);
  speakers = areas.flatMap(({ speak }) => speak ?? []);
  followers = areas.flatMap(({ follow_settings }) => follow_settings ?? []);
}

export async function beginTenant(tx: Tx, tenantId: string): Promise<void> {
  for (const begin of beginnings) await begin(tx, tenantId);
}

/** The company writes in another language from now on. */
export async function onLanguageChange(
  ctx: OperationContext,
  before: Language,
  after: Language,
): Promise<void> {
  for (const speak of speakers) await speak(ctx, before, after);
}

export async function followSettings(ctx: OperationContext, after: Row, before: Row): Promise<void> {
  for (const follow of followers) await follow(ctx, after, before);
}
