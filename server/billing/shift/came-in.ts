// What came into a drawer and left it while it was open. To which drawer it belongs follows from who did it, whose cash it is
// and when, so that what was done offline belongs to the drawer that it was done at, whenever it comes in.
import type { shift } from "../../../shared/billing/index.ts";
import {
  type CashMove,
  type DrawerSpan,
  type DrawerSums,
  drawerOf,
  type LastTaken,
  sumDrawer,
} from "../../../shared/billing/shift/drawer.rules.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { type Fragment, seeingAll, type Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";

/** From the opening until before the close; `closed_at` null: until now. */
export type Drawer = Pick<RecordOf<typeof shift>, "id" | "cashier" | "holder" | "opened_at" | "closed_at">;

type Place = Pick<Tenant, "id" | "digits" | "rowScope">;

interface MoveRow {
  method: string;
  amount: string;
  holder: string;
  at: string;
  by: string;
  sat_at: string | null;
  is_handover: boolean;
  receipt_by: string | null;
  receipt_at: string | null;
}

const moveOf = (row: MoveRow, digits: number): CashMove => ({
  ...{ method: row.method, holder: row.holder, at: row.at, by: row.by },
  ...{ sat_at: row.sat_at, is_handover: row.is_handover },
  amount: parseMoney(row.amount, digits),
  receipt:
    row.receipt_by === null || row.receipt_at === null ? null : { by: row.receipt_by, at: row.receipt_at },
});

/** The drawers that were open at some moment of a time; `until` null: or are. */
export function readDrawers(
  tx: Tx,
  tenantId: string,
  { from, until }: { from: string; until: string | null },
): Promise<DrawerSpan[]> {
  const columns = tx`select id, cashier, holder, opened_at, closed_at from shifts where tenant_id = ${tenantId}
    and opened_at <= ${until ?? "infinity"}`;
  return tx<DrawerSpan[]>`
    ${columns} and status = 'OPEN' union all ${columns} and closed_at > ${from} order by opened_at, id`;
}

/**
 * What the cashier took, as one move by method and holder: it went into their drawer, the later one where they had two open.
 * What a reseller's user takes is in none.
 */
function readReceipts(tx: Tx, { id }: Place, { cashier, opened_at, closed_at }: Drawer): Promise<MoveRow[]> {
  const taken = (at: Fragment) => tx`${at} >= ${opened_at} and ${at} < ${closed_at ?? "infinity"}
    and not exists (select from shifts s where s.tenant_id = ${id} and s.cashier = ${cashier}
      and s.opened_at > ${opened_at} and s.opened_at <= ${at} and (s.closed_at is null or s.closed_at > ${at}))`;
  return tx<MoveRow[]>`
    select method, sum(amount) as amount, holder, ${opened_at}::timestamptz as at, ${cashier} as by, null as sat_at,
      false as is_handover, ${cashier} as receipt_by, ${opened_at}::timestamptz as receipt_at
    from (
      select t.method, t.amount, t.holder from payment_transactions t
        where t.tenant_id = ${id} and t.received_by = ${cashier} and ${taken(tx`t.received_at`)}
          and t.method not in ('ADJUSTMENT', 'DEPOSIT') and t.reseller_charge is null
      union all
      select r.method, r.amount, r.holder from reseller_ledger r
        where r.tenant_id = ${id} and r.posted_by = ${cashier} and ${taken(tx`r.occurred_at`)}
          and r.method is not null and r.amount > 0
    ) taken group by method, holder`;
}

/** Everybody's money of a time that moved otherwise than as a receipt, as the ledger has it. */
function readMoves(tx: Tx, { id }: Place, { opened_at, closed_at }: Drawer): Promise<MoveRow[]> {
  // What is called off is again where it was taken from.
  return tx<MoveRow[]>`
    select substr(a.code, 6) as method, e.debit - e.credit as amount, e.holder, e.occurred_at as at,
      case when t."from" = e.holder then t.sent_by else e.posted_by end as by,
      case when t."from" = e.holder then d.device_code when e.entry_type = 'REFUND' then e.holder end as sat_at,
      e.source_type = 'cash_transfer' as is_handover,
      coalesce(p.received_by, o.posted_by, k.taken_by) as receipt_by,
      coalesce(p.received_at, o.occurred_at, k.occurred_at) as receipt_at
    from ledger_entries e join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
      left join cash_transfers t on t.tenant_id = e.tenant_id and t.id = e.source_id and e.source_type = 'cash_transfer'
      left join devices d on d.tenant_id = t.tenant_id and d.id = t.device
      left join payment_transactions p on p.tenant_id = e.tenant_id and p.id = e.source_id
        and e.source_type = 'payment_transaction' and e.entry_type = 'REVERSAL'
      left join deposits k on k.tenant_id = e.tenant_id and k.id = e.source_id and e.source_type = 'deposit'
        and e.entry_type in ('DEPOSIT', 'REVERSAL')
      left join reseller_ledger r on r.tenant_id = e.tenant_id and r.id = e.source_id and e.source_type = 'reseller_ledger'
      left join reseller_ledger o on o.tenant_id = r.tenant_id and o.id = r.reverses
    where e.tenant_id = ${id} and e.holder is not null and e.entry_type not in ('PAYMENT', 'SUSPENSE')
      and e.occurred_at >= ${opened_at} and e.occurred_at < ${closed_at ?? "infinity"}
      and a.code like 'CASH:%' and e.source_type <> 'shift'
    order by e.occurred_at, e.entry_no`;
}

interface Asked {
  cashier: string;
  holder: string;
  at: string;
}

const keyOf = ({ cashier, holder, at }: Asked): string => JSON.stringify([cashier, holder, at]);

/** What the rule wants to know of who took cash where, asked at once. */
async function readLastTaken(
  tx: Tx,
  { id }: Place,
  moves: readonly CashMove[],
  drawers: readonly DrawerSpan[],
): Promise<LastTaken> {
  const asked = new Map<string, Asked>();
  for (const move of moves)
    drawerOf(move, drawers, (cashier, holder, at) => {
      asked.set(keyOf({ cashier, holder, at }), { cashier, holder, at });
      return null;
    });
  const pairs = [...asked.values()];
  if (pairs.length === 0) return () => null;
  const rows = await tx<(Asked & { last: string | null })[]>`
    select k.cashier, k.holder, k.at, (select p.received_at from payment_transactions p
      where p.tenant_id = ${id} and p.method = 'CASH' and p.received_by = k.cashier and p.holder = k.holder
        and p.received_at <= k.at order by p.received_at desc limit 1) as last
    from unnest(${pairs.map(({ cashier }) => cashier)}::text[], ${pairs.map(({ holder }) => holder)}::text[],
      ${pairs.map(({ at }) => at)}::text[]::timestamptz[]) as k (cashier, holder, at)`;
  const known = new Map(rows.map(({ last, ...key }) => [keyOf(key), last]));
  return (cashier, holder, at) => known.get(keyOf({ cashier, holder, at })) ?? null;
}

/** Which drawer some moves belong to, in their order; null: none. */
export async function drawersOf(
  tx: Tx,
  place: Place,
  moves: readonly CashMove[],
  drawers: readonly DrawerSpan[],
): Promise<(DrawerSpan | null)[]> {
  const lastTaken = await readLastTaken(tx, place, moves, drawers);
  return moves.map((move) => drawerOf(move, drawers, lastTaken));
}

/**
 * What came into a drawer and left it, of everybody's moves: whoever looks at it may see their own alone.
 * The float and this is what has to be there.
 */
export const readSums = (tx: Tx, place: Place, drawer: Drawer): Promise<DrawerSums> =>
  seeingAll(tx, place, async () => {
    const { id, opened_at: from, closed_at: until } = drawer;
    const [receipts, moved, open] = await Promise.all([
      readReceipts(tx, place, drawer),
      readMoves(tx, place, drawer),
      readDrawers(tx, place.id, { from, until }),
    ]);
    // As it is asked for: one that is about to be closed is closed at that moment.
    const drawers = [...open.filter((one) => one.id !== id), drawer];
    const moves = moved.map((row) => moveOf(row, place.digits));
    const whose = await drawersOf(tx, place, moves, drawers);
    const own = moves.filter((_, index) => whose[index]?.id === id);
    return sumDrawer(drawer, [...receipts.map((row) => moveOf(row, place.digits)), ...own]);
  });
