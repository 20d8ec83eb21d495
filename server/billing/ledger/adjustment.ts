// POST /adjustments/: a credit, a charge or a waiver, answered for by a member of the staff (contract §3).

import { adjustment, adjustmentCreate } from "../../../shared/billing/index.ts";
import {
  type AdjustmentInput,
  advanceOnCharge,
  planAdjustment,
} from "../../../shared/billing/ledger/adjustment.rules.ts";
import { addDays, monthOf } from "../../../shared/kernel/day.ts";
import { invalid } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { readRecord } from "../../kernel/resource/record.ts";
import { nextInvoiceNumbers } from "../invoice/invoice-number.ts";
import { systemAccounts } from "./journal.ts";
import { lockReferred, planContext, readCredits, readEarlier } from "./snapshot.ts";
import { dated, moneyState, writeSettlement } from "./write-settlement.ts";

type Input = InputOf<typeof adjustmentCreate>;

/**
 * The staff member who answers for it: the caller, or whom they name.
 * @throws Failure VALIDATION when that is no active member of the staff, or nobody is named and the caller is none.
 */
async function approver(ctx: OperationContext, named: string | null | undefined): Promise<string> {
  const { tx, tenant, actor } = ctx;
  const who = named ? tx`id = ${named}` : tx`"user" = ${actor.user_id}`;
  const [found] = await tx<{ id: string }[]>`
    select id from staff_profiles where tenant_id = ${tenant.id} and ${who} and is_active`;
  if (found) return found.id;
  throw named
    ? invalid("approved_by", "There is no such active member of the staff", "DOES_NOT_EXIST")
    : invalid("approved_by", "Name the member of the staff who answers for this", "REQUIRED");
}

/** Whose account: a customer's account has the customer's id. */
function customerOf({ customer, account }: Input): [string, string] {
  if (customer && account && customer !== account) {
    throw invalid("account", "This is not the customer's account", "CONFLICTING");
  }
  if (customer) return ["customer", customer];
  if (account) return ["account", account];
  throw invalid("customer", "Name the customer", "REQUIRED");
}

/** The input as the rule takes it: a charge needs what every invoice has. */
async function ruleInput(ctx: OperationContext, input: Input): Promise<AdjustmentInput> {
  const { adjustment_type, reason } = input;
  const base = { amount: ctx.minor(input.amount), reason, adjustment_id: input.id ?? newId() };
  const { category } = input;
  if (adjustment_type !== "DEBIT") return { ...base, adjustment_type, category };
  if (category) throw invalid("category", "Only what is given up has a category");
  const { today } = planContext(ctx.tenant, ctx.call.received_at);
  const [invoice_number = ""] = await nextInvoiceNumbers(ctx.tx, ctx.tenant, monthOf(today), 1);
  const due_date = addDays(today, ctx.tenant.settings.invoice_due_days);
  return { ...base, adjustment_type, invoice_number, due_date };
}

async function createAdjustment(ctx: OperationContext, input: Input): Promise<Row> {
  const [field, customer] = customerOf(input);
  const [accounts, approved_by, locked, request, earlier_invoices, credits] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    approver(ctx, input.approved_by),
    lockReferred(ctx, field, customer),
    ruleInput(ctx, input),
    input.adjustment_type === "WAIVER" ? readEarlier(ctx, customer) : [],
    input.adjustment_type === "DEBIT" ? readCredits(ctx, customer) : [],
  ]);
  const context = planContext(ctx.tenant, ctx.call.received_at);
  const plan = planAdjustment({ ...locked, earlier_invoices }, request, context);
  const { auto_apply_advance } = ctx.tenant.settings;
  const advance = auto_apply_advance ? advanceOnCharge(plan, credits, context) : null;
  const { id } = plan.adjustment;
  const taken = { trx_id: id, receipt_number: null, reference: input.reason.slice(0, 200) };
  const writes = await dated(ctx, [{ plan, taken, approved_by }, ...(advance ? [{ plan: advance }] : [])]);
  const [, record] = await Promise.all([
    writeSettlement(ctx, accounts, locked, writes),
    readRecord(ctx.tx, adjustment, ctx.tenant, id),
  ]);
  ctx.audit(adjustmentCreate, {
    id,
    before: moneyState(ctx, locked.customer),
    after: { ...record, ...moneyState(ctx, (advance ?? plan).customer) },
    note: input.reason,
  });
  return record ?? {};
}

export const adjustmentOperations = [implement(adjustmentCreate, createAdjustment)];
