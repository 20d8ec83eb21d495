// The port to a device over SNMP: one session a device, v2c or v3, with typed errors and deadlines by a monotonic clock.
import {
  AuthProtocols,
  ObjectType,
  PrivProtocols,
  SecurityLevel,
  type User,
  type Varbind,
  Version2c,
  Version3,
} from "net-snmp";
import type { OltAccess } from "../../../shared/network/olt/olt-wire.ts";
import { NetSession } from "./net-session.ts";
import { Repetitions } from "./repetitions.ts";
import { explainSnmp, SnmpError, timedOut } from "./snmp-error.ts";
import { type SnmpValue, snmpValue } from "./values.ts";
import { type Answer, type AskOptions, type Column, type WalkOptions, walk } from "./walk.ts";

/** What is written: SNMP knows more types, the program writes integers alone. */
export interface Write {
  oid: string;
  value: number;
}

export interface SnmpSession {
  /** Values in the order asked; null: the device has no such object. Throws SnmpError. */
  get(oids: readonly string[], options?: AskOptions): Promise<(SnmpValue | null)[]>;
  /** Whether anything stands below it; null: the device is silent about it. Asked once, or as told. Throws only ECLOSED. */
  hasRows(oid: string, options?: AskOptions): Promise<boolean | null>;
  /** Whether the device answers anything at all. Throws only ECLOSED. */
  answers(): Promise<boolean>;
  /** One column of a table; never throws but says how it ended. */
  walkColumn(oid: string, options: WalkOptions): Promise<Column>;
  /** One message, sent once and never repeated. Throws SnmpError: EFORBIDDEN for what is not listed, unsent. */
  set(writes: readonly Write[]): Promise<void>;
  /** Questions under way fail with ECLOSED. May be called twice. */
  close(): void;
  /** Datagrams that could not be read and were dropped. */
  readonly malformed: number;
}

export interface OpenSnmpOptions {
  /** Resolved and checked already. */
  address: string;
  /** Version 2c: which of the two communities. */
  role: "read" | "write";
  /** The only messages this session may send as SET; without it none. */
  writable?: (writes: readonly Write[]) => boolean;
  /** Kept by the caller for as long as the device is the same. */
  pace?: Repetitions;
  /** Monotonic milliseconds. */
  clock?: () => number;
  /** Milliseconds until a question is repeated for the first time. */
  timeout_ms?: number;
}

export const SYS_UP_TIME = "1.3.6.1.2.1.1.3.0";
const TIMEOUT_MS = 2_000;
const RETRIES = 2;
const BACKOFF = 1.5;

function userOf(access: OltAccess): User {
  const level = access.security_level ?? "noAuthNoPriv";
  const user: User = { name: access.security_name ?? "", level: SecurityLevel[level] };
  if (level !== "noAuthNoPriv") {
    user.authProtocol = AuthProtocols[access.auth_protocol ?? "sha"];
    user.authKey = access.auth_password ?? "";
  }
  if (level === "authPriv") {
    user.privProtocol = PrivProtocols[access.priv_protocol ?? "aes"];
    user.privKey = access.priv_password ?? "";
  }
  return user;
}

function openNative(access: OltAccess, { address, role }: OpenSnmpOptions): NetSession {
  const options = {
    port: access.snmp_port,
    transport: address.includes(":") ? ("udp6" as const) : ("udp4" as const),
    backoff: BACKOFF,
  };
  if (access.snmp_version === "3")
    return new NetSession(address, userOf(access), { ...options, version: Version3 });
  const community = role === "write" ? access.write_community : access.community;
  // An empty community would be replaced by the library's own, `public`.
  if (!community) throw new SnmpError("EAUTH", "No SNMP community is set for this OLT.");
  return new NetSession(address, community, { ...options, version: Version2c });
}

type Callback = (error: unknown, varbinds?: unknown) => void;

class Snmp implements SnmpSession {
  readonly #native: NetSession;
  readonly #options: OpenSnmpOptions;
  readonly #pace: Repetitions;
  readonly #clock: () => number;
  readonly #pending = new Set<(error: SnmpError) => void>();
  #closed = false;
  malformed = 0;

  constructor(access: OltAccess, options: OpenSnmpOptions) {
    this.#options = options;
    this.#pace = options.pace ?? new Repetitions();
    this.#clock = options.clock ?? (() => performance.now());
    this.#native = openNative(access, options);
    this.#native.onTrouble = () => {
      this.malformed += 1;
    };
    this.#native.on("error", () => this.#native.onTrouble(null));
  }

  /**
   * One question. The library's callback may never come (its parser can fail after the request was taken off its list),
   * or come twice: the first of answer, failure, close and the guard's time counts.
   */
  #ask<Result>(
    { timeout_ms = this.#options.timeout_ms ?? TIMEOUT_MS, retries = RETRIES }: AskOptions,
    start: (callback: Callback) => void,
    read: (varbinds: unknown) => Result,
  ): Promise<Result> {
    if (this.#closed) return Promise.reject(new SnmpError("ECLOSED", "The session was closed."));
    return new Promise<Result>((resolve, reject) => {
      // Version 3 asks for the device's engine first, which takes as long again.
      let guard_ms = 500;
      for (let i = 0; i <= retries; i += 1) guard_ms += 2 * timeout_ms * BACKOFF ** i;
      const end = (finish: () => void): void => {
        clearTimeout(guard);
        this.#pending.delete(fail);
        finish();
      };
      const fail = (error: SnmpError): void => end(() => reject(error));
      const guard = setTimeout(() => fail(timedOut()), guard_ms);
      this.#pending.add(fail);
      this.#native.timeout = timeout_ms;
      this.#native.retries = retries;
      start((error, varbinds) => {
        if (error) return fail(explainSnmp(error));
        try {
          const result = read(varbinds);
          end(() => resolve(result));
        } catch (unreadable) {
          fail(explainSnmp(unreadable));
        }
      });
    });
  }

  get(oids: readonly string[], options: AskOptions = {}): Promise<(SnmpValue | null)[]> {
    return this.#ask(
      options,
      (callback) => this.#native.get([...oids], callback),
      (varbinds) => {
        // By name, not by position: some devices leave out what they do not have.
        const found = new Map((varbinds as Varbind[]).map((varbind) => [varbind.oid, snmpValue(varbind)]));
        return oids.map((oid) => found.get(oid) ?? null);
      },
    );
  }

  async hasRows(oid: string, options: AskOptions = { retries: 1 }): Promise<boolean | null> {
    try {
      const [first] = await this.#ask(
        options,
        (callback) => this.#native.getNext([oid], callback),
        (varbinds) => varbinds as Varbind[],
      );
      return first !== undefined && snmpValue(first) !== null && first.oid.startsWith(`${oid}.`);
    } catch (error) {
      if (!(error instanceof SnmpError) || error.code === "ECLOSED") throw error;
      return error.code === "ETIMEDOUT" ? null : false;
    }
  }

  async answers(): Promise<boolean> {
    try {
      await this.get([SYS_UP_TIME]);
      return true;
    } catch (error) {
      if (!(error instanceof SnmpError) || error.code === "ECLOSED") throw error;
      return error.code === "EREFUSED";
    }
  }

  walkColumn(oid: string, options: WalkOptions): Promise<Column> {
    const answer = (varbinds: Varbind[]): Answer => ({ varbinds, bytes: this.#native.bytes });
    const next = (after: string, size: number, ask: AskOptions): Promise<Answer> =>
      size === 1
        ? this.#ask(
            ask,
            (callback) => this.#native.getNext([after], callback),
            (varbinds) => answer(varbinds as Varbind[]),
          )
        : this.#ask(
            ask,
            (callback) => this.#native.getBulk([after], 0, size, callback),
            (varbinds) => answer((varbinds as Varbind[][])[0] ?? []),
          );
    const timeout_ms = options.timeout_ms ?? this.#options.timeout_ms ?? TIMEOUT_MS;
    // Closed in the meantime: the next question says so.
    const answers = () => this.answers().catch(() => false);
    return walk(oid, { ...options, timeout_ms }, { next, answers, pace: this.#pace, clock: this.#clock });
  }

  set(writes: readonly Write[]): Promise<void> {
    if (writes.length === 0 || !this.#options.writable?.(writes))
      return Promise.reject(
        new SnmpError("EFORBIDDEN", "The program does not write this to an OLT: nothing was sent."),
      );
    return this.#ask(
      { timeout_ms: 2 * (this.#options.timeout_ms ?? TIMEOUT_MS), retries: 0 },
      (callback) =>
        this.#native.set(
          writes.map(({ oid, value }) => ({ oid, type: ObjectType.Integer, value })),
          callback,
        ),
      () => undefined,
    );
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const fail of [...this.#pending]) fail(new SnmpError("ECLOSED", "The session was closed."));
    this.#native.close();
  }
}

/** Opens a session; nothing is sent before the first question. Throws SnmpError where a credential is missing. */
export function openSnmp(access: OltAccess, options: OpenSnmpOptions): SnmpSession {
  return new Snmp(access, options);
}
