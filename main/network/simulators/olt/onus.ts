// The ONUs behind a simulated OLT, which live: their power drifts, fibres break, the power fails, they restart.

export type OnuState = "ONLINE" | "LOS" | "DYING_GASP" | "OFFLINE" | "AUTH_FAILED" | "DISABLED";
export type OnuCause = "FIBRE" | "POWER" | "REBOOT" | "DEACTIVATED";

export interface OnuSeed {
  /** Which PON port, from 0. */
  port: number;
  /** The ONU's number on its port, as the vendor counts. */
  index: number;
  /** In the normal form: `HWTC1234ABCD`, or a MAC with colons for EPON. */
  serial: string;
  description?: string;
  model?: string;
  state?: OnuState;
  /** dBm; what the ONU receives, sends, and the OLT receives of it. */
  rx?: number;
  tx?: number;
  olt_rx?: number;
  distance_m?: number;
  temperature_c?: number;
}

/** An ONU as it is at this moment. Powers are null while it is not on-line. */
export interface OnuNow {
  port: number;
  index: number;
  serial: string;
  description: string;
  model: string;
  state: OnuState;
  rx: number | null;
  tx: number | null;
  olt_rx: number | null;
  distance_m: number;
  temperature_c: number | null;
  last_up_at: Date;
  last_down_at: Date | null;
  last_cause: OnuCause | null;
  reboots: number;
}

interface Onu extends Required<OnuSeed> {
  /** When it is back (after a restart), in ms; null: it does not come back. */
  back_at: number | null;
  last_up_at: number;
  last_down_at: number | null;
  last_cause: OnuCause | null;
  reboots: number;
  phase: number;
}

const CAUSE_OF: Partial<Record<OnuState, OnuCause>> = {
  LOS: "FIBRE",
  DYING_GASP: "POWER",
  DISABLED: "DEACTIVATED",
};
const HOUR = 3_600_000;

export interface OnuOptions {
  now: () => number;
  /** How far power wanders to either side, in dB, within the hour. */
  drift_db: number;
  /** How long a restart takes. */
  restart_ms: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

export class Onus {
  readonly #all = new Map<string, Onu>();
  readonly #options: OnuOptions;

  constructor(seeds: readonly OnuSeed[], options: OnuOptions) {
    this.#options = options;
    for (const seed of seeds) this.add(seed);
  }

  add(seed: OnuSeed): void {
    if (this.#all.has(seed.serial)) throw new Error(`there is an ONU ${seed.serial} already`);
    const now = this.#options.now();
    const state = seed.state ?? "ONLINE";
    this.#all.set(seed.serial, {
      description: "",
      model: "",
      rx: -21,
      tx: 2.3,
      olt_rx: -23,
      distance_m: 1200,
      temperature_c: 42,
      ...seed,
      state,
      back_at: null,
      last_up_at: now - 26 * HOUR,
      last_down_at: state === "ONLINE" ? null : now - 2 * HOUR,
      last_cause: CAUSE_OF[state] ?? null,
      reboots: 0,
      phase: (this.#all.size * 0.618) % 1,
    });
  }

  remove(serial: string): void {
    this.#all.delete(serial);
  }

  serials(): string[] {
    return [...this.#all.keys()];
  }

  list(): OnuNow[] {
    return [...this.#all.keys()].map((serial) => this.at(serial));
  }

  /** @throws Error when there is no such ONU. */
  at(serial: string): OnuNow {
    const onu = this.#find(serial);
    const now = this.#options.now();
    if (onu.back_at !== null && now >= onu.back_at) {
      onu.state = "ONLINE";
      onu.last_up_at = onu.back_at;
      onu.back_at = null;
    }
    const on = onu.state === "ONLINE";
    const drift = this.#options.drift_db * Math.sin(2 * Math.PI * (now / HOUR + onu.phase));
    return {
      port: onu.port,
      index: onu.index,
      serial,
      description: onu.description,
      model: onu.model,
      state: onu.state,
      rx: on ? round(onu.rx + drift) : null,
      tx: on ? onu.tx : null,
      olt_rx: on ? round(onu.olt_rx + drift / 2) : null,
      distance_m: onu.distance_m,
      temperature_c: on ? onu.temperature_c : null,
      last_up_at: new Date(onu.last_up_at),
      last_down_at: onu.last_down_at === null ? null : new Date(onu.last_down_at),
      last_cause: onu.last_cause,
      reboots: onu.reboots,
    };
  }

  /** Changes one ONU: its state (with the cause that goes with it) or its power. */
  change(
    serial: string,
    { state, ...values }: Partial<Pick<OnuSeed, "state" | "rx" | "tx" | "olt_rx" | "description">>,
  ): void {
    const onu = this.#find(serial);
    Object.assign(onu, values);
    if (state) this.#to(onu, state, CAUSE_OF[state] ?? null);
  }

  /** Every ONU of a port that is on-line goes: the fibre cut, or the power of a street gone. */
  cutPort(port: number, state: "LOS" | "DYING_GASP"): void {
    for (const serial of this.serials())
      if (this.at(serial).port === port && this.at(serial).state === "ONLINE") this.change(serial, { state });
  }

  /** What `cutPort` took comes back. */
  mendPort(port: number): void {
    for (const onu of this.#all.values())
      if (onu.port === port && (onu.state === "LOS" || onu.state === "DYING_GASP"))
        this.#to(onu, "ONLINE", onu.last_cause);
  }

  /** As the OLT's reset does: the ONU goes and comes back; one that is off stays off. */
  reboot(serial: string): void {
    const onu = this.#find(serial);
    onu.reboots += 1;
    if (this.at(serial).state !== "ONLINE") return;
    this.#to(onu, "OFFLINE", "REBOOT");
    onu.back_at = this.#options.now() + this.#options.restart_ms;
  }

  #find(serial: string): Onu {
    const onu = this.#all.get(serial);
    if (!onu) throw new Error(`there is no ONU ${serial}`);
    return onu;
  }

  #to(onu: Onu, state: OnuState, cause: OnuCause | null): void {
    const now = this.#options.now();
    if (state === "ONLINE") onu.last_up_at = now;
    else {
      if (onu.state === "ONLINE") onu.last_down_at = now;
      onu.last_cause = cause;
    }
    onu.state = state;
    onu.back_at = null;
  }
}

/** A street's worth of ONUs, the same at each run: `per_port` on each of `ports`, most well, some weak, a few down. */
export function makeOnus(options: {
  ports: number;
  per_port: number;
  media: "GPON" | "EPON";
  first: 0 | 1;
  prefix?: string;
}): OnuSeed[] {
  const { ports, per_port, media, first, prefix = "HWTC" } = options;
  return Array.from({ length: ports * per_port }, (_, number) => {
    const hex = (0x1a000000 + number * 7919).toString(16).toUpperCase().padStart(8, "0");
    const weak = number % 17 === 5;
    const rx = weak ? -27.6 - (number % 5) * 0.3 : -17 - ((number * 37) % 80) / 10;
    return {
      port: Math.floor(number / per_port),
      index: first + (number % per_port),
      serial: media === "GPON" ? `${prefix}${hex}` : `54:A6:${hex.match(/../g)?.join(":")}`,
      description: `cust-${number + 1}`,
      model: media === "GPON" ? "EG8141A5" : "V2801S",
      rx,
      tx: 2 + (number % 9) / 10,
      olt_rx: rx - 1.7,
      distance_m: 300 + ((number * 53) % 9000),
      temperature_c: 38 + (number % 15),
      state: number % 41 === 7 ? "LOS" : number % 53 === 11 ? "DYING_GASP" : "ONLINE",
    };
  });
}
