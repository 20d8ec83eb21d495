// Faults that a simulated OLT can be told to have.
import { ActiveFaults } from "../faults.ts";

/** `oid`: only for requests about this OID or below; absent: any. `times`: how often. */
interface Scope {
  oid?: string;
  times?: number;
}

export type OltFault = Scope &
  /** This share of the requests is lost on the way (0 to 1); the same ones at each run. */
  (
    | { kind: "loss"; share: number }
    | { kind: "silent" }
    | { kind: "delay"; ms: number }
    /** Each answer comes twice. */
    | { kind: "duplicate" }
    /** The answer's bytes: cut short, noise, a length beyond its end, an unknown version, or an empty datagram. */
    | { kind: "malformed"; how: "cut" | "noise" | "length" | "version" | "empty" }
    /** GETBULK of more rows than `over` (default 0: any) is never answered. */
    | { kind: "stall_bulk"; over?: number }
    /** GETNEXT and GETBULK answer with the OID that was asked about. */
    | { kind: "repeat" }
    /** OIDs that go back to the table's start instead of leaving it. */
    | { kind: "loop" }
    /** Rows that never end: behind each OID there is one more. */
    | { kind: "endless" }
    /** Numbers come as texts and texts as numbers. */
    | { kind: "wrong_type" }
    /** A text of this many bytes in place of each value. */
    | { kind: "huge"; bytes: number }
    /** Answers that belong to another request. */
    | { kind: "wrong_id" }
    /** The request is refused with this error code (5: general error). */
    | { kind: "error"; code: number }
  );

export class OltFaults extends ActiveFaults<OltFault> {
  #asked = 0;

  /** Faults that strike a request about this OID; each counts as used. */
  take(oid: string): OltFault[] {
    if (this.list().length === 0) return [];
    this.#asked += 1;
    return this.struck((fault) => this.#strikes(fault, oid));
  }

  #strikes(fault: OltFault, oid: string): boolean {
    if (fault.oid !== undefined && oid !== fault.oid && !oid.startsWith(`${fault.oid}.`)) return false;
    // A golden-ratio sequence: spread evenly, and the same at each run.
    return fault.kind !== "loss" || (this.#asked * 0.618_034) % 1 < fault.share;
  }
}
