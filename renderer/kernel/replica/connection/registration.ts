// Making this machine known to the server: its code and counters, the outbox's key, and how wrong its clock is.
import type { Client } from "../../connection/client.ts";
import { LocalFailure } from "../../connection/local-failure.ts";
import type { Profile } from "../disk/profile.ts";
import type { ReplicaParts } from "../replica-parts.ts";

interface RegistrationOptions {
  parts: ReplicaParts;
  client: Client;
  /** How this machine is called in the tenant's list of devices. */
  device_name: string;
  /** The device that this account had here before, although what is kept of it does not open any more. */
  device_id: string | null;
  /** The server knows this machine under this id. */
  onDevice: (device_id: string) => void;
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
    const { parts, client, device_name, onDevice, onClock } = this.#options;
    const { profile, keys, store, outbox, attachments, token } = parts;
    if (parts.device && token === this.#token) return parts.device;
    const known = parts.device ?? (await profile.get("device"));
    const hint = this.#options.device_id;
    const begun = Date.now();
    const made = await client.register(device_name, known ?? (hint ? { device_id: hint } : null));
    const { device_id, device_code, hand_in_key, last_receipt, last_seq, now } = made;
    onClock((begun + Date.now()) / 2 - Date.parse(now));
    const newKey = await keys.add(device_id, hand_in_key);
    // This disk may be an older copy of itself: no number is given out that the server has seen.
    await store.raise(`receipt:${device_code}`, last_receipt);
    await store.raise("device_seq", last_seq);
    const device = { device_id, device_code };
    await profile.set("device", device);
    parts.device = device;
    this.#token = token;
    if (newKey && outbox.state.getSnapshot().sealed > 0) await outbox.reload();
    if (newKey) await attachments.reload();
    onDevice(device_id);
    parts.tabs.post({ type: "token" });
    return device;
  }
}
