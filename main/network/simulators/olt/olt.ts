// A simulated OLT: a model's tables over its living ONUs, spoken to over real UDP, with faults on demand.
import { OltFaults } from "./faults.ts";
import { type OltModel, type PonPort, serialBytes } from "./model.ts";
import { makeOnus, type OnuNow, type OnuSeed, Onus } from "./onus.ts";
import { decodeOid, TAG } from "./snmp/ber.ts";
import { type Bind, ERROR } from "./snmp/message.ts";
import { SnmpResponder } from "./snmp/responder.ts";
import type { Tree } from "./snmp/tree.ts";
import type { SnmpUser } from "./snmp/usm.ts";
import { buildTree } from "./tables.ts";

export interface OltSimulatorOptions {
  model: OltModel;
  name?: string;
  host?: string;
  /** 0 (default) takes a free one. */
  port?: number;
  /** Default: public. Null: version 2c is not heard. */
  community?: string | null;
  /** Default: private. */
  write_community?: string | null;
  /** Who is heard in version 3. */
  users?: readonly SnmpUser[];
  /** Default: 8. */
  ports?: number;
  /** The ONUs; default: sixteen on each port. */
  onus?: readonly OnuSeed[];
  /** Serial numbers that ask to be let in, with the port's number. */
  unconfigured?: readonly { port: number; serial: string }[];
  /** How far power wanders in an hour, in dB. Default: 0.3. */
  drift_db?: number;
  /** How long an ONU's restart takes. Default: 20 s. */
  restart_ms?: number;
  /** Largest answer to GETBULK. Default: 1400. */
  max_bytes?: number;
  /** How far the device's own clock is ahead, in ms. */
  clock_ahead_ms?: number;
  now?: () => number;
}

/** A write that was received. */
export interface SetAsked {
  at: string;
  binds: { oid: string; tag: number; value: string }[];
  done: boolean;
  /** 0 when it was carried out; otherwise the error that was answered. */
  error: number;
}

export interface OltSimulator {
  readonly name: string;
  readonly model: OltModel;
  readonly host: string;
  readonly port: number;
  readonly community: string | null;
  readonly write_community: string | null;
  readonly users: readonly SnmpUser[];
  readonly ports: readonly PonPort[];
  readonly faults: OltFaults;
  /** Requests heard by kind (GET, GETNEXT, GETBULK, SET), reports sent, datagrams not for this device. */
  readonly counts: ReadonlyMap<string, number>;
  /** All writes that were asked for, done and refused, oldest first. */
  readonly sets: readonly SetAsked[];
  onus(): OnuNow[];
  onu(serial: string): OnuNow;
  change: Onus["change"];
  cutPort: Onus["cutPort"];
  mendPort: Onus["mendPort"];
  addOnu(seed: OnuSeed): void;
  removeOnu(serial: string): void;
  setUnconfigured(list: readonly { port: number; serial: string }[]): void;
  /** Hears nothing any more, as a switched-off OLT. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** A reboot that a SET asks for; the error where it asks for anything else. */
function rebootAsked(
  model: OltModel,
  ports: readonly PonPort[],
  onus: readonly OnuNow[],
  binds: readonly Bind[],
): string | number {
  const order = model.reboot;
  if (!order) return ERROR.NOT_WRITABLE;
  const asked = binds.map((bind) => ({ ...bind, oid: decodeOid(bind.oid).join(".") }));
  const numbers: number[] = [];
  const indexOf = (onu: OnuNow): string => {
    const port = ports[onu.port];
    return port ? model.index(onu, port).join(".") : "";
  };
  const known =
    order.kind === "cell"
      ? asked.length === 1 && asked.every(({ oid }) => oid.startsWith(`${order.oid}.`))
      : asked.length === 2 && asked[0]?.oid === order.port_oid && asked[1]?.oid === order.onu_oid;
  if (!known) return ERROR.NOT_WRITABLE;
  for (const { tag, content } of asked) {
    if (tag !== TAG.INTEGER || content.length === 0 || content.length > 4) return ERROR.WRONG_TYPE;
    numbers.push(content.readIntBE(0, content.length));
  }
  const wanted = order.kind === "cell" ? asked[0]?.oid.slice(order.oid.length + 1) : numbers.join(".");
  if (order.kind === "cell" && numbers[0] !== order.value) return ERROR.WRONG_VALUE;
  return onus.find((onu) => indexOf(onu) === wanted)?.serial ?? ERROR.WRONG_VALUE;
}

class Simulator implements OltSimulator {
  readonly name: string;
  readonly model: OltModel;
  readonly host: string;
  readonly community: string | null;
  readonly write_community: string | null;
  readonly users: readonly SnmpUser[];
  readonly ports: readonly PonPort[];
  readonly faults = new OltFaults();
  readonly sets: SetAsked[] = [];
  readonly #onus: Onus;
  readonly #responder: SnmpResponder;
  readonly #options: OltSimulatorOptions;
  readonly #started = performance.now();
  #unconfigured: readonly { port: number; serial: string }[];
  #tree: Tree | null = null;

  constructor(options: OltSimulatorOptions) {
    const { model } = options;
    this.#options = options;
    this.model = model;
    this.name = options.name ?? model.name;
    this.host = options.host ?? "127.0.0.1";
    this.community = options.community === undefined ? "public" : options.community;
    this.write_community = options.write_community === undefined ? "private" : options.write_community;
    this.users = options.users ?? [];
    const count = options.ports ?? 8;
    this.ports = Array.from({ length: count }, (_, number) => model.port(number));
    const seeds =
      options.onus ?? makeOnus({ ports: count, per_port: 16, media: model.media, first: model.first });
    this.#onus = new Onus(seeds, {
      now: options.now ?? Date.now,
      drift_db: options.drift_db ?? 0.3,
      restart_ms: options.restart_ms ?? 20_000,
    });
    this.#unconfigured = options.unconfigured ?? [];
    this.#responder = new SnmpResponder({
      host: this.host,
      community: this.community,
      write_community: this.write_community,
      users: this.users,
      faults: this.faults,
      tree: () => this.#currentTree(),
      write: (binds, may_write) => this.#write(binds, may_write),
      max_bytes: options.max_bytes ?? 1400,
    });
  }

  get port(): number {
    return this.#responder.port;
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#responder.counts;
  }

  onus = (): OnuNow[] => this.#onus.list();
  onu = (serial: string): OnuNow => this.#onus.at(serial);
  change: Onus["change"] = (serial, changes) => this.#onus.change(serial, changes);
  cutPort: Onus["cutPort"] = (port, state) => this.#onus.cutPort(port, state);
  mendPort: Onus["mendPort"] = (port) => this.#onus.mendPort(port);

  addOnu(seed: OnuSeed): void {
    this.#onus.add(seed);
    this.#tree = null;
  }

  removeOnu(serial: string): void {
    this.#onus.remove(serial);
    this.#tree = null;
  }

  setUnconfigured(list: readonly { port: number; serial: string }[]): void {
    this.#unconfigured = list;
    this.#tree = null;
  }

  up = (): Promise<void> => this.#responder.up(this.#responder.port || (this.#options.port ?? 0));
  down = (): Promise<void> => this.#responder.down();
  close = (): Promise<void> => this.#responder.down();

  /** Made when it is first needed after a change of what rows there are. */
  #currentTree(): Tree {
    const now = this.#options.now ?? Date.now;
    this.#tree ??= buildTree({
      model: this.model,
      name: this.name,
      ports: this.ports,
      onus: this.#onus,
      unconfigured: this.#unconfigured.map(({ port, serial }) => ({ port, serial: serialBytes(serial) })),
      uptime_ms: () => performance.now() - this.#started,
      clock: () => new Date(now() + (this.#options.clock_ahead_ms ?? 0)),
      clock_ahead_ms: this.#options.clock_ahead_ms ?? 0,
    });
    return this.#tree;
  }

  #write(binds: readonly Bind[], may_write: boolean): number {
    const asked = may_write ? rebootAsked(this.model, this.ports, this.onus(), binds) : ERROR.NO_ACCESS;
    const done = typeof asked === "string";
    this.sets.push({
      at: new Date().toISOString(),
      binds: binds.map((bind) => ({
        oid: decodeOid(bind.oid).join("."),
        tag: bind.tag,
        value: textOf(bind),
      })),
      done,
      error: done ? 0 : asked,
    });
    if (done) this.#onus.reboot(asked);
    return done ? 0 : asked;
  }
}

const textOf = ({ tag, content }: Bind): string =>
  tag === TAG.INTEGER && content.length > 0 && content.length <= 6
    ? String(content.readIntBE(0, content.length))
    : content.toString("hex");

/** Starts a simulated OLT; rejects when the port is taken. */
export async function startOltSimulator(options: OltSimulatorOptions): Promise<OltSimulator> {
  const simulator = new Simulator(options);
  await simulator.up();
  return simulator;
}
