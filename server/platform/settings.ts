// The company's settings: one record, without an id in its address.

import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { currencyDigits } from "../../shared/kernel/money.ts";
import { normalText } from "../../shared/kernel/normal/normal-text.ts";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import { readSettings, settings, updateSettings } from "../../shared/platform/settings.ts";
import { checkVisitWindows } from "../../shared/platform/visit-windows.rules.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { readRecord, requireRecord } from "../kernel/resource/record.ts";
import { updateRecord } from "../kernel/resource/write-record.ts";
import { followSettings, onLanguageChange } from "../kernel/tenant-hooks.ts";
import { refuseFinerAmounts } from "./currency-precision-check.ts";
import { checkMail } from "./mail-settings.ts";
import { placeOfProvider } from "./provider-secrets.ts";
import { refuseAfterEnd } from "./refuse-after-end.ts";

/** What signs a payment provider's reports: kept beside the settings, not a resource. */
const PROVIDER = { name: "payment_provider", module: settings.module };

async function settingsId(ctx: OperationContext): Promise<string> {
  const [row] = await ctx.tx<
    { id: string }[]
  >`select id from company_settings where tenant_id = ${ctx.tenant.id}`;
  if (!row) throw new Failure("NOT_FOUND");
  return row.id;
}

/**
 * Amounts were written down in the old currency and would silently become the same number of another one; accounts
 * without any follow.
 * @throws Failure CONFLICT once money was posted.
 */
async function checkCurrency(ctx: OperationContext, before: string, after: string): Promise<void> {
  if (before === after) return;
  const { tx, tenant } = ctx;
  // Before the look at the ledger: who posts at this moment holds an account, and is waited for.
  await tx`update billing_accounts set currency = ${after} where tenant_id = ${tenant.id}`;
  ctx.markChanged("billing_accounts");
  // And who posts to no customer's (0015); what was planned before and is posted after this is planned again (0059).
  await tx`select pg_advisory_xact_lock(hashtextextended(${`period ${tenant.id}`}, 0))`;
  const [posted] = await tx`select 1 from ledger_entries where tenant_id = ${tenant.id} limit 1`;
  if (posted) throw new Failure("CONFLICT", "The currency can't change once money has been posted");
}

/**
 * Who is on it as a customer of a package would keep their service. An operator who names it holds the settings' row,
 * and packages are written under it (server/network/expired-profile.ts).
 * @throws Failure VALIDATION where it is a package's profile, or none.
 */
async function checkExpiredProfile({ tx, tenant }: OperationContext, profile: string | null): Promise<void> {
  if (!profile)
    throw invalid("expired_profile", "Name the profile for customers whose access has ended", "REQUIRED");
  const [sold] = await tx`select from packages
    where tenant_id = ${tenant.id} and is_active and router_profile = ${profile} limit 1`;
  if (sold) throw invalid("expired_profile", "A package's profile: nobody on it would be closed");
}

/** Weaker than this there is no signal at all (dBm). */
const NO_SIGNAL = -35;

const LIMITS = ["signal_too_strong_dbm", "signal_weak_dbm", "signal_critical_dbm"] as const;

/** @throws Failure VALIDATION for limits of optical power that leave a grade no room. */
function checkLimits(limits: RecordOf<typeof settings>): void {
  const { signal_too_strong_dbm: strong, signal_weak_dbm: weak, signal_critical_dbm: critical } = limits;
  if (strong >= 0) throw invalid("signal_too_strong_dbm", "Below 0 dBm", "TOO_LARGE");
  if (weak >= strong) throw invalid("signal_weak_dbm", "Weaker than what is too strong", "TOO_LARGE");
  if (critical >= weak) throw invalid("signal_critical_dbm", "Weaker than what is weak", "TOO_LARGE");
  if (critical <= NO_SIGNAL) throw invalid("signal_critical_dbm", `Above ${NO_SIGNAL} dBm`, "TOO_SMALL");
}

async function keepSecrets(
  ctx: OperationContext,
  secrets: Readonly<Record<string, string | null>>,
): Promise<void> {
  const { tx, tenant } = ctx;
  const names = Object.keys(secrets).map(normalText);
  if (new Set(names).size < names.length)
    throw invalid(
      "payment_provider_secrets",
      "One secret for each provider, however it is spelled",
      "NOT_UNIQUE",
    );
  for (const [spelled, secret] of Object.entries(secrets)) {
    const provider = normalText(spelled);
    // Those of before normal forms may have been kept under several spellings.
    const known = await tx<{ provider: string }[]>`
      select provider from payment_providers where tenant_id = ${tenant.id}`;
    const same = known.map((row) => row.provider).filter((name) => normalText(name) === provider);
    if (same.length > 0)
      await tx`delete from payment_providers where tenant_id = ${tenant.id} and provider in ${tx(same)}`;
    if (secret !== null) {
      const secret_encrypted = ctx.services.secrets.seal(secret, placeOfProvider(provider));
      await tx`insert into payment_providers ${tx({ tenant_id: tenant.id, provider, secret_encrypted })}
        on conflict (tenant_id, provider) do update set secret_encrypted = excluded.secret_encrypted`;
    }
    const name = secret === null ? "payment_provider.remove_secret" : "payment_provider.set_secret";
    ctx.audit({ on: PROVIDER, name }, { id: null, note: provider });
  }
}

export const settingsOperations = [
  implement(readSettings, async (ctx) => requireRecord(ctx, settings, await settingsId(ctx))),

  implement(updateSettings, async (ctx, input) => {
    const { payment_provider_secrets: secrets, ...changes } = input;
    // The right to close the books is asked for below, where the day moves.
    if (Object.keys(input).some((name) => name !== "lock_date") || !ctx.can("finance.period.lock"))
      ctx.require("platform.settings.update");
    await refuseAfterEnd(ctx);
    const id = await settingsId(ctx);
    const record = await updateRecord(ctx, settings, id, changes, {
      async before(_ctx, draft, before) {
        await checkCurrency(ctx, before.currency, draft.currency ?? before.currency);
        const after = { ...before, ...draft };
        if (after.lock_date !== before.lock_date) {
          ctx.require("finance.period.lock", { fields: ["lock_date"] });
          if (after.lock_date && after.lock_date > ctx.today)
            throw invalid("lock_date", "Books are closed up to today at most", "TOO_LARGE");
        }
        checkLimits(after);
        checkVisitWindows(after.visit_windows);
        await checkMail(ctx, draft, before);
        const closes = ["suspend_mode", "expired_profile"] as const;
        if (after.suspend_mode === "EXPIRED_PROFILE" && closes.some((name) => after[name] !== before[name]))
          await checkExpiredProfile(ctx, after.expired_profile);
        if (after.suspend_address_list === after.active_address_list)
          throw invalid("suspend_address_list", "Closed lines need a list of their own", "INVALID");
        return draft;
      },
      async after(_ctx, after, before) {
        if (after.currency !== before.currency) await refuseFinerAmounts(ctx, after.currency);
        if (after.language !== before.language) await onLanguageChange(ctx, before.language, after.language);
        // The database has given the ONUs their new signals.
        if (LIMITS.some((name) => after[name] !== before[name])) ctx.markChanged("onus", "olts");
        await followSettings(ctx, after, before);
      },
    });
    if (secrets) await keepSecrets(ctx, secrets);
    const digits = currencyDigits(record.currency);
    // Read before the currency was another, an amount among the settings would have the old one's digits.
    return digits === ctx.tenant.digits
      ? record
      : readRecord(ctx.tx, settings, { id: ctx.tenant.id, digits }, id);
  }),
];
