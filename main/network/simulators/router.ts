// A simulated MikroTik router: the RouterOS API over real TCP or TLS, with faults on demand.

import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { type Answer, READS, type Request, TABLES, WRITES } from "./commands.ts";
import { deliver, whenLetGo } from "./deliver.ts";
import { type Fault, Faults } from "./faults.ts";
import { type RouterDevice, routerDevice } from "./router-device.ts";
import { RouterState, type SecretSeed, type Session, type StateOptions } from "./router-state.ts";
import { Trap } from "./trap.ts";
import { encodeSentence, SentenceReader, toBytes, toText } from "./wire.ts";

export interface SimulatedUser {
  username: string;
  password: string;
  /** `read` may not change anything. */
  group?: "read" | "write";
}

export interface RouterSimulatorOptions extends Partial<StateOptions> {
  host?: string;
  /** 0 (default) takes a free one. */
  port?: number;
  /** Default: lastmile / lastmile-simulator. */
  users?: readonly SimulatedUser[];
  tls?: { key: string; cert: string };
  /** Login before RouterOS 6.43: MD5 challenge. */
  legacy_login?: boolean;
  secrets?: readonly SecretSeed[];
  /** What it tells of itself. */
  device?: Partial<RouterDevice>;
  /** Profiles beside `default` and `default-encryption`. */
  profiles?: readonly { name: string; rate_limit?: string; comment?: string }[];
}

/** A secret as the router holds it, with its password: the simulator has nothing to hide. */
export interface SimulatedSecret {
  ros_id: string;
  name: string;
  password: string;
  profile: string;
  service: string;
  comment: string;
  disabled: boolean;
  caller_id: string;
  remote_address: string;
}

export interface RouterSimulator {
  readonly host: string;
  readonly port: number;
  readonly users: readonly SimulatedUser[];
  readonly faults: Faults;
  /** Changing commands carried out so far. */
  readonly writes: number;
  readonly logins: number;
  readonly connections: number;
  /** Rows printed, and commands carried out by their word, since the start. */
  readonly printed: number;
  /** How many commands were held back so far. */
  readonly held: number;
  readonly commands: ReadonlyMap<string, number>;
  /** Passwords that were sent in clear. */
  readonly clear_passwords: number;
  secrets(): SimulatedSecret[];
  profiles(): { ros_id: string; name: string; rate_limit: string; comment: string }[];
  sessions(): Session[];
  /** Rows of a menu, such as `/queue/simple`. */
  table(path: string): Record<string, string>[];
  /** Adds a row to a menu directly; `dynamic`: as one that the router makes itself. */
  put(path: string, fields: Readonly<Record<string, string>>, dynamic?: boolean): void;
  /** Hears of every changing command before it is carried out. */
  onWrite(listener: (command: string, attributes: Readonly<Record<string, string>>) => void): void;
  /** Adds secrets directly, without the API: quick for thousands. */
  seed(secrets: readonly SecretSeed[]): void;
  setIdentity(name: string): void;
  /** The customer's own router, off or on; TWICE: a second one signs in with the same login. */
  setCpe(username: string, on: boolean | "TWICE"): void;
  /** Writes into the router's log; its memory is gone with a restart. */
  log(topics: string, message: string, at?: number): void;
  /** Refuses new connections and cuts the open ones, as a switched-off router does. */
  down(): Promise<void>;
  /** Listens again at the same port. */
  up(): Promise<void>;
  /** Everything the router sends, for recording an exchange. */
  onSend(listener: (bytes: Buffer) => void): void;
  close(): Promise<void>;
}

const pairs = (row: Readonly<Record<string, string>>): string[] =>
  Object.entries(row).map(([name, value]) => `=${name}=${value}`);

function parseRequest(sentence: readonly string[]): Request & { tag: string[] } {
  const attributes: Record<string, string> = {};
  for (const word of sentence.slice(1)) {
    const at = word.indexOf("=", 1);
    if (word.startsWith("="))
      attributes[word.slice(1, at < 0 ? undefined : at)] = at < 0 ? "" : word.slice(at + 1);
  }
  return {
    command: sentence[0] ?? "",
    attributes,
    queries: sentence.filter((word) => word.startsWith("?")).map((word) => word.slice(1)),
    tag: sentence.filter((word) => word.startsWith(".tag=")),
  };
}

function replySentences(answer: Answer, request: Request, version: string): string[][] {
  const rows = (answer.rows ?? []).map((row) => ["!re", ...pairs(row)]);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const says_empty = major > 7 || (major === 7 && minor >= 18);
  const empty =
    rows.length === 0 && !answer.done && says_empty && request.command.endsWith("/print") ? [["!empty"]] : [];
  return [...rows, ...empty, ["!done", ...pairs(answer.done ?? {})]];
}

/** One client's connection. */
class Connection {
  readonly #sim: Simulator;
  readonly #socket: Socket;
  readonly #reader = new SentenceReader();
  #user: SimulatedUser | null = null;
  #challenge = "";
  /** Replies leave one after the other even when one is slow on its way. */
  #sending: Promise<void> = Promise.resolve();

  constructor(sim: Simulator, socket: Socket) {
    this.#sim = sim;
    this.#socket = socket;
    socket.setNoDelay(true);
    // Each delayed reply listens for the close.
    socket.setMaxListeners(0);
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      try {
        for (const sentence of this.#reader.push(chunk)) this.#receive(sentence);
      } catch {
        socket.destroy();
      }
    });
  }

  #receive(sentence: string[]): void {
    const request = parseRequest(sentence);
    const faults = this.#sim.faults.take(request.command);
    if (faults.some((fault) => fault.kind === "silent")) return;
    if (faults.some((fault) => fault.kind === "held")) this.#sim.held += 1;
    whenLetGo(this.#socket, faults, () => this.#answer(request, faults));
  }

  #answer(request: Request & { tag: string[] }, faults: readonly Fault[]): void {
    let closes = false;
    let sentences: string[][];
    try {
      for (const fault of faults)
        if (fault.kind === "trap") throw new Trap(toBytes(fault.message), fault.category ?? null);
      this.#sim.count(request);
      const answer = request.command === "/login" ? this.#login(request) : this.#execute(request);
      if (faults.some((fault) => fault.kind === "no_ret")) delete answer.done;
      if (faults.some((fault) => fault.kind === "no_rows")) delete answer.rows;
      this.#sim.printed += answer.rows?.length ?? 0;
      sentences = replySentences(answer, request, this.#sim.state.options.version);
      closes = answer.reboot ?? false;
    } catch (error) {
      if (!(error instanceof Trap)) throw error;
      const category = error.category === null ? [] : [`=category=${error.category}`];
      sentences = [["!trap", ...category, `=message=${error.message}`], ["!done"]];
      if (faults.some((fault) => fault.kind === "trap" && fault.without_done)) sentences.pop();
    }
    const unknown = faults.find((fault) => fault.kind === "unknown_reply");
    if (unknown) sentences.unshift([unknown.word ?? "!surprise"]);
    const fatal = faults.find((fault) => fault.kind === "fatal");
    const bytes = fatal
      ? encodeSentence(["!fatal", fatal.message ?? "session terminated on request"])
      : Buffer.concat(
          sentences.map(([reply = "", ...words]) => encodeSentence([reply, ...request.tag, ...words])),
        );
    this.#sim.sent(bytes);
    this.#sending = this.#sending
      .then(() => deliver(this.#socket, bytes, faults))
      .then(() => {
        if (closes || fatal) this.#socket.end();
      });
  }

  #execute(request: Request): Answer {
    if (this.#user === null) throw new Trap("not logged in", 5);
    if (request.command === "/cancel") return {};
    const read = own(READS, request.command);
    if (read) return read(this.#sim.state, request);
    const write = own(WRITES, request.command);
    if (!write) throw new Trap("no such command", 0);
    if (this.#user.group === "read") throw new Trap("not enough permissions (9)", 4);
    this.#sim.writing(request);
    const answer = write(this.#sim.state, request);
    this.#sim.state.writes += 1;
    return answer;
  }

  #login(request: Request): Answer {
    const { name, password, response } = request.attributes;
    const user = this.#sim.users.find((other) => toBytes(other.username) === name);
    if (this.#sim.legacy && response === undefined) {
      this.#challenge = randomBytes(16).toString("hex");
      return { done: { ret: this.#challenge } };
    }
    const secret = Buffer.concat([
      Buffer.of(0),
      Buffer.from(user?.password ?? "", "utf8"),
      Buffer.from(this.#challenge, "hex"),
    ]);
    const expected = this.#sim.legacy
      ? `00${createHash("md5").update(secret).digest("hex")}`
      : toBytes(user?.password ?? "");
    if (!user || (this.#sim.legacy ? response : password) !== expected)
      throw new Trap(this.#sim.legacy ? "cannot log in" : "invalid user name or password (6)", null);
    this.#user = user;
    this.#sim.logins += 1;
    return {};
  }
}

class Simulator implements RouterSimulator {
  readonly host: string;
  port = 0;
  readonly users: readonly SimulatedUser[];
  readonly faults = new Faults();
  readonly legacy: boolean;
  readonly state: RouterState;
  logins = 0;
  connections = 0;
  printed = 0;
  held = 0;
  clear_passwords = 0;
  readonly commands = new Map<string, number>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #write_listeners: ((command: string, attributes: Readonly<Record<string, string>>) => void)[] = [];
  #listeners: ((bytes: Buffer) => void)[] = [];

  constructor(options: RouterSimulatorOptions) {
    this.host = options.host ?? "127.0.0.1";
    this.users = options.users ?? [{ username: "lastmile", password: "lastmile-simulator" }];
    this.legacy = options.legacy_login ?? false;
    this.state = new RouterState({
      identity: options.identity ?? "simulated-router",
      version: options.version ?? "7.18.2",
      board_name: options.board_name ?? "CCR2004-1G-12S+2XS",
      connect_delay_ms: options.connect_delay_ms ?? 1500,
      now: options.now ?? Date.now,
    });
    this.state.device = routerDevice(this.users, options.device);
    for (const profile of options.profiles ?? [])
      this.state.addProfile({
        name: toBytes(profile.name),
        "rate-limit": profile.rate_limit ?? "",
        comment: toBytes(profile.comment ?? ""),
      });
    this.seed(options.secrets ?? []);
    const accept = (socket: Socket): void => {
      this.connections += 1;
      new Connection(this, socket);
    };
    // Raw sockets are tracked, since a TLS one exists only after its handshake.
    this.#server = options.tls ? createTlsServer(options.tls, accept) : createServer(accept);
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => this.#sockets.delete(socket));
    });
    this.#server.on("tlsClientError", () => undefined);
  }

  count({ command, attributes }: Request): void {
    this.commands.set(command, (this.commands.get(command) ?? 0) + 1);
    if (attributes["password"] !== undefined && command === "/login") this.clear_passwords += 1;
  }

  get writes(): number {
    return this.state.writes;
  }

  secrets(): SimulatedSecret[] {
    return [...this.state.secrets.values()].map((row) => ({
      ros_id: row[".id"] ?? "",
      name: toText(row["name"] ?? ""),
      password: toText(row["password"] ?? ""),
      profile: toText(row["profile"] ?? ""),
      service: row["service"] ?? "",
      comment: toText(row["comment"] ?? ""),
      disabled: row["disabled"] === "true",
      caller_id: row["caller-id"] ?? "",
      remote_address: row["remote-address"] ?? "",
    }));
  }

  profiles(): { ros_id: string; name: string; rate_limit: string; comment: string }[] {
    return [...this.state.profiles.values()].map((row) => ({
      ros_id: row[".id"] ?? "",
      name: toText(row["name"] ?? ""),
      rate_limit: row["rate-limit"] ?? "",
      comment: toText(row["comment"] ?? ""),
    }));
  }

  sessions(): Session[] {
    return this.state.sessions().map((session) => ({
      ...session,
      name: toText(session.name),
      profile: toText(session.profile),
    }));
  }

  table(path: string): Record<string, string>[] {
    const rows = (TABLES[path]?.(this.state).rows ?? this.state.table(path)).values();
    return [...rows].map((row) =>
      Object.fromEntries(Object.entries(row).map(([field, value]) => [field, toText(value)])),
    );
  }

  put(path: string, fields: Readonly<Record<string, string>>, dynamic = false): void {
    const values = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field, toBytes(value)]),
    );
    const table = TABLES[path];
    if (table) table(this.state).add(values, dynamic);
    else if (path === "/ppp/profile") this.state.addProfile(values);
    else this.state.addSecret(values);
  }

  onWrite(listener: (command: string, attributes: Readonly<Record<string, string>>) => void): void {
    this.#write_listeners.push(listener);
  }

  writing({ command, attributes }: Request): void {
    const text = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, toText(value)]));
    for (const listener of this.#write_listeners) listener(command, text);
  }

  seed(secrets: readonly SecretSeed[]): void {
    for (const secret of secrets) this.state.seed(secret);
  }

  setIdentity(name: string): void {
    this.state.identity = toBytes(name);
  }

  setCpe(username: string, on: boolean | "TWICE"): void {
    this.state.setCpe(toBytes(username), on);
  }

  log(topics: string, message: string, at = this.state.options.now()): void {
    this.state.device.log.push({ at, topics, message });
  }

  onSend(listener: (bytes: Buffer) => void): void {
    this.#listeners.push(listener);
  }

  sent(bytes: Buffer): void {
    for (const listener of this.#listeners) listener(bytes);
  }

  async up(port = this.port): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, this.host, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
    const address = this.#server.address();
    if (address !== null && typeof address === "object") this.port = address.port;
  }

  async down(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async close(): Promise<void> {
    await this.down();
    this.#listeners = [];
  }
}

/** Starts a simulated router; rejects when the port is taken. */
export async function startRouterSimulator(options: RouterSimulatorOptions = {}): Promise<RouterSimulator> {
  const simulator = new Simulator(options);
  await simulator.up(options.port ?? 0);
  return simulator;
}
