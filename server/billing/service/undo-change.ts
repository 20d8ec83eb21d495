// Taking a change of package back, or calling one off that waits: as if it had not been (contract C3).
import {
  cancelChange,
  serviceChange,
  transactionReverse,
  undoChange,
  undoChangeAnswer,
  voidInvoice,
} from "../../../shared/billing/index.ts";
import { planOf } from "../../../shared/billing/ledger/plan.rules.ts";
import type { BoundMoney, CutDays } from "../../../shared/billing/service/change.rules.ts";
import type { ServiceChange } from "../../../shared/billing/service/service-change.ts";
import { addDays, dayOf } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { route } from "../../kernel/area.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { runAsSystem } from "../../kernel/operation/run-as-system.ts";
import { implement, tenantOf } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { createNote } from "../credit-note/credit-note.ts";
import { findInvoice } from "../invoice/void.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { lockOwner, readCredits } from "../ledger/snapshot.ts";
import { dated, moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { findTransaction } from "../payment/reversal.ts";
import { reverseDocument } from "../payment/reverse-document.ts";
import { minorOf, readCovers } from "./read-change.ts";
import { resettleBills } from "./resettle.ts";
import { movedBy, restoreDays } from "./settle-days.ts";
import { cancelCharges, chargeAgain, type GivenBack } from "./settle-invoices.ts";
import { setChangeDays, setPackage, updateChange } from "./write-change.ts";

/** A change as it is kept, with what puts its days back. */
export type KeptChange = ServiceChange &
  Row & {
    cut: CutDays[];
    freed_parts: { payment_transaction: string; amount: string }[];
    credited: GivenBack[];
  };

/** The change under the lock of its customer. @throws Failure NOT_FOUND. */
async function lockChange(ctx: OperationContext, id: string): Promise<KeptChange> {
  const { tx, tenant } = ctx;
  const [owner] = await tx<{ customer: string }[]>`
    select customer from service_changes where tenant_id = ${tenant.id} and id = ${id}`;
  if (!owner) throw new Failure("NOT_FOUND");
  const [, [kept]] = await Promise.all([
    lockOwner(ctx, owner.customer),
    tx<KeptChange[]>`select * from service_changes where tenant_id = ${tenant.id} and id = ${id}`,
  ]);
  if (!kept) throw new Failure("NOT_FOUND");
  return kept;
}

/** Its bill is void; where something paid it, a credit note gives that back as free advance. */
async function takeBackBill(ctx: OperationContext, invoice: string, reason: string): Promise<void> {
  const [bill] = await ctx.tx<{ is_open: boolean }[]>`
    select paid_amount = 0 and carried_amount = 0 and credited_amount = 0 as is_open from invoices
    where tenant_id = ${ctx.tenant.id} and id = ${invoice}`;
  if (bill?.is_open) await reverseDocument(ctx, voidInvoice, findInvoice, invoice, reason);
  else await createNote(ctx, { invoice, reason });
}

/** Whether something came after it that is built on it. */
async function isLatest(ctx: OperationContext, { id, customer, to_package }: KeptChange): Promise<boolean> {
  const { tx, tenant } = ctx;
  const [row] = await tx<{ later: boolean; package: string | null }[]>`
    select c.package, exists (select from service_changes o
      where o.tenant_id = c.tenant_id and o.customer = c.id and o.state in ('SCHEDULED', 'DONE')
        and o.created_at > (select created_at from service_changes where tenant_id = ${tenant.id} and id = ${id})) as later
    from customers c where c.tenant_id = ${tenant.id} and c.id = ${customer}`;
  return row !== undefined && !row.later && row.package === to_package;
}

/** Days, access and free money as they were before it. @throws Failure ADVANCE_SPENT. */
async function putBack(ctx: OperationContext, kept: KeptChange): Promise<string | null> {
  const { tenant } = ctx;
  const { customer, previous_expiry_date, new_expiry_date } = kept;
  const [accounts, locked, credits, covers] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    lockOwner(ctx, customer),
    readCredits(ctx, customer),
    readCovers(ctx, customer),
  ]);
  const by = kept.mode === "PREPAID" ? movedBy(previous_expiry_date, new_expiry_date) : 0;
  const money = minorOf(ctx);
  const freed_parts: BoundMoney[] = kept.freed_parts.map(({ payment_transaction, amount }) => ({
    payment_transaction,
    amount: money(amount),
  }));
  const others = covers.filter(({ kind, id }) => kind !== "service_change" || id !== kept.id);
  const after = kept.mode === "PREPAID" ? new_expiry_date : null;
  const restored = restoreDays({ cut: kept.cut, freed_parts }, { after, by }, others, credits);
  if (restored === null) throw new Failure("ADVANCE_SPENT");
  const { expiry_date } = locked.customer;
  const as_before = { ...locked.customer, expiry_date: expiry_date && addDays(expiry_date, -by) };
  const plan = planOf(as_before, restored.plan);
  await writeSettlement(ctx, accounts, locked, await dated(ctx, [{ plan }]));
  await setChangeDays(ctx, restored.changes);
  ctx.audit(undoChange, {
    id: kept.id,
    before: moneyState(ctx, locked.customer),
    after: moneyState(ctx, as_before),
  });
  return locked.of.router;
}

/** What was sold before it runs on, as if nothing had come after. */
async function runOn(
  ctx: OperationContext,
  { customer, from_service, to_service }: KeptChange,
): Promise<void> {
  const { tx, tenant } = ctx;
  await tx`update services set state = 'CANCELLED' where tenant_id = ${tenant.id} and customer = ${customer}
    and state <> 'CANCELLED' and id is distinct from ${from_service}::uuid
    and from_date >= (select from_date from services where tenant_id = ${tenant.id} and id = ${to_service})`;
  await tx`update services set state = 'ACTIVE', to_date = null
    where tenant_id = ${tenant.id} and id = ${from_service}`;
  ctx.markChanged("services");
}

/** Whether it is one's own of today, and no money came after it. */
async function isOwnOfToday(ctx: OperationContext, kept: KeptChange): Promise<boolean> {
  const { tx, tenant, today } = ctx;
  if (kept.created_by !== ctx.actor.username) return false;
  if (dayOf(new Date(kept.created_at), tenant.settings.timezone) !== today) return false;
  const [later] =
    await tx`select from payment_transactions where tenant_id = ${tenant.id} and customer = ${kept.customer}
    and created_at > ${kept.created_at} and id is distinct from ${kept.payment_transaction}::uuid limit 1`;
  return later === undefined;
}

/** @throws Failure PERMISSION_DENIED. */
async function requireUndo(ctx: OperationContext, kept: KeptChange): Promise<void> {
  if (ctx.can("subscribers.service_change.undo")) return;
  if (ctx.can("subscribers.service_change.undo_own") && (await isOwnOfToday(ctx, kept))) return;
  ctx.require("subscribers.service_change.undo");
}

/**
 * The change, as it may be taken back or is already.
 * @throws Failure NOT_FOUND, PERMISSION_DENIED, ILLEGAL_TRANSITION, LATER_CHANGE.
 */
async function lockReversible(ctx: OperationContext, id: string): Promise<KeptChange> {
  const kept = await lockChange(ctx, id);
  await requireUndo(ctx, kept);
  if (kept.state === "UNDONE") return kept;
  if (kept.state !== "DONE")
    throw new Failure("ILLEGAL_TRANSITION", "Only a change that holds is taken back");
  if (!(await isLatest(ctx, kept))) throw new Failure("LATER_CHANGE");
  return kept;
}

async function takeBack(ctx: OperationContext, { reason }: { reason: string }, id: string): Promise<Row> {
  const kept = await lockReversible(ctx, id);
  if (kept.state === "UNDONE") return requireRecord(ctx, serviceChange, id);
  const { invoice, payment_transaction, customer, from_package } = kept;
  await cancelCharges(ctx, id);
  if (payment_transaction)
    await reverseDocument(ctx, transactionReverse, findTransaction, payment_transaction, reason);
  if (invoice) await takeBackBill(ctx, invoice, reason);
  await chargeAgain(ctx, kept.credited, reason);
  await resettleBills(ctx, kept, reason);
  const router = await putBack(ctx, kept);
  await runOn(ctx, kept);
  await updateChange(ctx, id, { state: "UNDONE", covers_from: null, covers_to: null });
  await setPackage(ctx, { customer, router, to: from_package });
  return requireRecord(ctx, serviceChange, id);
}

/** Calls an order off, under the lock of its customer. */
export async function callOff(
  ctx: OperationContext,
  { reason }: { reason?: string | null | undefined },
  id: string,
): Promise<Row> {
  const kept = await lockChange(ctx, id);
  if (kept.state !== "SCHEDULED")
    throw new Failure("ILLEGAL_TRANSITION", "Only a change that waits is called off");
  const why = reason ?? "The change was called off";
  await cancelCharges(ctx, id);
  if (kept.invoice) await takeBackBill(ctx, kept.invoice, why);
  await chargeAgain(ctx, kept.credited, why);
  await resettleBills(ctx, kept, why);
  await runOn(ctx, kept);
  await updateChange(ctx, id, { state: "CANCELLED" });
  ctx.audit(cancelChange, {
    id,
    before: { state: "SCHEDULED" },
    after: { state: "CANCELLED" },
    note: reason ?? undefined,
  });
  return requireRecord(ctx, serviceChange, id);
}

export const undoChangeOperations = [implement(undoChange, takeBack), implement(cancelChange, callOff)];

export const undoChangeRoute = route({
  method: "GET",
  path: "/service-changes/{id}/undo-preview/",
  operation_id: "previewUndoChange",
  summary: "What taking this change of package back would change",
  area: "billing",
  permission: "subscribers.service_change.view",
  output: undoChangeAnswer,
  failures: undoChange.failures,
  async handler({ services, principal, call, params }) {
    const { id = "" } = params;
    if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
    return runAsSystem(services, tenantOf(principal), call, async (ctx) => {
      const kept = await lockReversible(ctx, id);
      const { customer: money } = await lockOwner(ctx, kept.customer);
      const is_undone = kept.state === "UNDONE";
      const is_moved = !is_undone && kept.mode === "PREPAID";
      const by = is_moved ? movedBy(kept.previous_expiry_date, kept.new_expiry_date) : 0;
      const before = money.expiry_date;
      return {
        service_change: id,
        is_undone,
        package: { before: is_undone ? kept.from_package : kept.to_package, after: kept.from_package },
        expiry_date: { before, after: before && addDays(before, -by) },
        invoice: kept.invoice,
        credit_note: kept.credit_note,
        payment_transaction: kept.payment_transaction,
        freed: ctx.money(minorOf(ctx)(kept.freed)),
      };
    });
  },
});
