// Making this machine known to the server: its code and counters, its keys, and how wrong its clock is.
import type { Client } from "../../connection/client.ts";
import { failedWith, LocalFailure } from "../../connection/local-failure.ts";
import type { Profile } from "../disk/profile.ts";
import type { ReplicaParts } from "../replica-parts.ts";

/** A device that this computer was, and what shows that it is it. */
export interface KnownDevice {
  readonly device_id: string;
  readonly device_secret: string;
}

interface RegistrationOptions {
  parts: ReplicaParts;
  client: Client;
  /** How this machine is called in the tenant's list of devices. */
  device_name: string;
  /** The device that this account had here before, although what is kept of it does not open any more. */
  known: KnownDevice | null;
  /** The server knows this machine under this id. */
  onDevice: (device: KnownDevice) => void;
  onClock: (ahead_ms: number) => void;
}

/** Registers once for every token: the session belongs to the device from then on. */
export class Registration {
  readonly #options: RegistrationOptions;
  /** The token under which the server was told of this device. */
  #token: string | null = null;

  constructor(options: RegistrationOptions) {
    this.#options = options;
  }

  /** @throws LocalFailure DEVICE_NOT_REGISTERED before the first on-line sign-in. */
  device(): Profile["device"] {
    const { device } = this.#options.parts;
    if (device) return device;
    throw new LocalFailure("DEVICE_NOT_REGISTERED", "This device must have signed in on-line once.");
  }

  /** The server does not know this device (any more), or the session belongs to another one. */
  forget(): void {
    this.#token = null;
  }

  /** @throws LocalFailure DEVICE_REVOKED, MEMBERSHIP_ENDED and what a call may throw. */
  register(): Promise<Profile["device"]> {
    // Two calls at once (a sign-in and the first pull) must not make two devices.
    return this.#options.parts.tabs.exclusive("register", () => this.#register());
  }

  /** Runs `work`, which makes the session another device's, and makes it this one's again. */
  lend(work: () => Promise<void>): Promise<void> {
    return this.#options.parts.tabs.exclusive("register", async () => {
      this.forget();
      await work().finally(() => this.#register());
    });
  }

  async #register(): Promise<Profile["device"]> {
    const { parts, device_name, onDevice, onClock } = this.#options;
    const { profile, keys, store, outbox, attachments, token } = parts;
    if (parts.device && token === this.#token) return parts.device;
    const known = parts.device ?? (await profile.get("device")) ?? this.#options.known;
    const begun = Date.now();
    const made = await this.#asKnown(device_name, known);
    const { device_id, device_code, last_receipt, last_seq, now } = made;
    // Only a new device is told its secret; else it is the one that was shown.
    const device_secret = made.device_secret ?? known?.device_secret;
    if (!device_secret) throw new LocalFailure("BAD_ANSWER", "The server gave this device no secret.");
    onClock((begun + Date.now()) / 2 - Date.parse(now));
    const newKey = await keys.add({ ...made, device_secret });
    // This disk may be an older copy of itself: no number is given out that the server has seen.
    await store.raise(`receipt:${device_code}`, last_receipt);
    await store.raise("device_seq", last_seq);
    const device = { device_id, device_code, device_secret };
    await profile.set("device", device);
    parts.device = device;
    this.#token = token;
    if (newKey && outbox.state.getSnapshot().sealed > 0) await outbox.reload();
    if (newKey) await attachments.reload();
    onDevice({ device_id, device_secret });
    parts.tabs.post({ type: "token" });
    return device;
  }

  /** Registers as the device that this was, or, where the computer lost what shows that, as a new one. */
  async #asKnown(device_name: string, known: KnownDevice | null) {
    const { client } = this.#options;
    try {
      return await client.register(device_name, known);
    } catch (error) {
      const isLost = failedWith(error, "PROBLEM") && error.problem?.code === "DEVICE_SECRET_REQUIRED";
      if (!known || !isLost) throw error;
      return client.register(device_name, null);
    }
  }
}
