// sync.register: gives a desktop its identity and the short code that its receipt numbers start with.
import type { z } from "zod";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { desktopRegisterOutput, registerInput } from "../../../shared/kernel/sync/wire.ts";
import { inTenant, type Row, type Tx } from "../db/db.ts";
import { writeAudit } from "../operation/audit.ts";
import type { Call } from "../operation/context.ts";
import { type Principal, refuseHandIn, type Tenant } from "../operation/principal.ts";
import { nextNumber } from "../resource/counters.ts";
import type { Services } from "../services.ts";
import type { PushingDevice } from "./push/attempt.ts";
import { readLastSeq } from "./push/outcomes.ts";

/** A device in the audit log. */
const DEVICE = { name: "device", module: "platform" } as const;

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
  registered_by: string | null;
}

type Made = Pick<Known, "hand_in_key"> & { id: string };

/** The device as it is known here, by its new name; null: nobody knows it. @throws Failure DEVICE_REVOKED. */
async function knowAgain(tx: Tx, tenant: Tenant, id: string, name: string): Promise<Known | null> {
  const [known] = await tx<
    Row[]
  >`select device_code, is_revoked, last_receipt, registered_by, hand_in_key from devices
    where tenant_id = ${tenant.id} and id = ${id} for update`;
  if (!known) return null;
  if (known.is_revoked)
    throw new Failure("DEVICE_REVOKED", "This device was revoked; register it as a new one");
  await tx`update devices set name = ${name}, last_seen_at = now() where tenant_id = ${tenant.id} and id = ${id}`;
  return {
    device_id: id,
    hand_in_key: String(known.hand_in_key),
    device_code: String(known.device_code),
    last_receipt: Number(known.last_receipt),
    last_seq: await readLastSeq(tx, { tenant, device: { id } }),
    registered_by: known.registered_by as string | null,
  };
}

/** So many devices may have been lost with what a backup did not have: a code further on tells nothing of where the counter was. */
const REACH = 1_000;

const isTaken = async (tx: Tx, tenant: Tenant, code: string): Promise<boolean> =>
  (await tx`select 1 from devices where tenant_id = ${tenant.id} and device_code = ${code}`).length > 0;

/**
 * The code of a new device. One that a device brings was printed on receipts before the server forgot it (a restored
 * backup), so the device keeps it; the counter then goes on behind it, where it lies in reach of the devices that are known: else one
 * who invents a code would lengthen all that come after it.
 */
async function giveCode(tx: Tx, tenant: Tenant, brought: string | null): Promise<string> {
  if (brought) {
    const number = Number(brought.slice(1));
    // Whoever brings one waits here for the one before, also where the counter stays.
    await tx`insert into counters (tenant_id, name, last_value) values (${tenant.id}, 'device_code', 0)
      on conflict (tenant_id, name) do update set last_value = counters.last_value`;
    await tx`update counters set last_value = greatest(last_value, ${number}) where tenant_id = ${tenant.id}
      and name = 'device_code'
      and ${number} <= ${REACH} + (select count(*) from devices where tenant_id = ${tenant.id})`;
    if (!(await isTaken(tx, tenant, brought))) return brought;
  }
  for (;;) {
    const code = `D${await nextNumber(tx, tenant.id, "device_code")}`;
    // A device may have brought it before the counter came so far.
    if (!(await isTaken(tx, tenant, code))) return code;
  }
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
  >`insert into devices ${tx(row)} on conflict (tenant_id, id) do nothing returning id, hand_in_key`;
  const [other] = made
    ? [made]
    : await tx<Made[]>`insert into devices ${tx({ ...row, id: newId() })} returning id, hand_in_key`;
  const { id, hand_in_key } = other!;
  const act = { on: DEVICE, name: "device.register" };
  await writeAudit(tx, tenant.id, call, [{ act, id, after: { name: input.name, device_code } }]);
  const registered_by = principal.user_id;
  return { device_id: id, device_code, last_receipt: 0, last_seq: 0, hand_in_key, registered_by };
}

/**
 * Registers a new device, or knows one again, and binds the session to it: from then on it hands in that device's
 * commands. What the session does over REST counts as done at its holder's own device, not at one he hands in for.
 */
export async function registerDevice(
  ctx: Context,
  input: z.infer<typeof registerInput>,
): Promise<z.infer<typeof desktopRegisterOutput>> {
  const { services, principal, tenant } = ctx;
  const { registered_by, ...device } = await inTenant(services.db, tenant, async (tx) => {
    const wanted = input.device_id ?? newId();
    const known =
      (await knowAgain(tx, tenant, wanted, input.name)) ?? (await makeDevice(tx, ctx, wanted, input));
    const binding = {
      ...{ tenant_id: tenant.id, device: known.device_id },
      ...{ session: principal.token_id, user: principal.user_id },
    };
    await tx`insert into device_sessions ${tx(binding)} on conflict do nothing`;
    return known;
  });
  if (principal.kind === "staff" && (!principal.device || registered_by === principal.user_id)) {
    await services.db
      .platform`update auth_tokens set device = ${device.device_id} where id = ${principal.token_id}`;
  }
  services.notices.committed(tenant.id, new Set(["devices"]));
  return { ...device, now: new Date().toISOString() };
}

/** Whether this session is a device's, and whether its user was at the device once; null: nobody was. */
interface Bound {
  is_here: boolean | null;
  was_here: boolean | null;
}

/**
 * The device that a batch comes from, with what it says of its receipts noted. A session that is bound to it may hand in
 * for it; so may one of somebody who was signed in there before it was revoked, since a new session can't be bound.
 * @throws Failure NOT_FOUND, DEVICE_MISMATCH, and DEVICE_REVOKED when it was revoked too long ago.
 */
export async function pushingDevice(
  { services, principal, tenant }: Omit<Context, "call">,
  id: string,
  receipts: readonly string[],
): Promise<PushingDevice> {
  const [device] = await inTenant(
    services.db,
    tenant,
    (tx) => tx<
      (Omit<PushingDevice, "revoked_at"> & { revoked_at: string | null; is_revoked: boolean } & Bound)[]
    >`
      update devices d set last_seen_at = now(), last_receipt = greatest(last_receipt, (
          select max(substr(number, length(device_code) + 2)::bigint) from unnest(${receipts as string[]}::text[]) number
          where number ~ ('^' || device_code || '-[0-9]{1,15}$')))
      from (select bool_or(session = ${principal.token_id}) as is_here, bool_or("user" = ${principal.user_id}) as was_here
        from device_sessions where tenant_id = ${tenant.id} and device = ${id}) s
      where d.tenant_id = ${tenant.id} and d.id = ${id}
      returning d.id, device_code, revoked_at, is_revoked, is_here, was_here`,
  );
  if (!device) throw new Failure("NOT_FOUND", "This device is not registered here");
  if (!device.is_here && !(device.is_revoked && device.was_here))
    throw new Failure("DEVICE_MISMATCH", "Register this device with this session, then hand in its commands");
  const revoked_at = device.revoked_at ? new Date(device.revoked_at) : null;
  refuseHandIn({ ended: revoked_at && { code: "DEVICE_REVOKED", at: revoked_at } });
  return { id: device.id, device_code: device.device_code, revoked_at };
}
