// Who may hold money in a tenant, and whose money somebody may hand over.
import { IN_TRANSIT } from "../../../shared/billing/cash/cash-transfer.rules.ts";
import { cashTransfer } from "../../../shared/billing/index.ts";
import { BANK, OFFICE } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import type { Acting } from "../../../shared/billing/ledger/holder.rules.ts";
import { ownHolders } from "../../../shared/billing/ledger/holder.rules.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { isNarrowed } from "../../kernel/resource/own-records.ts";
import { postedBy } from "../ledger/journal.ts";

/**
 * Checks that there is such a holder: also a till that was revoked and a member who has left, who may hold money still, and
 * whoever else the books say has held some, such as a program with an API token.
 * @throws Failure VALIDATION naming the field.
 */
export async function requireHolder(
  { tx, tenant }: OperationContext,
  field: string,
  holder: string,
): Promise<void> {
  if (holder === OFFICE || holder === BANK) return;
  // What is on its way is nobody's.
  const [found] =
    holder === IN_TRANSIT
      ? []
      : await tx`
    select 1 from devices where tenant_id = ${tenant.id} and device_code = ${holder}
    union all
    select 1 from users u join staff_memberships m on m."user" = u.id and m.tenant_id = ${tenant.id}
      where u.username = ${holder}
    union all
    select 1 from ledger_entries where tenant_id = ${tenant.id} and holder = ${holder} limit 1`;
  if (found) return;
  const who = "a till's code, a username of the company, OFFICE or BANK";
  throw invalid(field, `Nobody of this name holds money: ${who}`, "DOES_NOT_EXIST");
}

/** Who is at a holder: the member of this name, or whose drawer is open at the till, or who last signed in at it. */
export async function personAt(ctx: OperationContext, holder: string): Promise<string | null> {
  const { tx, tenant } = ctx;
  const [found] = await tx<{ person: string }[]>`
    select person from (
      select m."user" as person, 1 as rank, null::timestamptz as since from users u
        join staff_memberships m on m."user" = u.id and m.tenant_id = ${tenant.id} where u.username = ${holder}
      union all
      select s."user", 2, s.opened_at from shifts s
        where s.tenant_id = ${tenant.id} and s.holder = ${holder} and s.status = 'OPEN'
      union all
      select t."user", 3, d.last_seen_at from devices d join auth_tokens t on t.tenant_id = d.tenant_id and t.device = d.id
        where d.tenant_id = ${tenant.id} and d.device_code = ${holder} and t.revoked_at is null
    ) at where person is not null order by rank, since desc nulls last limit 1`;
  return found?.person ?? null;
}

/**
 * Whose cash somebody answers for: the till's that they sit at, what they carry, and every till's at which they took cash, from
 * whichever computer they ask.
 */
export async function holdersOf(
  tx: Tx,
  { id }: Pick<Tenant, "id">,
  acting: Acting,
): Promise<readonly string[]> {
  const next = (after: Fragment) => tx`
    (select p.holder from payment_transactions p where p.tenant_id = ${id} and p.received_by = ${acting.username}
      and p.method = 'CASH' and p.holder is not null and ${after} order by p.holder limit 1)`;
  // From one holder to the next by the index: what was taken at each is not read.
  const rows = await tx<{ holder: string }[]>`
    with recursive taken as (
      ${next(tx`true`)} union all
      select after.holder from taken, lateral (${next(tx`p.holder > taken.holder`)}) after
    ) select holder from taken`;
  return [...new Set([...ownHolders(acting), ...rows.map(({ holder }) => holder)])];
}

/**
 * Who sees their own transfers alone answers for their own money alone (contract §4.16).
 * @throws Failure PERMISSION_DENIED for another holder's.
 */
export async function refuseOthers(ctx: OperationContext, holder: string, words: string): Promise<void> {
  if (!isNarrowed(cashTransfer, ctx.tenant.rowScope)) return;
  const acting = postedBy(ctx);
  if (ownHolders(acting).includes(holder)) return;
  if ((await holdersOf(ctx.tx, ctx.tenant, acting)).includes(holder)) return;
  throw new Failure("PERMISSION_DENIED", words, { extra: { holder } });
}
