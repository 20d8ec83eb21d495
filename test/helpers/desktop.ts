// A registered desktop as the wire sees it, for tests that look at each answer: sync procedures over plain HTTP.
import { newId } from "../../shared/kernel/id.ts";
import type { Command } from "../../shared/kernel/sync/wire.ts";
import { PROTOCOL, PROTOCOL_HEADER } from "../../shared/kernel/sync/wire.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Body = any;

export interface WireAnswer {
  status: number;
  data: Body;
  problem: Body;
}

const QUERIES = /^sync\.(pull|collections)$/;

/** Calls a procedure. */
export async function callProcedure(
  url: string,
  token: string | null,
  name: string,
  input: unknown,
): Promise<WireAnswer> {
  const query = QUERIES.test(name);
  const address = `${url}/trpc/${name}`;
  const headers = {
    "content-type": "application/json",
    [PROTOCOL_HEADER]: String(PROTOCOL),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const response = query
    ? await fetch(`${address}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers })
    : await fetch(address, { method: "POST", headers, body: JSON.stringify(input) });
  const body = (await response.json()) as Body;
  return { status: response.status, data: body.result?.data, problem: body.error?.data?.problem };
}

export interface Desk {
  id: string;
  code: string;
  /** The next command of the device. */
  command(kind: string, payload: Record<string, unknown>, more?: Partial<Command>): Command;
  /** The outcomes of a batch that has to be taken. */
  push(commands: readonly object[]): Promise<Body[]>;
  /** Hands a batch in with a token, and answers whatever comes. */
  pushAs(token: string | null, commands: readonly object[], more?: object): Promise<WireAnswer>;
}

/** Registers a device with a token, or binds the token to one that is known. */
export async function openDesk(
  url: string,
  token: string | null,
  more: { device_id?: string } = {},
): Promise<Desk> {
  const { data, problem } = await callProcedure(url, token, "sync.register", { name: "Till", ...more });
  if (!data) throw new Error(JSON.stringify(problem));
  const id: string = data.device_id;
  let device_seq: number = data.last_seq;
  const pushAs: Desk["pushAs"] = (by, commands, extra = {}) =>
    callProcedure(url, by, "sync.push", { device_id: id, commands, ...extra });
  return {
    id,
    code: data.device_code,
    command: (kind, payload, extra = {}) => {
      device_seq += 1;
      return { id: newId(), kind, payload, occurred_at: new Date().toISOString(), device_seq, ...extra };
    },
    push: async (commands) => {
      const answer = await pushAs(token, commands);
      if (!answer.data) throw new Error(`${answer.status} ${JSON.stringify(answer.problem)}`);
      return answer.data.results;
    },
    pushAs,
  };
}
