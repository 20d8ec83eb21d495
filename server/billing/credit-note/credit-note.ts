// POST /credit-notes/, and what one would change (contract §4.11).
import {
  type Creditable,
  type CreditNoteInput,
  type CreditSnapshot,
  creditables,
  planCreditNote,
} from "../../../shared/billing/credit-note/credit-note.rules.ts";
import {
  createCreditNote,
  creditNote,
  creditNotePreviewAnswer,
  creditNotePreviewInput,
} from "../../../shared/billing/index.ts";
import { describePlan } from "../../../shared/billing/payment/preview.rules.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { withDecimals } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { route } from "../../kernel/area.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { runAsSystem } from "../../kernel/operation/run-as-system.ts";
import { implement, tenantOf } from "../../kernel/operation/run-operation.ts";
import { drawNumbers } from "../../kernel/resource/numbered.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { type Locked, planContext } from "../ledger/snapshot.ts";
import { dated, moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { lockCharge } from "../payment/reversal-snapshot.ts";
import { ownerOfInvoice, readCharged } from "./charged-invoice.ts";

type Input = Omit<InputOf<typeof createCreditNote>, "id" | "reason">;

/** The invoice is named in the body: one that is not there is a wrong input. */
async function ownerOf(ctx: OperationContext, id: string): Promise<string> {
  try {
    return await ownerOfInvoice(ctx, id);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "NOT_FOUND") throw error;
    throw invalid("invoice", "There is no such invoice", "DOES_NOT_EXIST");
  }
}

async function lockCreditable(
  ctx: OperationContext,
  invoice: string,
): Promise<{ locked: Locked; snapshot: CreditSnapshot }> {
  const customer = await ownerOf(ctx, invoice);
  const [{ locked, records }, charged] = await Promise.all([
    lockCharge(ctx, { customer, invoice }),
    readCharged(ctx, invoice),
  ]);
  const [row] = await ctx.tx<{ voided_at: string | null }[]>`
    select voided_at from invoices where tenant_id = ${ctx.tenant.id} and id = ${invoice}`;
  return { locked, snapshot: { ...records, ...charged, is_void: row?.voided_at != null } };
}

/** What of each line of a bill can still be given back, under the lock of its customer. */
export async function readCreditable(ctx: OperationContext, invoice: string): Promise<Creditable[]> {
  const { snapshot } = await lockCreditable(ctx, invoice);
  return creditables(snapshot);
}

function ruleInput(ctx: OperationContext, { lines, amount }: Input): Omit<CreditNoteInput, "reason"> {
  return {
    amount: amount == null ? null : ctx.minor(amount),
    lines:
      lines?.map(({ invoice_line, quantity, amount: part }, at) => ({
        invoice_line,
        quantity: quantity == null ? null : String(quantity),
        amount: part == null ? null : ctx.minor(part, `lines.${at}.amount`),
      })) ?? null,
  };
}

/** Makes a credit note, under the lock of its customer. */
export async function createNote(
  ctx: OperationContext,
  input: InputOf<typeof createCreditNote>,
): Promise<Row> {
  const [accounts, { locked, snapshot }] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    lockCreditable(ctx, input.invoice),
  ]);
  const { id = ctx.newId(), reason } = input;
  const wanted = { ...ruleInput(ctx, input), id, reason };
  const plan = planCreditNote(snapshot, wanted, planContext(ctx.tenant, ctx.call.received_at));
  // Last of all: who draws the next number waits until this one is committed, so the series has no gap.
  const [number = ""] = await drawNumbers(ctx, creditNote, "credit_note_number", 1);
  await writeSettlement(ctx, accounts, locked, await dated(ctx, [{ plan, number }]));
  const record = await requireRecord(ctx, creditNote, id);
  ctx.audit(createCreditNote, {
    id,
    before: moneyState(ctx, locked.customer),
    after: { ...record, ...moneyState(ctx, plan.customer) },
    note: reason,
  });
  return record;
}

export const creditNoteOperations = [implement(createCreditNote, createNote)];

export const creditNotePreviewRoute = route({
  method: "POST",
  path: "/credit-notes/preview/",
  operation_id: "previewCreditNote",
  summary: "What a credit note would give back and change, and what of the invoice can be credited",
  area: "billing",
  permission: createCreditNote.permission,
  body: creditNotePreviewInput,
  output: creditNotePreviewAnswer,
  failures: createCreditNote.failures,
  async handler({ services, principal, call, body }) {
    if (!principal) throw new Failure("UNAUTHENTICATED");
    const tenant = tenantOf(principal);
    return runAsSystem(services, tenant, call, async (ctx) => {
      const { snapshot } = await lockCreditable(ctx, body.invoice);
      const wanted = { ...ruleInput(ctx, body), reason: "" };
      const plan = planCreditNote(snapshot, wanted, planContext(tenant, call.received_at));
      const { amount, tax_amount, due_reduced, made_advance, written_off, lines } = plan.credit_note;
      const told = {
        ...{ amount, tax_amount, due_reduced, made_advance, written_off },
        lines: lines.map(({ id: _, parts: _parts, ...line }) => line),
        creditable: creditables(snapshot).map((line) => ({
          invoice_line: line.invoice_line,
          description: line.description,
          quantity: line.quantity,
          ...{ charged: line.amount, credited: line.credited, left: line.left },
        })),
        changes: describePlan(snapshot, plan),
      };
      return { invoice: body.invoice, ...withDecimals(told, tenant.digits) };
    });
  },
});
