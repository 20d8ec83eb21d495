// Holders as people call them, and which of them somebody may ask about.
import { ownHolders } from "../../../shared/billing/cash/holder.rules.ts";
import { type CashHolder, cashHolders, cashTransfer } from "../../../shared/billing/index.ts";
import { BANK, OFFICE } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { route } from "../../kernel/area.ts";
import { inTenantSnapshot, type Tx } from "../../kernel/db/db.ts";
import type { Principal, Tenant } from "../../kernel/operation/principal.ts";
import { tenantOf } from "../../kernel/operation/run-operation.ts";
import { isNarrowed } from "../../kernel/resource/own.ts";

interface NamedRow extends CashHolder {
  is_active: boolean;
}

/** Every till, member, the office and the bank; `is_active`: money can still be handed to them. */
async function readHolders(tx: Tx, tenantId: string): Promise<NamedRow[]> {
  const rows = await tx<NamedRow[]>`
    select device_code as holder, 'TILL' as kind, name, not is_revoked as is_active from devices
      where tenant_id = ${tenantId}
    union all
    select u.username, 'PERSON', nullif(u.full_name, ''), m.is_active and r."user" is null from staff_memberships m
      join users u on u.id = m."user"
      left join resellers r on r.tenant_id = m.tenant_id and r."user" = m."user"
      where m.tenant_id = ${tenantId}
    order by 2 desc, 1`;
  const places = [
    { holder: OFFICE, kind: "OFFICE" },
    { holder: BANK, kind: "BANK" },
  ] as const;
  return [...places.map((place) => ({ ...place, name: null, is_active: true })), ...rows];
}

/** How a holder is called, whoever they are. */
export async function holderNames(tx: Tx, tenantId: string): Promise<(holder: string) => CashHolder> {
  const known = new Map((await readHolders(tx, tenantId)).map((row) => [row.holder, row]));
  return (holder) => {
    const { kind = "OTHER", name = null } = known.get(holder) ?? {};
    return { holder, kind, name };
  };
}

/**
 * The holders that somebody may ask about; null: all.
 * @throws Failure PERMISSION_DENIED for one who may not ask about `asked`.
 */
export function visibleHolders(
  tenant: Tenant,
  principal: Principal,
  asked?: string,
): readonly string[] | null {
  if (!isNarrowed(cashTransfer, tenant.sight)) return null;
  const own = ownHolders({ username: principal.username, till: principal.device?.device_code ?? null });
  if (asked !== undefined && !own.includes(asked))
    throw new Failure("PERMISSION_DENIED", "You may see the cash of your own till alone", {
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
    const holders = await inTenantSnapshot(services.db, tenant, (tx) => readHolders(tx, tenant.id));
    const results = holders.filter(({ is_active }) => is_active);
    return { results: results.map(({ holder, kind, name }) => ({ holder, kind, name })) };
  },
});
