// Faults that simulated devices can be told to have: what is in force, and the router's own ones.

/** A fault strikes `times` times; absent: until it is taken away. */
interface Bounded {
  times?: number;
}

/** The faults in force, oldest first. */
export class ActiveFaults<Fault extends Bounded> {
  #active: { fault: Fault; left: number }[] = [];

  /** Puts a fault in force and returns what takes it away. */
  add(fault: Fault): () => void {
    const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
    this.#active.push(entry);
    return () => {
      this.#active = this.#active.filter((other) => other !== entry);
    };
  }

  clear(): void {
    this.#active = [];
  }

  list(): Fault[] {
    return this.#active.map((entry) => entry.fault);
  }

  /** The faults that strike now; each counts as used. */
  protected struck(strikes: (fault: Fault) => boolean): Fault[] {
    const struck = this.#active.filter((entry) => strikes(entry.fault));
    for (const entry of struck) entry.left -= 1;
    this.#active = this.#active.filter((entry) => entry.left > 0);
    return struck.map((entry) => entry.fault);
  }
}

/** `command`: only for commands with this word (`/ppp/secret/print`; `/login` too); absent: any. `times`: how often. */
interface Scope {
  command?: string;
  times?: number;
}

export type Fault = Scope &
  (
    | { kind: "silent" }
    /** The reply ends after `after_bytes`: FIN (cut) or RST (reset). */
    | { kind: "cut"; after_bytes?: number }
    | { kind: "reset"; after_bytes?: number }
    | { kind: "fatal"; message?: string }
    /** The command is carried out after this time; longer than the client waits makes a late reply. */
    | { kind: "delay"; ms: number }
    /** The command is carried out once the promise resolves: a test of what happens in between needs no clock. */
    | { kind: "held"; until: Promise<unknown> }
    /** The command is carried out at once, its reply comes late. */
    | { kind: "late"; ms: number }
    /** One cut at byte `at` of the reply, or a segment for every `every` bytes. */
    | { kind: "split"; at?: number; every?: number }
    | { kind: "trap"; message: string; category?: number; without_done?: boolean }
    | { kind: "unknown_reply"; word?: string }
    /** An add whose `!done` lacks `=ret=`, as some versions answer. */
    | { kind: "no_ret" }
    /** Every row of a print withheld, as a router did that lost its configuration. */
    | { kind: "no_rows" }
  );

export class Faults extends ActiveFaults<Fault> {
  /** Faults that strike this command; each counts as used. */
  take(command: string): Fault[] {
    return this.struck((fault) => (fault.command ?? command) === command);
  }
}
