// A closing's chunks, forwards and back, each a transaction of its own: after a crash the next run makes what is missing.

import { type closing, createClosing, reverseClosing } from "../../../shared/billing/index.ts";
import { planUsage } from "../../../shared/billing/period/usage.rules.ts";
import { BEFORE_ALL } from "../../../shared/kernel/id.ts";
import { add, formatMoney, type Minor } from "../../../shared/kernel/money.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Principal, Tenant } from "../../kernel/operation/principal.ts";
import { runAsSystem, systemCall } from "../../kernel/operation/run-as-system.ts";
import type { Services } from "../../kernel/services.ts";
import { readTaxRates } from "../../subscribers/index.ts";
import { nextInvoiceNumbers } from "../invoice/invoice-number.ts";
import { postedBy, type SystemAccounts, systemAccounts } from "../ledger/journal.ts";
import type { DraftWrite } from "../ledger/ledger-rows.ts";
import { planContext } from "../ledger/snapshot.ts";
import { writePlans } from "../ledger/write-plans.ts";
import { dated } from "../ledger/write-settlement.ts";
import { lockPrepaid } from "./prepaid.ts";
import { lockUsage } from "./usage-reversal.ts";

/** Customers a transaction: their own recharges wait for a chunk, and every reader of the feed does. */
const CHUNK = 100;

export type Closing = RecordOf<typeof closing>;

export interface Run {
  services: Services;
  tenant: Tenant;
  principal: Principal;
  closing: Closing;
  at: Date;
  /** Aborted when the tenant's lock is lost. */
  held: AbortSignal;
  /** Called in each chunk's transaction with the number of customers that this run has gone through with it. */
  progress(ctx: OperationContext, seen: number): void;
}

interface Chunk {
  /** Customers gone through. */
  seen: number;
  /** Bills made or taken back. */
  made: number;
  last: string | null;
}

async function write(
  ctx: OperationContext,
  accounts: SystemAccounts,
  drafts: readonly DraftWrite[],
): Promise<void> {
  const writes = await dated(ctx, drafts);
  const by = { ...postedBy(ctx), clerk: ctx.actor.username, device: null };
  const { collections, done } = writePlans({ tx: ctx.tx, tenant: ctx.tenant, accounts, by }, writes);
  await done;
  ctx.markChanged(...collections);
}

/** Keeps what a closing amounts to beside what it made. */
async function count(ctx: OperationContext, id: string, invoices: number, amount: Minor): Promise<void> {
  const { tx, tenant } = ctx;
  await tx`update closings set invoices = invoices + ${invoices}, amount = amount + ${formatMoney(amount, tenant.digits)}
    where tenant_id = ${tenant.id} and id = ${id}`;
  ctx.markChanged("closings");
}

async function closeChunk(
  ctx: OperationContext,
  accounts: SystemAccounts,
  { id, month, day }: Closing,
  after: string,
): Promise<Chunk> {
  const { tx, tenant } = ctx;
  const { customers, seen, last } = await lockPrepaid(tx, tenant, { month, after, limit: CHUNK });
  const context = planContext(tenant, ctx.call.received_at);
  const taxed = customers.some(({ recharges }) => recharges.some(({ tax_code }) => tax_code));
  const rates = taxed ? await readTaxRates(tx, tenant) : [];
  const input = { closing: id, month, day, rates };
  const due = customers.flatMap(({ customer, recharges }) => {
    const plan = planUsage(customer, recharges, { ...input, invoice_number: "" }, context);
    return plan?.invoice ? [{ ...plan, invoice: plan.invoice }] : [];
  });
  if (due.length === 0) return { seen, made: 0, last };
  const numbers = await nextInvoiceNumbers(tx, tenant, month, due.length);
  const writes = due.map((plan, at): DraftWrite => {
    const invoice_number = numbers[at] ?? "";
    const invoices = plan.invoices.map((invoice) => ({ ...invoice, invoice_number }));
    return { plan: { ...plan, invoice: { ...plan.invoice, invoice_number }, invoices } };
  });
  await write(ctx, accounts, writes);
  await count(ctx, id, due.length, add(...due.map(({ invoice }) => invoice.total_payable)));
  ctx.audit(createClosing, { id, after: { month, invoices: due.length } });
  return { seen, made: due.length, last };
}

async function reverseChunk(
  ctx: OperationContext,
  accounts: SystemAccounts,
  { id, month, day, reversal_reason }: Closing,
  after: string,
): Promise<Chunk> {
  const { plans, seen, last } = await lockUsage(ctx, { closing: id, day, after, limit: CHUNK });
  if (plans.length > 0) {
    const reason = reversal_reason;
    await write(
      ctx,
      accounts,
      plans.map((plan) => ({ plan, reason })),
    );
    ctx.audit(reverseClosing, { id, after: { month, invoices: plans.length } });
  }
  return { seen, made: plans.length, last };
}

async function eachChunk(
  run: Run,
  work: (ctx: OperationContext, accounts: SystemAccounts, after: string) => Promise<Chunk>,
): Promise<number> {
  const { services, tenant } = run;
  const accounts = await systemAccounts(services.db, tenant);
  let [seen, made] = [0, 0];
  for (let after: string | null = BEFORE_ALL; after !== null; ) {
    const from: string = after;
    run.held.throwIfAborted();
    const call = systemCall(tenant, run.at, run.principal);
    const chunk = await runAsSystem(services, tenant, call, async (ctx) => {
      const done = await work(ctx, accounts, from);
      run.progress(ctx, seen + done.seen);
      return done;
    });
    seen += chunk.seen;
    made += chunk.made;
    after = chunk.last;
  }
  return made;
}

/** Does what is missing of a closing, or of taking it back. The caller holds the tenant's lock. */
export async function runClosing(run: Run): Promise<void> {
  const { services, tenant, closing } = run;
  const forward = closing.status === "RUNNING";
  const chunk = forward ? closeChunk : reverseChunk;
  const pass = () => eachChunk(run, (ctx, accounts, after) => chunk(ctx, accounts, closing, after));
  // Of a customer's bills each pass takes one back; most have one, so the second pass finds nothing.
  while ((await pass()) > 0 && !forward);
  const ended = forward ? { status: "DONE", closed_at: run.at } : { status: "REVERSED", reversed_at: run.at };
  await runAsSystem(services, tenant, systemCall(tenant, run.at, run.principal), async (ctx) => {
    await ctx.tx`update closings set ${ctx.tx(ended)} where tenant_id = ${tenant.id} and id = ${closing.id}`;
    ctx.markChanged("closings");
  });
}
