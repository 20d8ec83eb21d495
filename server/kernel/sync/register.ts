// sync.register: gives a desktop its identity and the short code that its receipt numbers start with.
import type { z } from "zod";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { registerInput, registerOutput } from "../../../shared/kernel/wire.ts";
import { writeAudit } from "../audit.ts";
import type { Call } from "../context.ts";
import { nextNumber } from "../counters.ts";
import { inTenant, type Row, type Tx } from "../db.ts";
import type { Principal, Tenant } from "../principal.ts";
import type { Services } from "../services.ts";

interface Context {
  services: Services;
  principal: Principal;
  tenant: Tenant;
  call: Call;
}

interface Known {
  device_id: string;
  device_code: string;
  last_receipt: number;
  last_seq: number;
  hand_in_key: string;
}

type Made = Pick<Known, "hand_in_key"> & { id: string };

/** The device as it is known here, by its new name; null: nobody knows it. @throws Failure DEVICE_REVOKED. */
async function knowAgain(tx: Tx, tenant: Tenant, id: string, name: string): Promise<Known | null> {
  const [known] = await tx<
    Row[]
  >`select device_code, is_revoked, last_receipt, last_seq, hand_in_key from devices
    where tenant_id = ${tenant.id} and id = ${id} for update`;
  if (!known) return null;
  if (known.is_revoked)
    throw new Failure("DEVICE_REVOKED", "This device was revoked; register it as a new one");
  await tx`update devices set name = ${name}, last_seen_at = now() where tenant_id = ${tenant.id} and id = ${id}`;
  const { device_code, last_receipt, last_seq, hand_in_key } = known;
  return {
    device_id: id,
    hand_in_key: String(hand_in_key),
    device_code: String(device_code),
    last_receipt: Number(last_receipt),
    last_seq: Number(last_seq),
  };
}

/**
 * The code of a new device. One that a device brings was printed on receipts before the server forgot it (a restored
 * backup), so the device keeps it; the counter then goes on behind it.
 */
async function giveCode(tx: Tx, tenant: Tenant, brought: string | null): Promise<string> {
  if (brought) {
    const number = Number(brought.slice(1));
    await tx`insert into counters (tenant_id, name, last_value) values (${tenant.id}, 'device_code', ${number})
      on conflict (tenant_id, name) do update set last_value = greatest(counters.last_value, ${number})`;
    const [taken] =
      await tx`select 1 from devices where tenant_id = ${tenant.id} and device_code = ${brought}`;
    if (!taken) return brought;
  }
  return `D${await nextNumber(tx, tenant.id, "device_code")}`;
}

async function makeDevice(
  tx: Tx,
  { principal, tenant, call }: Context,
  wanted: string,
  input: z.infer<typeof registerInput>,
): Promise<Known> {
  const device_code = await giveCode(tx, tenant, input.device_code ?? null);
  const row = {
    id: wanted,
    tenant_id: tenant.id,
    name: input.name,
    device_code,
    registered_by: principal.user_id,
  };
  // The id may be taken in another tenant, whose rows are not ours to see: then this device gets another.
  const [made] = await tx<
    Made[]
  >`insert into devices ${tx(row)} on conflict (id) do nothing returning id, hand_in_key`;
  const [other] = made
    ? [made]
    : await tx<Made[]>`insert into devices ${tx({ ...row, id: newId() })} returning id, hand_in_key`;
  const { id, hand_in_key } = other!;
  await writeAudit(tx, tenant.id, call, [
    {
      action: "device.register",
      module: "platform",
      object_type: "device",
      object_id: id,
      after: { name: input.name, device_code },
    },
  ]);
  return { device_id: id, device_code, last_receipt: 0, last_seq: 0, hand_in_key };
}

/** Registers a new device, or knows one again. The session belongs to the device from then on. */
export async function registerDevice(
  ctx: Context,
  input: z.infer<typeof registerInput>,
): Promise<z.infer<typeof registerOutput>> {
  const { services, principal, tenant } = ctx;
  const device = await inTenant(services.db, tenant.id, async (tx) => {
    const wanted = input.device_id ?? newId();
    return (await knowAgain(tx, tenant, wanted, input.name)) ?? makeDevice(tx, ctx, wanted, input);
  });
  if (principal.kind === "staff") {
    await services.db
      .platform`update auth_tokens set device = ${device.device_id} where id = ${principal.token_id}`;
  }
  services.feed.committed(tenant.id, new Set(["devices"]));
  return { ...device, now: new Date().toISOString() };
}
