// Clients that ask a server as fast as it answers: plain HTTP on kept connections, with next to no work of their own.
import { connect, type Socket } from "node:net";

export interface Request {
  method?: string;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

export interface Load {
  url: string;
  token: string;
  clients: number;
  /** For so long at least. */
  seconds: number;
  /** And so often at least, in a minute at most: on a busy machine a second may hold too little to tell. */
  least?: number;
  /** And until this, where it is given. */
  until?: AbortSignal;
  /** The next request, whoever sends it. */
  next(): Request;
}

/** What a load, over HTTP or on the database, came to. */
export interface Ran {
  operations: number;
  per_second: number;
  latencies_ms: number[];
}

/** A round ends after this, however little it holds. */
export const LONGEST_MS = 60_000;

const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** A body that came in pieces, each with its length before it; null: its end is not here yet. */
function unchunked(content: Buffer): Buffer | null {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = content.indexOf("\r\n", at);
    if (end < 0) return null;
    const length = Number.parseInt(content.toString("latin1", at, end), 16);
    if (length === 0) return Buffer.concat(pieces);
    at = end + 2 + length + 2;
    if (at > content.length) return null;
    pieces.push(content.subarray(end + 2, end + 2 + length));
  }
}

/** A connection with one request at a time. */
export class HttpClient {
  readonly #socket: Socket;
  readonly #head: string;
  #received: Buffer[] = [];
  #isChunked = false;
  #answered: ((answer: { status: number; body: string }) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  constructor(url: string, token: string) {
    const { hostname, port, host } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.setNoDelay(true);
    this.#head = `host: ${host}\r\nauthorization: Bearer ${token}\r\n`;
    this.#socket.on("data", (bytes) => this.#take(bytes));
    this.#socket.once("error", (error) => this.#failed?.(error));
    this.#socket.once("close", () => this.#failed?.(new Error("the server closed the connection")));
  }

  send({ method, path, body, headers = {} }: Request): Promise<{ status: number; body: string }> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const content =
      body === undefined
        ? ""
        : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
    const verb = method ?? (body === undefined ? "GET" : "POST");
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(`${verb} ${path} HTTP/1.1\r\n${this.#head}${content}${more.join("")}\r\n${text}`);
    });
  }

  #take(bytes: Buffer): void {
    this.#received.push(bytes);
    // What comes in pieces is put together once its end is here.
    if (this.#isChunked && !bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return;
    const received = this.#received.length === 1 ? bytes : Buffer.concat(this.#received);
    this.#received = [received];
    const end = received.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = received.toString("latin1", 0, end);
    this.#isChunked = /^transfer-encoding: chunked/im.test(head);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
    const content = received.subarray(end + 4);
    const body = this.#isChunked ? unchunked(content) : content.length >= length ? content : null;
    if (!body) return;
    this.#received = [];
    this.#isChunked = false;
    this.#answered?.({ status: Number(head.slice(9, 12)), body: body.toString("utf8") });
  }

  close(): void {
    this.#failed = null;
    this.#socket.destroy();
  }
}

/** @throws Error with the first answer that is no success: a bench of failures measures nothing. */
export async function runLoad({ url, token, clients, seconds, least = 0, until, next }: Load): Promise<Ran> {
  const latencies_ms: number[] = [];
  const start = performance.now();
  const goesOn = () => {
    const passed = performance.now() - start;
    if (until && !until.aborted) return true;
    return passed < seconds * 1_000 || (latencies_ms.length < least && passed < LONGEST_MS);
  };
  const work = async () => {
    const client = new HttpClient(url, token);
    try {
      while (goesOn()) {
        const sent = performance.now();
        const { status, body } = await client.send(next());
        if (status >= 300) throw new Error(`${status} ${body}`);
        latencies_ms.push(performance.now() - sent);
      }
    } finally {
      client.close();
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  const operations = latencies_ms.length;
  return { operations, per_second: operations / ((performance.now() - start) / 1_000), latencies_ms };
}
