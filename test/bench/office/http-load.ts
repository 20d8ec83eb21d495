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

const READ_BYTES = 64 * 1_024;
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

const closed = () => new Error("the server closed the connection");

/** A connection with one request at a time. */
export class HttpClient {
  readonly #socket: Socket;
  readonly #head: string;
  /** What came of an answer, in room that is kept: a bench that collects its own garbage measures that. */
  #received = Buffer.allocUnsafe(READ_BYTES);
  #length = 0;
  /** How long it will be; 0: not known yet. */
  #wanted = 0;
  #isChunked = false;
  #answered: ((answer: { status: number; bytes: Buffer }) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  constructor(url: string, token: string) {
    const { hostname, port, host } = new URL(url);
    this.#socket = connect({
      ...{ port: Number(port), host: hostname },
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback: (count, buffer) => {
          this.#take(buffer.subarray(0, count));
          return true;
        },
      },
    });
    this.#socket.setNoDelay(true);
    this.#head = `host: ${host}\r\nauthorization: Bearer ${token}\r\n`;
    this.#socket.once("error", (error) => this.#failed?.(error));
    this.#socket.once("close", () => this.#failed?.(closed()));
  }

  async send(request: Request): Promise<{ status: number; body: string }> {
    const { status, bytes } = await this.sendFor(request);
    return { status, body: bytes.toString("utf8") };
  }

  /** The answer unread: these bytes are others' when the next answer comes. */
  sendFor({ method, path, body, headers = {} }: Request): Promise<{ status: number; bytes: Buffer }> {
    if (this.#socket.destroyed) return Promise.reject(closed());
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

  #take(bytes: Uint8Array): void {
    const wanted = Math.max(this.#wanted, this.#length + bytes.length);
    if (wanted > this.#received.length) {
      const larger = Buffer.allocUnsafe(2 * wanted);
      larger.set(this.#received.subarray(0, this.#length));
      this.#received = larger;
    }
    this.#received.set(bytes, this.#length);
    this.#length += bytes.length;
    if (this.#length < this.#wanted) return;
    const received = this.#received.subarray(0, this.#length);
    if (this.#isChunked && !received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return;
    const end = received.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = received.toString("latin1", 0, end);
    this.#isChunked = /^transfer-encoding: chunked/im.test(head);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
    const content = received.subarray(end + 4);
    if (!this.#isChunked) this.#wanted = end + 4 + length;
    const body = this.#isChunked ? unchunked(content) : content.length >= length ? content : null;
    if (!body) return;
    this.#length = 0;
    this.#wanted = 0;
    this.#isChunked = false;
    this.#answered?.({ status: Number(head.slice(9, 12)), bytes: body });
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
