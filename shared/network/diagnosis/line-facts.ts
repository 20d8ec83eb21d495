// What is known of one customer's line at one moment, from the account to the neighbours on the fibre.
import type { Day } from "../../kernel/day.ts";

/** Jobs that open, close or write a customer's line. */
export const LINE_JOB_KINDS = ["ENABLE_USER", "DISABLE_USER", "UPSERT_USER", "REMOVE_USER"] as const;

/** Of the customer's account: whether the line is meant to be open. */
export interface AccountFacts {
  readonly status: "ACTIVE" | "SUSPENDED" | "EXPIRED" | "TERMINATED";
  readonly suspended_for: "NONPAYMENT" | "STAFF" | "PAUSE" | null;
  /** The last day of access, grace included; null: no time limit. */
  readonly access_until: Day | null;
  /** Whether lines are closed by themselves when the access is over. */
  readonly is_closed_by_itself: boolean;
  /** What is owed, as money's text; null: not known here. */
  readonly due: string | null;
  readonly connection_type: "PPPOE" | "HOTSPOT" | "STATIC";
}

export interface RouterFacts {
  readonly name: string;
  readonly is_active: boolean;
  /** UNKNOWN: no agent that reaches it is connected. */
  readonly status: "UNKNOWN" | "ONLINE" | "OFFLINE";
  readonly last_seen_at: string | null;
  readonly last_error: string | null;
  readonly error_code: string | null;
}

/** The newest job that opens, closes or writes the customer's line. */
export interface LineJobFacts {
  readonly kind: string;
  readonly status: "QUEUED" | "LEASED" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  readonly last_error: string | null;
  readonly error_code: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface SessionFacts {
  readonly started_at: string | null;
  readonly ip_address: string | null;
  readonly observed_at: string;
}

/** What the router itself says of the login when it is asked. */
export interface LoginFacts {
  readonly asked_at: string;
  readonly is_on_router: boolean;
  readonly is_disabled: boolean;
  /** Whether anybody ever signed in with it. */
  readonly was_signed_in: boolean;
  /** Null: not known. */
  readonly last_logged_out: string | null;
  /** Attempts that the router's log says it refused; times are null where the log's can't be read. */
  readonly refused: {
    readonly first_at: string | null;
    readonly last_at: string | null;
    readonly tries: number;
    readonly reason: "WRONG_PASSWORD" | "OTHER";
  } | null;
}

export interface OnuFacts {
  readonly olt_name: string;
  readonly olt_status: "UNKNOWN" | "ONLINE" | "OFFLINE";
  readonly olt_last_error: string | null;
  readonly olt_error_code: string | null;
  readonly pon_port: string;
  readonly serial_number: string | null;
  readonly status: "ONLINE" | "OFFLINE" | "LOS" | "DYING_GASP" | "UNKNOWN";
  readonly signal: "TOO_STRONG" | "GOOD" | "WEAK" | "CRITICAL" | "NONE";
  readonly rx_power_dbm: number | null;
  /** Since when the signal is in that band; null: not known. */
  readonly signal_since: string | null;
  readonly last_down_cause: "POWER" | "FIBRE" | "DEACTIVATED" | "REBOOT" | "UNKNOWN" | null;
  readonly last_down_at: string | null;
  readonly last_up_at: string | null;
  readonly last_polled_at: string | null;
}

type OltSeen = {
  name: string;
  status: OnuFacts["olt_status"];
  last_error: string | null;
  error_code: string | null;
  last_polled_at: string | null;
};

/** An ONU beside what is known of its OLT. */
export function onuFacts(
  onu: Omit<OnuFacts, `olt_${string}` | "last_polled_at">,
  { name, status, last_error, error_code, last_polled_at }: OltSeen,
): OnuFacts {
  const olt = { olt_name: name, olt_status: status, olt_last_error: last_error, olt_error_code: error_code };
  return { ...onu, ...olt, last_polled_at };
}

/** All ONUs of the customer's port, the customer's own among them. */
export interface PortFacts {
  readonly onus: number;
  readonly down: number;
}

/** The open incident that the customer's ONU is part of. */
export interface IncidentFacts {
  /** Null: the whole OLT. */
  readonly pon_port: string | null;
  readonly olt_name: string;
  readonly kind: string;
  readonly started_at: string;
  readonly onus: number;
}

/**
 * Null says that there is none. What is absent is not known: this role may not see it, it has not arrived, or nobody
 * has asked for it. Times are RFC 3339.
 */
export interface LineFacts {
  /** The moment that the facts are of. */
  readonly now: string;
  /** The tenant's day then. */
  readonly today: Day;
  readonly account: AccountFacts;
  readonly router?: RouterFacts | null;
  readonly job?: LineJobFacts | null;
  readonly session?: SessionFacts | null;
  readonly login?: LoginFacts | null;
  readonly onu?: OnuFacts | null;
  readonly port?: PortFacts | null;
  readonly incident?: IncidentFacts | null;
}
