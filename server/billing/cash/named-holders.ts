// Holders as people call them, and which of them somebody may ask about.
import { IN_TRANSIT } from "../../../shared/billing/cash/cash-transfer.rules.ts";
import { type CashHolder, cashHolders, cashTransfer } from "../../../shared/billing/index.ts";
import { BANK, OFFICE } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { route } from "../../kernel/area.ts";
import { type Fragment, inTenantSnapshot, type Tx } from "../../kernel/db/db.ts";
import type { Principal, Tenant } from "../../kernel/operation/principal.ts";
import { tenantOf } from "../../kernel/operation/run-operation.ts";
import { isNarrowed } from "../../kernel/resource/own-records.ts";
import { cashMoved } from "./cash-sums.ts";
import { holdersOf } from "./holders.ts";

interface NamedRow extends CashHolder {
  is_active: boolean;
}

/** The first holder in the books of whom something holds, by the index on holders: what lies between is not read. */
const nextHolder = (tx: Tx, tenantId: string, where: Fragment): Fragment => tx`
  (select e.holder from ledger_entries e where e.tenant_id = ${tenantId} and e.holder is not null and ${where}
    order by e.holder limit 1)`;

/**
 * Every till, member, the office and the bank, and whoever else has held cash; `is_active`: money is handed over by them still.
 * @param others of somebody else, `k`, whether they are: told by their cash.
 */
async function readHolders(tx: Tx, tenantId: string, others: Fragment): Promise<NamedRow[]> {
  const rows = await tx<NamedRow[]>`
    with recursive known as (
      ${nextHolder(tx, tenantId, tx`true`)}
      union all
      select next.holder from known, lateral (${nextHolder(tx, tenantId, tx`e.holder > known.holder`)}) next
    )
    select device_code as holder, 'TILL' as kind, name, not is_revoked as is_active from devices
      where tenant_id = ${tenantId}
    union all
    select u.username, 'PERSON', nullif(u.full_name, ''), m.is_active and r."user" is null from staff_memberships m
      join users u on u.id = m."user"
      left join resellers r on r.tenant_id = m.tenant_id and r."user" = m."user"
      where m.tenant_id = ${tenantId}
    union all
    select k.holder, case when t.name is null then 'OTHER' else 'TOKEN' end, t.name, ${others} from known k
        left join lateral (select name from api_tokens where tenant_id = ${tenantId} and 'token:' || name = k.holder
          limit 1) t on true
      where k.holder not in (${OFFICE}, ${BANK}, ${IN_TRANSIT})
        and not exists (select from devices d where d.tenant_id = ${tenantId} and d.device_code = k.holder)
        and not exists (select from users u join staff_memberships m on m."user" = u.id and m.tenant_id = ${tenantId}
          where u.username = k.holder)
    order by 2 desc, 1`;
  const places = [
    { holder: OFFICE, kind: "OFFICE" },
    { holder: BANK, kind: "BANK" },
  ] as const;
  return [...places.map((place) => ({ ...place, name: null, is_active: true })), ...rows];
}

/** How a holder is called, whoever they are. */
export async function holderNames(tx: Tx, tenantId: string): Promise<(holder: string) => CashHolder> {
  const rows = await readHolders(tx, tenantId, tx`null::boolean`);
  const known = new Map(rows.map((row) => [row.holder, row]));
  return (holder) => {
    const { kind = "OTHER", name = null } = known.get(holder) ?? {};
    return { holder, kind, name };
  };
}

/**
 * The holders that somebody may ask about; null: all.
 * @throws Failure PERMISSION_DENIED for one who may not ask about `asked`.
 */
export async function visibleHolders(
  tx: Tx,
  tenant: Tenant,
  principal: Principal,
  asked?: string,
): Promise<readonly string[] | null> {
  if (!isNarrowed(cashTransfer, tenant.rowScope)) return null;
  const till = principal.device?.device_code ?? null;
  const own = await holdersOf(tx, tenant, { username: principal.username, till });
  if (asked !== undefined && !own.includes(asked))
    throw new Failure("PERMISSION_DENIED", "You may see the cash of your own tills alone", {
      extra: { holder: asked },
    });
  return own;
}

export const cashHoldersRoute = route({
  method: "GET",
  path: "/cash-holders/",
  operation_id: "listCashHolders",
  summary: "Who can be handed money: tills by their code, people by their username, the office and the bank",
  area: "billing",
  permission: "finance.cash_transfer.view",
  output: cashHolders,
  async handler({ services, principal }) {
    if (!principal) throw new Error("The route is not public");
    const tenant = tenantOf(principal);
    const holders = await inTenantSnapshot(services.db, tenant, async (tx) => {
      const { cash } = await cashMoved(tx, tenant, { later: null, holders: null });
      const hasCash = tx`k.holder in (select holder from (${cash}) cash where method = 'CASH'
        group by 1 having sum(debit) <> sum(credit))`;
      return readHolders(tx, tenant.id, hasCash);
    });
    const results = holders.filter(({ is_active }) => is_active);
    return { results: results.map(({ holder, kind, name }) => ({ holder, kind, name })) };
  },
});
