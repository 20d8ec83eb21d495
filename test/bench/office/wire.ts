// The sync procedures as a desktop calls them, with next to no work of its own.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { newId } from "../../../shared/kernel/id.ts";
import { PROTOCOL, PROTOCOL_HEADER } from "../../../shared/kernel/sync/protocol.ts";
import { HttpClient } from "./http-load.ts";
import { customerId } from "./office.ts";

const headers = { [PROTOCOL_HEADER]: String(PROTOCOL) };

/** A device with commands that recharge customers. */
export class Till {
  readonly #client: HttpClient;
  #id = "";
  #code = "";
  #seq = 0;

  private constructor(client: HttpClient) {
    this.#client = client;
  }

  static async open(url: string, token: string): Promise<Till> {
    const till = new Till(new HttpClient(url, token));
    const { device_id, device_code } = await till.#call<{ device_id: string; device_code: string }>(
      "sync.register",
      { name: `Till ${newId()}` },
    );
    till.#id = device_id;
    till.#code = device_code;
    return till;
  }

  async #call<T>(name: string, input: unknown): Promise<T> {
    const { status, body } = await this.#client.send({ path: `/trpc/${name}`, body: input, headers });
    if (status >= 300) throw new Error(`${status} ${body}`);
    return (JSON.parse(body) as { result: { data: T } }).result.data;
  }

  /** The next command: a recharge of 10.00. */
  recharge(customer: number) {
    this.#seq += 1;
    return {
      id: newId(),
      kind: "recharge.create",
      payload: {
        ...{ id: newId(), customer_id: customerId(customer), amount: "10.00", validity_days: 1 },
        receipt_number: `${this.#code}-${this.#seq}`,
      },
      occurred_at: new Date().toISOString(),
      device_seq: this.#seq,
    };
  }

  /** @throws Error unless every command was applied. */
  async push(commands: readonly object[]): Promise<void> {
    const { results } = await this.#call<{ results: { status: string }[] }>("sync.push", {
      device_id: this.#id,
      commands,
    });
    const wrong = results.find(({ status }) => status !== "APPLIED");
    if (wrong || results.length !== commands.length) throw new Error(JSON.stringify(wrong ?? results));
  }

  close(): void {
    this.#client.close();
  }
}

/** Of an event. */
const END = Buffer.from("\n\n\n");
const DOCUMENT = Buffer.from('"_deleted":');
/** Of a page's end, where its checkpoint stands. */
const TAIL = 400;

function countOf(page: Buffer): number {
  let count = 0;
  for (let at = page.indexOf(DOCUMENT); at >= 0; at = page.indexOf(DOCUMENT, at + DOCUMENT.length))
    count += 1;
  return count;
}

interface Page {
  bytes: Buffer;
  checkpoint: string | null;
  done: boolean;
}

/**
 * Everything of a collection, page by page, unread but for where the next page starts: it is asked for before the page is
 * counted. @returns documents and bytes.
 */
export async function pullAll(
  client: HttpClient,
  collection: string,
): Promise<{ documents: number; bytes: number }> {
  const pageFrom = async (checkpoint: string | null): Promise<Page> => {
    const input = encodeURIComponent(JSON.stringify({ collection, checkpoint, limit: 5_000 }));
    const { status, bytes } = await client.sendFor({ path: `/trpc/sync.pull?input=${input}`, headers });
    if (status >= 300) throw new Error(`${status} ${bytes}`);
    const tail = bytes.toString("utf8", bytes.length - Math.min(TAIL, bytes.length));
    const checkpointed = /"checkpoint":"([^"]+)"/.exec(tail)?.[1] ?? null;
    return { bytes, checkpoint: checkpointed, done: tail.includes('"done":true') };
  };
  let [documents, bytes] = [0, 0];
  let next: Promise<Page> | null = pageFrom(null);
  while (next) {
    const page: Page = await next;
    next = page.done ? null : pageFrom(page.checkpoint);
    documents += countOf(page.bytes);
    bytes += page.bytes.length;
  }
  return { documents, bytes };
}

/**
 * A stream of what changes, and of the records that changed. `heard` is told each event's text once it is here whole. It is as cheap
 * as can be: it stands for a computer of its own.
 */
async function listen(url: string, token: string, heard: (event: string) => void): Promise<() => void> {
  const input = encodeURIComponent(JSON.stringify({ carry: true }));
  const asked = request(`${url}/trpc/sync.changes?input=${input}`, {
    headers: { ...headers, authorization: `Bearer ${token}`, accept: "text/event-stream" },
    agent: false,
  }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${await text(response)}`);
  // It begins with a greeting, so that whoever listens knows that it is heard.
  await once(response, "data");
  const parts: Buffer[] = [];
  response.on("data", (part: Buffer) => {
    parts.push(part);
    if (!part.subarray(-END.length).equals(END)) return;
    const event = Buffer.concat(parts.splice(0));
    if (event.includes('"collections"')) heard(event.toString());
  });
  return () => asked.destroy();
}

/** So many streams of one company, as many of each session as the next; `heard` is told whose event it is. */
export const listenAll = (
  url: string,
  tokens: readonly string[],
  streams: number,
  heard: (stream: number, event: string) => void,
): Promise<(() => void)[]> =>
  Promise.all(
    Array.from({ length: streams }, (_none, at) =>
      listen(url, tokens[at % tokens.length] ?? "", (event) => heard(at, event)),
    ),
  );
