// node-routeros 1.6.9 with its faults repaired from outside: subclasses of its four transport classes.
// The library is archived; README.md beside this folder lists each fault, test/network/routeros-*.test.ts prove the repairs.
// Not used: RouterOSAPI (its keep-alive sends bogus commands, its connect can hang) and streams (they leak).
import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { Channel, Connector, Receiver, Transmitter } from "node-routeros";
import { DriverError, type Reply, type Row } from "../driver.ts";
import { explainSocketError, trapError } from "./explain.ts";

/** A longer word is taken for a broken stream: RouterOS values are far smaller. */
const WORD_BYTES_MAX = 1024 * 1024;
/** More rows than any router holds: a command that answers more is ended. */
const ROWS_MAX = 200_000;

// The library declares these members private; the subclasses below need them, so they are stated here as seen in 1.6.9.
type TagCallback = (packet: string[]) => void;
interface ReceiverParts {
  tags: Map<string, { name: string; callback: TagCallback }>;
  read(tag: string, callback: TagCallback): void;
  stop(tag: string): void;
  processRawData(data: Buffer): void;
}
interface TransmitterParts {
  write(data: string | null): void;
}
interface ConnectorParts extends EventEmitter {
  socket: Socket;
  transmitter: TransmitterParts;
  receiver: ReceiverParts;
  connect(): ConnectorParts;
  write(words: string[]): ConnectorParts;
  read(tag: string, callback: TagCallback): void;
  stopRead(tag: string): void;
  destroy(): void;
  onConnect(): void;
  onEnd(): void;
  onError(error: Error): void;
  onTimeout(): void;
  onData(data: Buffer): void;
}
interface ChannelParts extends EventEmitter {
  id: string;
  readAndWrite(words: string[]): void;
  processPacket(packet: string[]): void;
  parsePacket(packet: string[]): Record<string, string>;
  close(force?: boolean): void;
}
interface ConnectorOptions {
  host: string;
  port: number;
  /** Seconds. */
  timeout: number;
  tls?: object;
}
const BaseReceiver = Receiver as unknown as new (socket: Socket) => ReceiverParts;
const BaseTransmitter = Transmitter as new (socket: Socket) => TransmitterParts;
const BaseConnector = Connector as unknown as new (options: ConnectorOptions) => ConnectorParts;
const BaseChannel = Channel as unknown as new (connector: ConnectorParts) => ChannelParts;

/** One word on the wire: its length in 1 to 5 bytes, then its UTF-8 bytes. */
function encodeWord(word: string): Buffer {
  const bytes = Buffer.from(word, "utf8");
  const length = bytes.length;
  if (length >= WORD_BYTES_MAX) throw new DriverError("EPROTO", "A value is too long to send to the router.");
  if (length < 0x80) return Buffer.concat([Buffer.from([length]), bytes]);
  if (length < 0x4000) return Buffer.concat([Buffer.from([0x80 | (length >> 8), length & 0xff]), bytes]);
  return Buffer.concat([Buffer.from([0xc0 | (length >> 16), (length >> 8) & 0xff, length & 0xff]), bytes]);
}

/** Ends a sentence: a word without length. */
const END = Buffer.of(0);

/** Repairs: UTF-8 instead of win1252 (silent loss of text), one TCP write a sentence (Nagle), no secrets in debug logs. */
class RepairedTransmitter extends BaseTransmitter {
  readonly #socket: Socket;
  #words: Buffer[] = [];

  constructor(socket: Socket) {
    super(socket);
    this.#socket = socket;
  }

  /** Null ends the sentence and sends it. */
  override write(word: string | null): void {
    if (word !== null) {
      this.#words.push(encodeWord(word));
      return;
    }
    const sentence = Buffer.concat([...this.#words, END]);
    this.#words = [];
    // Commands that follow each other at once leave in one write.
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork();
      process.nextTick(() => this.#socket.uncork());
    }
    this.#socket.write(sentence);
  }
}

/** Length of the word that starts at `at`, and where its bytes begin; null: the length itself is not complete yet. */
function readLength(data: Buffer, at: number): { length: number; begin: number } | null {
  const first = data[at];
  if (first === undefined) return null;
  if (first >= 0xf8) throw new DriverError("EPROTO", "The router sent a reserved control byte.");
  const extra = first < 0x80 ? 0 : first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + extra >= data.length) return null;
  let length = extra === 0 ? first : extra === 4 ? 0 : first & (0x7f >> extra);
  for (let index = 1; index <= extra; index += 1) length = length * 256 + (data[at + index] ?? 0);
  if (length > WORD_BYTES_MAX)
    throw new DriverError("EPROTO", "The router announced an impossibly long value.");
  return { length, begin: at + extra + 1 };
}

/**
 * Repairs: any split of the byte stream (the library needed a sentence's last byte in the right segment), UTF-8,
 * late replies of closed tags (they threw in the socket's handler), untagged replies.
 */
export class RepairedReceiver extends BaseReceiver {
  /** Replies of unknown or finished tags, and untagged ones. */
  dropped = 0;
  #pending: Buffer = Buffer.alloc(0);
  #words: string[] = [];
  readonly #on_fatal: (words: string[]) => void;

  constructor(socket: Socket, on_fatal: (words: string[]) => void) {
    super(socket);
    this.#on_fatal = on_fatal;
  }

  override processRawData(chunk: Buffer): void {
    const data = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    let at = 0;
    for (;;) {
      const word = readLength(data, at);
      if (word === null || word.begin + word.length > data.length) break;
      at = word.begin + word.length;
      if (word.length > 0) {
        this.#words.push(data.toString("utf8", word.begin, at));
      } else if (this.#words.length > 0) {
        const sentence = this.#words;
        this.#words = [];
        this.#dispatch(sentence);
      }
    }
    this.#pending = data.subarray(at);
  }

  #dispatch(sentence: string[]): void {
    const at = sentence.findIndex((word) => word.startsWith(".tag="));
    const tag = at < 0 ? undefined : sentence.splice(at, 1)[0]?.slice(".tag=".length);
    if (sentence[0] === "!fatal") {
      this.#on_fatal(sentence.slice(1));
      return;
    }
    const reader = tag === undefined ? undefined : this.tags.get(tag);
    if (reader === undefined) this.dropped += 1;
    else reader.callback(sentence);
  }
}

/**
 * Repairs: a connection that is cut, reset, ended or told `!fatal` now says so exactly once, with a plain reason, by
 * the event `gone`; the socket's own idle timeout is off (it killed healthy idle connections).
 */
export class RepairedConnector extends BaseConnector {
  #gone: DriverError | null = null;
  readonly #verify: (socket: Socket) => DriverError | null;

  /** verify runs when the socket (or TLS) stands and before the first byte is sent. */
  constructor(options: ConnectorOptions, verify: (socket: Socket) => DriverError | null) {
    super(options);
    // One listener a command under way, and there may be many.
    this.setMaxListeners(0);
    this.#verify = verify;
  }

  override connect(): ConnectorParts {
    super.connect();
    this.socket.setTimeout(0);
    this.socket.setNoDelay(true);
    this.socket.once("close", () =>
      this.fail(new DriverError("ECLOSED", "The router closed the connection.")),
    );
    this.transmitter = new RepairedTransmitter(this.socket);
    this.receiver = new RepairedReceiver(this.socket, (words) => {
      const original = words.join(" ").replace(/^=message=/, "");
      this.fail(
        new DriverError("EFATAL", `The router ended the connection: ${original || "no reason given"}.`, {
          original,
        }),
      );
    });
    return this;
  }

  get gone(): DriverError | null {
    return this.#gone;
  }

  get local_address(): string | null {
    return this.socket.localAddress ?? null;
  }

  get dropped(): number {
    return this.receiver instanceof RepairedReceiver ? this.receiver.dropped : 0;
  }

  /** Ends the connection for a reason; only the first one counts. */
  fail(reason: DriverError): void {
    if (this.#gone !== null) return;
    this.#gone = reason;
    this.emit("gone", reason);
    this.destroy();
  }

  override destroy(): void {
    super.destroy();
    // The library removes its error listener with the others: a late error of the socket would end the process.
    this.socket.on("error", () => undefined);
  }

  override onConnect(): void {
    const refused = this.#verify(this.socket);
    if (refused === null) super.onConnect();
    else this.fail(refused);
  }

  override onEnd(): void {
    this.fail(new DriverError("ECLOSED", "The router closed the connection."));
  }

  override onError(error: Error): void {
    this.fail(explainSocketError(error));
  }

  override onTimeout(): void {
    this.fail(new DriverError("ETIMEDOUT", "The router did not answer in time."));
  }

  override onData(data: Buffer): void {
    try {
      this.receiver.processRawData(data);
    } catch (error) {
      this.fail(
        error instanceof DriverError
          ? error
          : new DriverError("EPROTO", "The router's answer could not be read."),
      );
    }
  }
}

let tags_given = 0;

/**
 * One command. Repairs: settles exactly once whatever happens; `!empty` and unknown replies do no harm; a trap keeps
 * its category and needs no `!done`; a timeout counts silence, cancels at the router and drops what comes late.
 */
export class RepairedChannel extends BaseChannel {
  readonly #connector: RepairedConnector;
  readonly #rows: Row[] = [];
  #settle: { resolve: (reply: Reply) => void; reject: (error: DriverError) => void } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #timeout_ms = 0;
  readonly #on_gone = (reason: DriverError): void => this.#reject(reason);

  constructor(connector: RepairedConnector) {
    super(connector);
    this.#connector = connector;
    tags_given += 1;
    // The library's random tag may repeat or even be empty.
    this.id = `t${tags_given}`;
  }

  /** Sends the words (the array is not changed) and collects the answer. Throws DriverError. */
  run(words: readonly string[], timeout_ms: number): Promise<Reply> {
    if (this.#connector.gone !== null) return Promise.reject(this.#connector.gone);
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#timeout_ms = timeout_ms;
      this.#connector.on("gone", this.#on_gone);
      this.#startTimer();
      try {
        this.readAndWrite([...words, `.tag=${this.id}`]);
      } catch (error) {
        this.#reject(
          error instanceof DriverError ? error : new DriverError("EPROTO", "The command could not be sent."),
        );
      }
    });
  }

  /** `=name=value`, of which only the first `=` separates. */
  override parsePacket(words: string[]): Record<string, string> {
    const row: Record<string, string> = {};
    for (const word of words) {
      const at = word.indexOf("=", 1);
      if (at < 0) row[word.slice(1)] = "";
      else row[word.slice(1, at)] = word.slice(at + 1);
    }
    return row;
  }

  override processPacket(packet: string[]): void {
    const [reply, ...words] = packet;
    // Each reply restarts the time of silence; a timer a row of a large table would cost more than the row.
    if (this.#settle !== null) this.#timer?.refresh();
    switch (reply) {
      case "!re":
        this.#rows.push(this.parsePacket(words));
        if (this.#rows.length > ROWS_MAX) {
          this.#cancel();
          this.#reject(new DriverError("EPROTO", "The router answered more rows than can be right."));
        }
        break;
      case "!done": {
        const settle = this.#end();
        settle?.resolve({ rows: this.#rows, done: this.parsePacket(words) });
        break;
      }
      case "!trap":
        // Its `!done`, if it ever comes, finds no reader and is dropped.
        this.#reject(trapError(this.parsePacket(words)));
        break;
      default:
        // `!empty` (RouterOS 7.18+, before its `!done`) and replies of versions to come.
        break;
    }
  }

  #startTimer(): void {
    this.#timer = setTimeout(() => {
      this.#cancel();
      const seconds = this.#timeout_ms / 1000;
      this.#reject(
        new DriverError(
          "ETIMEDOUT",
          `The router did not answer a command within ${seconds} seconds. Where it answers short ones and no long ones, packets of full size are lost on the way: check the MTU.`,
        ),
      );
    }, this.#timeout_ms);
  }

  /** Asks the router to stop; when not even that is answered the connection is dead and is ended. */
  #cancel(): void {
    const timeout_ms = Math.min(this.#timeout_ms, 5000);
    const cancel = new RepairedChannel(this.#connector);
    cancel.#settle = { resolve: () => undefined, reject: () => undefined };
    cancel.#timeout_ms = timeout_ms;
    cancel.#timer = setTimeout(() => {
      this.#connector.fail(new DriverError("ETIMEDOUT", "The router stopped answering."));
    }, timeout_ms);
    cancel.#connector.on("gone", cancel.#on_gone);
    cancel.readAndWrite(["/cancel", `=tag=${this.id}`, `.tag=${cancel.id}`]);
  }

  #reject(error: DriverError): void {
    this.#end()?.reject(error);
  }

  #end(): { resolve: (reply: Reply) => void; reject: (error: DriverError) => void } | null {
    const settle = this.#settle;
    this.#settle = null;
    clearTimeout(this.#timer);
    this.#connector.off("gone", this.#on_gone);
    this.close();
    return settle;
  }
}
