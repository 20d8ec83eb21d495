// The sync procedures as any program calls them, tRPC over plain HTTP without a client library, and a desktop that does.
import { newId } from "../../shared/kernel/id.ts";
import { openProver } from "../../shared/kernel/sync/proof.ts";
import { PROTOCOL, PROTOCOL_HEADER } from "../../shared/kernel/sync/protocol.ts";
import type { Command } from "../../shared/kernel/sync/wire.ts";
import { feedSettledHere } from "./feed.ts";
import type { TestServer } from "./server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Body = any;

export interface WireAnswer {
  status: number;
  /** What the procedure gave; undefined where it failed. */
  data: Body;
  error: Body;
  /** What its error says went wrong. */
  problem: Body;
  headers: Headers;
}

const QUERIES = /^sync\.(pull|pullMany|collections)$/;

interface How {
  method?: "GET" | "POST";
  /** Left out: what the program speaks, as each desktop says it. */
  headers?: Record<string, string>;
  /** As the body goes out. */
  pack?: (text: string) => BodyInit;
}

/** Calls a procedure: a query with GET, any other with POST, unless told otherwise. */
export async function callProcedure(
  url: string,
  token: string | null,
  name: string,
  input?: unknown,
  how: How = {},
): Promise<WireAnswer> {
  const method = how.method ?? (QUERIES.test(name) ? "GET" : "POST");
  const text = JSON.stringify(input);
  const query = method === "GET" && text !== undefined ? `?input=${encodeURIComponent(text)}` : "";
  const response = await fetch(`${url}/trpc/${name}${query}`, {
    method,
    headers: {
      ...(method === "POST" ? { "content-type": "application/json" } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(how.headers ?? { [PROTOCOL_HEADER]: String(PROTOCOL) }),
    },
    ...(method === "POST" && text !== undefined ? { body: how.pack?.(text) ?? text } : {}),
  });
  const { result, error } = (await response.json()) as Body;
  return {
    status: response.status,
    data: result?.data,
    error,
    problem: error?.data?.problem,
    headers: response.headers,
  };
}

const nextMillisecond = (): number => {
  const now = Date.now();
  while (Date.now() === now);
  return Date.now();
};

/**
 * Now, as a time of its own: what was done before is of an earlier millisecond, and what is done next of a later one. A
 * server that is warm answers within the same one, and what came before what could not be told.
 */
export function ownMoment(): string {
  const at = new Date(nextMillisecond());
  nextMillisecond();
  return at.toISOString();
}

export interface WireDesktop {
  id: string;
  code: string;
  /** With which any session registers as it. */
  secret: string;
  /** With which the one who registered proves what they did. */
  author_key: string;
  /** The next command of the device. */
  command(kind: string, payload: Record<string, unknown>, more?: Partial<Command>): Command;
  /** The outcomes of a batch that has to be taken. */
  push(...commands: (object | readonly object[])[]): Promise<Body[]>;
  /** Hands a batch in with a token, and answers whatever comes. */
  pushAs(token: string | null, commands: readonly object[], more?: object): Promise<WireAnswer>;
  /** The device's next receipt number. */
  receipt(): string;
  /** One page of a collection behind a checkpoint. */
  pull(collection: string, checkpoint?: string | null, limit?: number): Promise<Body>;
  /** Everything of a collection as the device then holds it, by id. */
  pullAll(collection: string): Promise<Map<string, Body>>;
}

/** What was given; anything else fails the test with what the server said. */
function given({ status, data, error }: WireAnswer): Body {
  if (data === undefined) throw new Error(`${status} ${JSON.stringify(error)}`);
  return data;
}

/** Lets a device have been registered sixty days ago: what happens before a device is known can't be told by it. */
export async function longKnown<D extends Pick<WireDesktop, "id">>(
  { services }: Pick<TestServer, "services">,
  device: D,
): Promise<D> {
  const { platform } = services.db;
  await platform`update /* every tenant */ devices set created_at = now() - interval '60 days' where id = ${device.id}`;
  return device;
}

/** A command as its author proves it, whose key their own session at the device was given. */
export async function proven<C extends Command>(
  desktop: Pick<WireDesktop, "id">,
  by: { id: string; author_key: string },
  command: C,
): Promise<C & { author: string; proof: string }> {
  const prover = await openProver(Buffer.from(by.author_key, "base64url"));
  const { id, kind, occurred_at, device_seq } = command;
  const digest = prover.digest(command.payload);
  const of = { id, kind, occurred_at, device_seq, device_id: desktop.id, author: by.id };
  return { ...command, author: by.id, proof: prover.prove({ ...of, digest }) };
}

/** Registers a device with a token, or binds the token to one that is known. */
export async function openDesktop(
  url: string,
  token: string | null,
  {
    how = {},
    ...more
  }: { name?: string; device_id?: string; device_secret?: string; resume?: boolean; how?: How } = {},
): Promise<WireDesktop> {
  const input = { name: "Till", resume: true, ...more };
  const registered = given(await callProcedure(url, token, "sync.register", input, how));
  const { device_id: id, device_code: code, author_key } = registered;
  let device_seq: number = registered.last_seq ?? 0;
  let receipts = 0;
  const desktop: WireDesktop = {
    ...{ id, code, author_key, secret: registered.device_secret ?? more.device_secret },
    command: (kind, payload, extra = {}) => {
      device_seq += 1;
      return { id: newId(), kind, payload, occurred_at: ownMoment(), device_seq, ...extra };
    },
    push: async (...commands) => given(await desktop.pushAs(token, commands.flat())).results,
    pushAs: (by, commands, extra = {}) =>
      callProcedure(url, by, "sync.push", { device_id: id, commands, ...extra }, how),
    receipt: () => {
      receipts += 1;
      return `${code}-${receipts}`;
    },
    pull: async (collection, checkpoint = null, limit = 5_000) =>
      given(await callProcedure(url, token, "sync.pull", { collection, checkpoint, limit }, how)),
    pullAll: async (collection) => {
      await feedSettledHere();
      const held = new Map<string, Body>();
      let checkpoint: string | null = null;
      for (let done = false; !done; ) {
        const page: Body = await desktop.pull(collection, checkpoint);
        for (const document of page.documents) {
          if (document._deleted) held.delete(document.id);
          else held.set(document.id, document);
        }
        checkpoint = page.checkpoint;
        done = page.done;
      }
      return held;
    },
  };
  return desktop;
}
