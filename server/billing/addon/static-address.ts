// The address that a customer has by an add-on: on their record, and on the router.

import { invalid } from "../../../shared/kernel/failure.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { updateRecord } from "../../kernel/resource/write-record.ts";
import { enqueueJob } from "../../network/index.ts";
import type { Locked } from "../ledger/snapshot.ts";

/** What an add-on says of an address. */
interface OfAddress {
  effect: string;
  value: string | null;
}

/** @throws Failure VALIDATION where it is none that a line can have, or another customer's of the same router. */
export async function checkedAddress(
  { tx, tenant }: OperationContext,
  { of, customer: { id } }: Locked,
  value: string | null | undefined,
): Promise<string> {
  if (!value) throw invalid("value", "Say which address it is", "REQUIRED");
  if (!customer.fields.ip_address.safeParse(value).success)
    throw invalid("value", "Not an IPv4 address that a line can have");
  const [taken] = await tx`select 1 from customers where tenant_id = ${tenant.id} and ip_address = ${value}
    and router is not distinct from ${of.router} and id <> ${id} and status <> 'TERMINATED' limit 1`;
  if (taken) throw invalid("value", "Another customer has this address", "NOT_UNIQUE");
  return value;
}

async function setAddress(ctx: OperationContext, id: string, ip_address: string | null): Promise<void> {
  const { router } = await updateRecord(ctx, customer, id, { ip_address });
  await enqueueJob(ctx, { kind: "UPSERT_USER", router, customer: id });
}

/** The caller holds the customer's lock. */
export async function giveAddress(
  ctx: OperationContext,
  { customer: { id } }: Locked,
  { effect, value }: OfAddress,
): Promise<void> {
  if (effect === "STATIC_IP") await setAddress(ctx, id, value);
}

/** Takes it off again, unless the customer has got another since. The caller holds the customer's lock. */
export async function takeAddress(
  ctx: OperationContext,
  id: string,
  { effect, value }: OfAddress,
): Promise<void> {
  if (effect !== "STATIC_IP") return;
  const { ip_address } = await requireRecord(ctx, customer, id);
  if (ip_address === value) await setAddress(ctx, id, null);
}
