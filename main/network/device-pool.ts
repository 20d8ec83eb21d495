// The devices of one kind that the server has handed to this agent, as far as all kinds are alike.
import type { WatchedStatus } from "../agent-settings.ts";

/** A device as far as its kind does not matter. */
interface Pooled<Access> {
  access: Access;
  status: WatchedStatus["status"];
  readonly last_error: { message: string; code: string } | null;
  standby: boolean;
  /** Monotonic time of the next look. */
  next_look_ms: number;
  /** The server's latest word on how to reach it. */
  update(access: Access): void;
  close(): Promise<void>;
}

export class DevicePool<Access extends { id: string; name: string }, Device extends Pooled<Access>> {
  readonly #devices = new Map<string, Device>();
  /** Devices that are this agent's no longer, until their last work has ended. */
  readonly #closing = new Set<Promise<void>>();

  get(id: string): Device | undefined {
    return this.#devices.get(id);
  }

  all(): Iterable<Device> {
    return this.#devices.values();
  }

  online(): Device[] {
    return [...this.#devices.values()].filter((device) => device.status === "ONLINE");
  }

  status(): WatchedStatus[] {
    return [...this.#devices.values()].map((device) => ({
      id: device.access.id,
      name: device.access.name,
      status: device.status,
      last_error: device.last_error?.message ?? null,
      error_code: device.last_error?.code ?? null,
    }));
  }

  /** Takes over the server's list: closes devices that are gone, makes new ones, leaves those that others watch. */
  take(
    accesses: readonly Access[],
    watched_elsewhere: readonly string[],
    make: (access: Access) => Device,
  ): void {
    const ids = new Set(accesses.map((access) => access.id));
    for (const [id, device] of this.#devices) {
      if (ids.has(id)) continue;
      this.#devices.delete(id);
      const closing: Promise<void> = device.close().finally(() => this.#closing.delete(closing));
      this.#closing.add(closing);
    }
    for (const access of accesses) {
      const device = this.#devices.get(access.id) ?? make(access);
      this.#devices.set(access.id, device);
      device.update(access);
      this.standBy(device, watched_elsewhere.includes(access.id));
    }
  }

  /** Leaves a device to the agent that watches it, or takes it up again. */
  standBy(device: Device, standby: boolean): void {
    if (standby === device.standby) return;
    device.standby = standby;
    device.status = "UNKNOWN";
    device.next_look_ms = 0;
  }

  async close(): Promise<void> {
    await Promise.all([...[...this.#devices.values()].map((device) => device.close()), ...this.#closing]);
  }
}
