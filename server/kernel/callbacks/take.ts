// A call from outside: its bytes are kept first, then it is judged, then answered; what it says is done by a job (apply.ts).
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Verdict } from "../../../shared/kernel/outgoing/inbound.ts";
import type { RouteRequest } from "../area.ts";
import type { Sql } from "../db/db.ts";
import { toFailure } from "../db/db-failure.ts";
import { RequestCounts, type Taken } from "../http/door/request-counts.ts";
import { sharedCounts } from "../http/door/shared-counts.ts";
import { Reply } from "../operation/run-operation.ts";
import { deleteRows } from "../resource/deletions.ts";
import type { Services } from "../services.ts";
import { isRefused, wakeCalls } from "./apply.ts";
import { countCallback, timeCallback } from "./figures.ts";
import { holderOf, type KeyHolder } from "./keys.ts";
import { type RawCall, receiverNamed } from "./receivers.ts";

/** So much a call may bring. */
export const CALLBACK_BYTES = 256 * 1_024;
/** Of those that nobody signed, so many are kept of an account, and so many taken of an address a minute. */
const UNSIGNED_KEPT = 1_000;
const UNSIGNED_A_MINUTE = 60;
/** No answer is sooner, so that a key that nobody has takes no less time than one that somebody has. */
const FLOOR_MS = 40;
const JUDGED_WITHIN_MS = 60_000;

/** Headers that open something, here or there. */
const SECRET = /^(authorization|proxy-authorization|cookie|x-api-key)$|token|secret|password/;

const shownHeaders = (headers: RouteRequest["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => value !== undefined && !SECRET.test(name))
      .map(([name, value]) => [name, [value].flat().join(", ").replaceAll("\0", "")]),
  );

/** The bytes as the database can hold them: as text where they are text. */
function keptBody(raw: Buffer): { body: string; is_base64: boolean } {
  const text = raw.toString("utf8");
  const is_text = !text.includes("\0") && Buffer.from(text, "utf8").equals(raw);
  return is_text ? { body: text, is_base64: false } : { body: raw.toString("base64"), is_base64: true };
}

const counts = new WeakMap<Sql, RequestCounts>();

function countsOf({ db }: Services): RequestCounts {
  const known = counts.get(db.platform) ?? new RequestCounts(sharedCounts(db.platform));
  counts.set(db.platform, known);
  return known;
}

async function judge(services: Services, { receiver }: KeyHolder, call: RawCall): Promise<Verdict> {
  const known = receiverNamed(receiver);
  if (!known) throw new Failure("UNAVAILABLE", "Calls of this kind are not understood here");
  try {
    return await known.verify(services, call);
  } catch (thrown) {
    const error = toFailure(thrown);
    if (error instanceof Failure) throw error;
    // A fault of ours: the call is kept, and asking for a repeat would help nobody.
    services.log.error({ error, receiver }, "inbound call");
    return "UNREADABLE";
  }
}

/** What is to be done next with a call of this verdict. */
function nextOf(verdict: Verdict): { status: string; next_try_at: Date | null } {
  if (isRefused(verdict)) return { status: "IGNORED", next_try_at: null };
  return { status: "RECEIVED", next_try_at: new Date() };
}

async function forgetUnsigned(sql: Sql, tenant: string, account: string): Promise<void> {
  const [last] = await sql<
    { received_at: string }[]
  >`select received_at::text as received_at from inbound_calls
    where tenant_id = ${tenant} and account = ${account} and verdict = 'BAD_SIGNATURE'
    order by received_at desc, id desc offset ${UNSIGNED_KEPT} limit 1`;
  if (!last) return;
  const calls = { table: "inbound_calls", collection: "inbound_calls" };
  await deleteRows(
    sql,
    calls,
    tenant,
    sql`t.account = ${account} and t.verdict = 'BAD_SIGNATURE' and t.received_at <= ${last.received_at}::text::timestamptz`,
  );
}

const tooMany = ({ seconds }: Taken): Failure =>
  new Failure("RATE_LIMITED", `Try again in ${seconds} s`, { extra: { retry_after: seconds } });

async function take(services: Services, request: RouteRequest, method: string): Promise<Reply> {
  const sql = services.db.platform;
  const { call, raw_body, headers, params } = request;
  const holder = await holderOf(sql, params.callback_key ?? "");
  if (!holder) throw new Failure("NOT_FOUND");
  const { tenant_id, source, receiver, account } = holder;
  const address = call.address ?? "";
  const unsigned = `callbacks ${account} ${address}`;
  const before = await countsOf(services).take(unsigned, UNSIGNED_A_MINUTE, 0);
  if (before.left === 0) throw tooMany(before);
  const raw = raw_body ?? Buffer.alloc(0);
  const id = newId();
  const query = new URLSearchParams(request.query as Record<string, string>).toString();
  const shown = shownHeaders(headers);
  await sql`insert into inbound_calls ${sql({
    ...{ tenant_id, id, source, receiver, account, received_at: call.received_at, address, method, query },
    ...keptBody(raw),
    headers: sql.json(shown),
    // Judged below; where the server ends before that, by the job.
    next_try_at: new Date(call.received_at.getTime() + JUDGED_WITHIN_MS),
  })}`;
  const whole = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
  const raw_call = {
    tenant: tenant_id,
    account,
    method,
    query,
    headers: whole,
    raw,
    received_at: call.received_at,
  };
  const verdict = await judge(services, holder, raw_call);
  await sql`update inbound_calls set ${sql({ verdict, ...nextOf(verdict) })} where tenant_id = ${tenant_id} and id = ${id}`;
  services.notices.committed(tenant_id, new Set(["inbound_calls"]));
  countCallback(receiver, verdict);
  if (isRefused(verdict)) {
    const counted = await countsOf(services).take(unsigned, UNSIGNED_A_MINUTE);
    await forgetUnsigned(sql, tenant_id, account);
    // Those that came at the same time were all let in.
    throw counted.ok ? new Failure("INVALID_SIGNATURE") : tooMany(counted);
  }
  wakeCalls(services);
  const said = receiverNamed(receiver)?.acknowledge?.(verdict, raw_call);
  if (!said) return new Reply(200, {});
  return new Reply(200, said.body, { headers: { "content-type": said.type } });
}

/** @throws Failure NOT_FOUND, RATE_LIMITED, INVALID_SIGNATURE, none of them sooner than any other answer; UNAVAILABLE. */
export async function takeCallback(request: RouteRequest, method: string): Promise<Reply> {
  const begun = performance.now();
  try {
    return await take(request.services, request, method);
  } finally {
    const left = FLOOR_MS - (performance.now() - begun);
    if (left > 0) await pause(left);
    timeCallback(performance.now() - begun);
  }
}
