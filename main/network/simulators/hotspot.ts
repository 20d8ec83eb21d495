// The simulated router's hotspot: users, their profiles (which take no comment, as real ones), and who is signed in.
import { createHash } from "node:crypto";
import { checkTypes } from "./queues.ts";
import { SimulatedTable } from "./tables.ts";
import { Trap } from "./trap.ts";

const names = (table: SimulatedTable): Set<string> =>
  new Set([...table.rows.values()].map(({ name = "" }) => name));

function hotspotProfiles(types: SimulatedTable): SimulatedTable {
  return new SimulatedTable({
    path: "/ip/hotspot/user/profile",
    fields: [
      "name",
      "rate-limit",
      "shared-users",
      "session-timeout",
      "idle-timeout",
      "address-pool",
      "address-list",
      "parent-queue",
      "queue-type",
    ],
    defaults: { "rate-limit": "", "shared-users": "1" },
    own: { "*0": { name: "default" } },
    unique: ({ name = "" }) => name,
    duplicate: "failure: profile with such name already exists",
    keeps_own: "failure: can not remove default profile",
    take: (field, value) => {
      if (field === "queue-type") checkTypes(types, value, "queue-type");
      return value;
    },
  });
}

function hotspotUsers(profiles: SimulatedTable): SimulatedTable {
  return new SimulatedTable({
    path: "/ip/hotspot/user",
    fields: [
      "name",
      "password",
      "profile",
      "server",
      "address",
      "mac-address",
      "limit-uptime",
      "limit-bytes-total",
      "comment",
      "disabled",
    ],
    defaults: { server: "all", profile: "default", disabled: "false" },
    own: { "*0": { name: "default-trial", comment: "counters and limits for trial users" } },
    unique: ({ name = "", server = "" }) => `${server} ${name}`,
    duplicate: "failure: already have user with this name for this server",
    keeps_own: "failure: can not remove default-trial user",
    check: ({ name = "", profile = "" }) => {
      if (name === "") throw new Trap("failure: name can not be empty", null);
      if (!names(profiles).has(profile)) throw new Trap("input does not match any value of profile", 1);
    },
  });
}

interface Guest {
  ros_id: string;
  user: string;
  profile: string;
  since: number;
}

export class Hotspot {
  readonly profiles: SimulatedTable;
  readonly users: SimulatedTable;
  readonly #now: () => number;
  readonly #connect_delay_ms: number;
  readonly #guests = new Map<string, Guest>();
  /** Milliseconds that users' earlier sessions lasted. */
  readonly #used = new Map<string, number>();
  /** When users without a session may sign in; a disabled one is asked again once it is enabled. */
  readonly #waiting = new Map<string, number>();
  #next = 1;

  constructor(types: SimulatedTable, now: () => number, connect_delay_ms: number) {
    this.profiles = hotspotProfiles(types);
    this.users = hotspotUsers(this.profiles);
    this.#now = now;
    this.#connect_delay_ms = connect_delay_ms;
  }

  /** Who is signed in now: every enabled user after a moment, until they are sent away. */
  active(): Record<string, string>[] {
    const now = this.#now();
    for (const row of this.users.rows.values()) {
      const { name = "", profile = "", disabled } = row;
      if (disabled === "true" || name === "default-trial") {
        this.#waiting.delete(name);
        continue;
      }
      if (this.#guests.has(name)) continue;
      const at = this.#waiting.get(name) ?? now + this.#connect_delay_ms;
      this.#waiting.set(name, at);
      if (at > now) continue;
      this.#waiting.delete(name);
      this.#guests.set(name, {
        ros_id: `*A${(this.#next++).toString(16).toUpperCase()}`,
        user: name,
        profile,
        since: at,
      });
    }
    return [...this.#guests.values()].map((guest) => this.#row(guest, now));
  }

  #row({ ros_id, user, since }: Guest, now: number): Record<string, string> {
    const seconds = Math.floor((now - since) / 1000);
    const mac = createHash("sha256").update(user).digest("hex").slice(0, 10).toUpperCase();
    const slot = Number.parseInt(ros_id.slice(2), 16);
    return {
      ".id": ros_id,
      user,
      address: `10.65.${(slot >> 8) & 255}.${slot & 255}`,
      "mac-address": `06:${(mac.match(/../g) ?? []).join(":")}`,
      uptime: `${seconds}s`,
      "session-id": `${ros_id}-${since}`,
      "bytes-in": String(seconds * 12_000),
      "bytes-out": String(seconds * 90_000),
    };
  }

  /** The users with for how long each was signed in, in all. */
  printedUsers(): Record<string, string>[] {
    this.active();
    const now = this.#now();
    return [...this.users.rows.values()].map((row) => {
      const guest = this.#guests.get(row["name"] ?? "");
      const used = (this.#used.get(row["name"] ?? "") ?? 0) + (guest ? now - guest.since : 0);
      return { ...row, uptime: `${Math.ceil(used / 1000)}s` };
    });
  }

  /** The queue that the router makes for each guest whose profile has a limit. */
  queues(): Record<string, string>[] {
    return this.active().flatMap(({ user = "", address = "" }, index) => {
      const limit = this.#limitOf(user);
      if (limit === "") return [];
      const row = { ".id": `*D${index.toString(16).toUpperCase()}`, name: `<hotspot-${user}>` };
      return [{ ...row, target: `${address}/32`, "max-limit": limit, dynamic: "true", disabled: "false" }];
    });
  }

  #limitOf(user: string): string {
    const profile = this.#guests.get(user)?.profile;
    const row = [...this.profiles.rows.values()].find(({ name }) => name === profile);
    return row?.["rate-limit"]?.split(" ")[0] ?? "";
  }

  kick(ids: string): void {
    for (const id of ids.split(",")) {
      const guest = [...this.#guests.values()].find(({ ros_id }) => ros_id === id);
      if (!guest) throw new Trap("no such item", 0);
      this.#used.set(guest.user, (this.#used.get(guest.user) ?? 0) + this.#now() - guest.since);
      this.#guests.delete(guest.user);
    }
  }
}
