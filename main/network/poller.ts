// Looks at the devices of one kind, each when it is due, a bounded number at the same time.
import { Loop } from "./loop.ts";

/** A device as far as it is looked at. */
interface Watched {
  /** Monotonic time of the next look. */
  next_look_ms: number;
  looking: boolean;
  /** Left alone: another agent watches it. */
  standby: boolean;
}

export interface PollerOptions<Device extends Watched> {
  devices: () => Iterable<Device>;
  /** One look, which sets `next_look_ms`; must not throw. */
  look: (device: Device) => Promise<void>;
  /** Longest pause until the devices are gone through again. */
  pause_ms: () => number;
  /** Devices looked at side by side. */
  at_once: number;
  clock: () => number;
  stopping: AbortSignal;
}

export class Poller<Device extends Watched> {
  readonly #options: PollerOptions<Device>;
  readonly #running = new Set<Promise<void>>();
  readonly #loop = new Loop(() => this.#goThrough());

  constructor(options: PollerOptions<Device>) {
    this.#options = options;
  }

  /** Goes through the devices now. */
  kick(): void {
    this.#loop.kick();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Resolves when the looks under way have ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.#running]);
  }

  /** Starts a look at every device that is due, as far as the limit allows; answers the pause until the next is. */
  async #goThrough(): Promise<number> {
    const { devices, clock, pause_ms, at_once } = this.#options;
    const now = clock();
    let next = now + pause_ms();
    for (const device of devices()) {
      if (device.looking || device.standby) continue;
      if (device.next_look_ms > now) {
        next = Math.min(next, device.next_look_ms);
        continue;
      }
      if (this.#running.size >= at_once) {
        next = now + 50;
        break;
      }
      this.#begin(device);
    }
    return Math.max(10, next - now);
  }

  #begin(device: Device): void {
    const { look, stopping } = this.#options;
    device.looking = true;
    const running: Promise<void> = look(device).finally(() => {
      device.looking = false;
      this.#running.delete(running);
      if (!stopping.aborted) this.kick();
    });
    this.#running.add(running);
  }
}
