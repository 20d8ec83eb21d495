// sync.register: gives a desktop its identity and the short code that its receipt numbers start with.
import type { z } from "zod";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { desktopRegisterOutput, registerInput } from "../../../shared/kernel/sync/wire.ts";
import { inTenant, type Row, type Tx } from "../db/db.ts";
import { writeAudit } from "../operation/audit.ts";
import type { Call } from "../operation/context.ts";
import type { Principal, Tenant } from "../operation/principal.ts";
import { nextNumber } from "../resource/counters.ts";
import type { Services } from "../services.ts";
import {
  authorKey,
  hashOfSecret,
  isSecret,
  newSecret,
  outboxKey,
  registeredAt,
  rootOf,
} from "./device-keys.ts";
import { readLastSeq } from "./push/outcomes.ts";

/** A device in the audit log. */
const DEVICE = { name: "device", module: "platform" } as const;

interface Context {
  services: Services;
  principal: Principal;
  tenant: Tenant;
  call: Call;
  /** What the company's keys are made of. */
  root: Uint8Array;
}

interface Known {
  device_id: string;
  device_code: string;
  /** Of a new device, this once. */
  device_secret?: string;
  last_receipt: number;
  last_seq: number;
  registered_by: string | null;
}

type Input = z.infer<typeof registerInput>;

/**
 * The device as it is known here, by its new name; null: it is unknown.
 * @throws Failure DEVICE_REVOKED; DEVICE_SECRET_REQUIRED without the secret that its computer was given.
 */
async function knowAgain(tx: Tx, tenant: Tenant, id: string, input: Input): Promise<Known | null> {
  const [known] = await tx<
    Row[]
  >`select device_code, is_revoked, last_receipt, registered_by, secret_hash from devices
    where tenant_id = ${tenant.id} and id = ${id} for update`;
  if (!known) return null;
  if (known.is_revoked)
    throw new Failure("DEVICE_REVOKED", "This device was revoked; register it as a new one");
  const hash = known.secret_hash as Uint8Array | null;
  if (!hash || !input.device_secret || !isSecret(input.device_secret, hash))
    throw new Failure("DEVICE_SECRET_REQUIRED");
  const { name } = input;
  await tx`update devices set name = ${name}, last_seen_at = now() where tenant_id = ${tenant.id} and id = ${id}`;
  return {
    device_id: id,
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

/**
 * When a device was registered that this database does not know although its computer has a secret that was made here: it was
 * set back since, and what the device did before is to count as it did. Null for any other.
 */
const madeBefore = ({ root }: Context, { device_id, device_secret }: Input): Date | null =>
  device_id && device_secret ? registeredAt(root, device_id, device_secret) : null;

async function makeDevice(tx: Tx, ctx: Context, wanted: string, input: Input): Promise<Known> {
  const { principal, tenant, call, root } = ctx;
  const device_code = await giveCode(tx, tenant, input.device_code ?? null);
  const before = madeBefore(ctx, input);
  const insert = async (id: string, before: Date | null): Promise<Known | null> => {
    const created_at = before ?? new Date();
    const device_secret = (before && input.device_secret) || newSecret(root, id, created_at);
    const row = {
      ...{ id, tenant_id: tenant.id, name: input.name, device_code, registered_by: principal.user_id },
      ...{ created_at, secret_hash: hashOfSecret(device_secret) },
    };
    const made = await tx`insert into devices ${tx(row)} on conflict (tenant_id, id) do nothing returning id`;
    const counts = { last_receipt: 0, last_seq: 0, registered_by: principal.user_id };
    return made.length > 0 ? { device_id: id, device_code, device_secret, ...counts } : null;
  };
  const made = (await insert(wanted, before)) ?? (await insert(newId(), null));
  if (!made) throw new Failure("INTERNAL");
  const act = { on: DEVICE, name: "device.register" };
  const after = { name: input.name, device_code };
  await writeAudit(tx, tenant.id, call, [{ act, id: made.device_id, after }]);
  return made;
}

/**
 * Registers a new device, or knows one again by its secret, and binds the session to it: from then on it hands in that
 * device's commands. What the session does over REST counts as done at its holder's own device, not at one that they hand in for.
 */
export async function registerDevice(
  caller: Omit<Context, "root">,
  input: Input,
): Promise<z.infer<typeof desktopRegisterOutput>> {
  const { services, principal, tenant } = caller;
  const root = await rootOf(services.db.platform, tenant.id);
  const ctx = { ...caller, root };
  const { registered_by, ...device } = await inTenant(services.db, tenant, async (tx) => {
    const wanted = input.device_id ?? newId();
    const known = (await knowAgain(tx, tenant, wanted, input)) ?? (await makeDevice(tx, ctx, wanted, input));
    const binding = {
      ...{ tenant_id: tenant.id, device: known.device_id },
      ...{ session: principal.token_id, user: principal.user_id },
    };
    await tx`insert into device_sessions ${tx(binding)} on conflict do nothing`;
    return known;
  });
  const { device_id } = device;
  if (principal.kind === "staff" && (!principal.device || registered_by === principal.user_id)) {
    await services.db.platform`update auth_tokens set device = ${device_id} where id = ${principal.token_id}`;
  }
  services.notices.committed(tenant.id, new Set(["devices"]));
  // A machine is no author: no author has its token's name, so its key would prove nothing.
  const person = principal.user_id ?? String(principal.token_id);
  return {
    ...device,
    author_key: authorKey(root, device_id, person).toString("base64url"),
    outbox_key: outboxKey(root, device_id).toString("base64url"),
    now: new Date().toISOString(),
  };
}
