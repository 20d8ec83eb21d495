// The simulated router's tables and its subscribers' sessions. Values are byte strings, as on the wire.
import { createHash } from "node:crypto";
import { Hotspot } from "./hotspot.ts";
import { addressLists, queueTypes, simpleQueues } from "./queues.ts";
import { type RouterDevice, routerDevice } from "./router-device.ts";
import { Trap } from "./trap.ts";
import { toBytes } from "./wire.ts";

export type Table = Map<string, Record<string, string>>;

export interface SecretSeed {
  name: string;
  password?: string;
  profile?: string;
  comment?: string;
  /** Raw bytes instead of comment: what WinBox wrote in a Windows code page. */
  comment_bytes?: Buffer;
  disabled?: boolean;
  caller_id?: string;
  remote_address?: string;
  /** True: the customer's own router is switched off, no session appears. */
  cpe_off?: boolean;
}

export interface Session {
  ros_id: string;
  name: string;
  /** `<pppoe-NAME>`; of a further session of the same login `<pppoe-NAME-1>`, the first number that is free. */
  interface: string;
  /** Profile at the time of dialling in: later changes do not reach a running session. */
  profile: string;
  address: string;
  caller_id: string;
  session_id: string;
  started_at: number;
}

export interface StateOptions {
  identity: string;
  version: string;
  board_name: string;
  /** Milliseconds between a secret being usable and its session. */
  connect_delay_ms: number;
  now: () => number;
}

const fraction = (text: string, salt: string): number =>
  createHash("sha256").update(salt).update(text).digest().readUInt32BE(0) / 0x1_0000_0000;

/** One direction of a rate-limit in bits per second, `10M/50M …`: 0 is rx (the customer's upload). */
function limitOf(rate_limit: string, direction: 0 | 1): number {
  const part = rate_limit.split(" ")[0]?.split("/")[direction] ?? "";
  const match = /^(\d+)([kMG]?)$/.exec(part);
  if (!match) return 20e6;
  return Number(match[1]) * ({ k: 1e3, M: 1e6, G: 1e9 }[match[2] ?? ""] ?? 1);
}

export class RouterState {
  readonly secrets: Table = new Map();
  readonly profiles: Table = new Map();
  readonly queue_types = queueTypes();
  readonly queues = simpleQueues(this.queue_types);
  readonly address_lists = addressLists();
  readonly hotspot: Hotspot;
  readonly options: StateOptions;
  device: RouterDevice = routerDevice([]);
  identity: string;
  started_at: number;
  /** Changing commands carried out since the start. */
  writes = 0;
  #next_secret = 1;
  #next_profile = 1;
  readonly #by_name = new Map<string, string>();
  readonly #sessions = new Map<string, Session>();
  readonly #free_slots: number[] = [];
  #next_slot = 0;
  #sessions_given = 0;
  readonly #off = new Set<string>();
  /** When a secret without a session may dial in. */
  readonly #dial_at = new Map<string, number>();

  constructor(options: StateOptions) {
    this.options = options;
    this.hotspot = new Hotspot(this.queue_types, options.now, options.connect_delay_ms);
    this.identity = toBytes(options.identity);
    this.started_at = options.now() - 86_400_000 * 20;
    for (const [id, name] of [
      ["*0", "default"],
      ["*FFFFFFFE", "default-encryption"],
    ] as const)
      this.profiles.set(id, { ".id": id, name, "rate-limit": "" });
  }

  /** The rows of PPP's menus. */
  table(path: string): Table {
    return path === "/ppp/profile" ? this.profiles : path === "/ppp/secret" ? this.secrets : new Map();
  }

  addProfile(values: Record<string, string>): string {
    if ([...this.profiles.values()].some((profile) => profile["name"] === values["name"]))
      throw new Trap("failure: profile with the same name already exists", null);
    const id = `*${this.#next_profile.toString(16).toUpperCase()}`;
    this.#next_profile += 1;
    this.profiles.set(id, { ".id": id, "rate-limit": "", ...values });
    return id;
  }

  seed(seed: SecretSeed): string {
    const id = this.addSecret({
      name: toBytes(seed.name),
      password: toBytes(seed.password ?? "secret"),
      profile: toBytes(seed.profile ?? "default"),
      comment: seed.comment_bytes?.toString("latin1") ?? toBytes(seed.comment ?? ""),
      disabled: String(seed.disabled ?? false),
      "caller-id": seed.caller_id ?? "",
      "remote-address": seed.remote_address ?? "",
    });
    if (seed.cpe_off) this.setCpe(toBytes(seed.name), false);
    return id;
  }

  addSecret(values: Record<string, string>): string {
    const name = values["name"] ?? "";
    if (name === "") throw new Trap("failure: name can not be empty", null);
    if (this.#by_name.has(name)) throw new Trap("failure: secret with the same name already exists", null);
    this.#checkProfile(values["profile"]);
    const id = `*${this.#next_secret.toString(16).toUpperCase()}`;
    this.#next_secret += 1;
    this.secrets.set(id, { ".id": id, service: "any", profile: "default", disabled: "false", ...values });
    this.#by_name.set(name, id);
    this.#dialLater(name);
    return id;
  }

  setSecret(id: string, values: Record<string, string>): void {
    const secret = this.#secret(id);
    const name = values["name"] ?? secret["name"] ?? "";
    const other = this.#by_name.get(name);
    if (other !== undefined && other !== id)
      throw new Trap("failure: secret with the same name already exists", null);
    this.#checkProfile(values["profile"]);
    this.#by_name.delete(secret["name"] ?? "");
    this.#by_name.set(name, id);
    const usable_before = secret["disabled"] === "false";
    Object.assign(secret, values);
    if (!usable_before && secret["disabled"] === "false") this.#dialLater(name);
  }

  removeSecret(id: string): void {
    const secret = this.#secret(id);
    this.#by_name.delete(secret["name"] ?? "");
    this.secrets.delete(id);
  }

  #secret(id: string): Record<string, string> {
    const secret = this.secrets.get(id);
    if (!secret) throw new Trap("no such item", 0);
    return secret;
  }

  #checkProfile(name: string | undefined): void {
    if (name !== undefined && !this.profile(name))
      throw new Trap("input does not match any value of profile", 1);
  }

  profile(name: string): Record<string, string> | undefined {
    return [...this.profiles.values()].find((profile) => profile["name"] === name);
  }

  /** Switches a customer's own router on or off; off ends the session. TWICE: a second one signs in with the same login. */
  setCpe(name: string, on: boolean | "TWICE"): void {
    const secret = this.secrets.get(this.#by_name.get(name) ?? "");
    if (on === "TWICE") {
      if (secret) this.#open(name, secret, this.options.now());
      return;
    }
    if (on) this.#off.delete(name);
    else {
      this.#off.add(name);
      this.#drop(name);
    }
    this.#dialLater(name);
  }

  #dialLater(name: string): void {
    this.#dial_at.set(name, this.options.now() + this.options.connect_delay_ms);
  }

  /** Sessions now: everyone who may dial in and has waited long enough has one. Sessions end only by a kick. */
  sessions(): Session[] {
    const now = this.options.now();
    for (const [name, at] of this.#dial_at) {
      if (at > now) continue;
      this.#dial_at.delete(name);
      const secret = this.secrets.get(this.#by_name.get(name) ?? "");
      if (secret?.["disabled"] !== "false" || this.#off.has(name) || this.#isOn(name)) continue;
      this.#open(name, secret, at);
    }
    return [...this.#sessions.values()];
  }

  #open(name: string, secret: Record<string, string>, at: number): void {
    // The lowest free id is used again, so that an id seen earlier may now be another session's.
    this.#free_slots.sort((a, b) => a - b);
    const slot = this.#free_slots.shift() ?? this.#next_slot++;
    this.#sessions_given += 1;
    const mac = createHash("sha256").update(name).digest("hex").slice(0, 10).toUpperCase();
    const place = this.#freeInterface(name);
    this.#sessions.set(place, {
      ros_id: `*8000${slot.toString(16).toUpperCase().padStart(4, "0")}`,
      name,
      interface: place,
      profile: secret["profile"] ?? "default",
      address: secret["remote-address"] || `10.64.${(slot >> 8) & 255}.${slot & 255}`,
      caller_id:
        secret["caller-id"] ||
        `${place.endsWith(`-${name}>`) ? "02" : "06"}:${(mac.match(/../g) ?? []).join(":")}`,
      session_id: `0x81${this.#sessions_given.toString(16).padStart(6, "0")}`,
      started_at: at,
    });
  }

  kick(ros_id: string): void {
    const session = this.sessions().find((other) => other.ros_id === ros_id);
    if (!session) throw new Trap("no such item", 0);
    this.#end(session);
    this.#dialLater(session.name);
  }

  #isOn(name: string): boolean {
    return [...this.#sessions.values()].some((session) => session.name === name);
  }

  #freeInterface(name: string): string {
    let found = `<pppoe-${name}>`;
    for (let number = 1; this.#sessions.has(found); number += 1) found = `<pppoe-${name}-${number}>`;
    return found;
  }

  #drop(name: string): void {
    for (const session of [...this.#sessions.values()]) if (session.name === name) this.#end(session);
  }

  #end(session: Session): void {
    this.#sessions.delete(session.interface);
    this.#free_slots.push(Number.parseInt(session.ros_id.slice(5), 16));
  }

  /** All sessions end, the uptime restarts, customers dial in again. */
  reboot(): void {
    for (const session of [...this.#sessions.values()]) {
      this.#end(session);
      this.#dialLater(session.name);
    }
    this.started_at = this.options.now();
  }

  /** Byte counters of a session: a steady load with a slow swell, never falling, within the profile's limit. */
  counters(session: Session): { rx_bytes: number; tx_bytes: number } {
    const seconds = Math.max(0, (this.options.now() - session.started_at) / 1000);
    const limit = this.profile(session.profile)?.["rate-limit"] ?? "";
    const swell = 2 * Math.PI * (1 / (40 + 80 * fraction(session.interface, "period")));
    // The integral of base × (1 + ½ sin wt), which is never negative.
    const integral = seconds + (0.5 / swell) * (1 - Math.cos(swell * seconds));
    const bytes = (direction: 0 | 1, share: number): number =>
      Math.floor(
        (limitOf(limit, direction) / 8) *
          share *
          (0.2 + 0.8 * fraction(session.interface, "load")) *
          integral,
      );
    return { rx_bytes: bytes(0, 0.06), tx_bytes: bytes(1, 0.22) };
  }
}
