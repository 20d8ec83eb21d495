// The long-lived parts that operations and routes use, made once at start.

import type { ChangeNotices } from "./db/change-notices.ts";
import type { DatabaseIdentity } from "./db/database-identity.ts";
import type { Database } from "./db/db.ts";
import type { Standby } from "./db/standby.ts";
import type { ClockWatch } from "./jobs/clock-watch.ts";
import type { Relay } from "./mail/relay.ts";
import type { Tenant } from "./operation/principal.ts";
import type { OutgoingGuard } from "./outgoing/guard.ts";
import type { PdfWorkers } from "./pdf/pdf-workers.ts";
import type { SecretBox } from "./secrets/secret-box.ts";

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** How much, how often, how long: from the configuration. */
export interface Limits {
  /** Hours after which an unused token ends. */
  token_idle_hours: number;
  /** Days after which any token ends. */
  token_days: number;
  /** Tries to sign in a minute, per address and username. */
  logins_per_minute: number;
  /** Public look-ups a minute and address. */
  lookups_per_minute: number;
  /** Everything else, a minute and token. */
  requests_per_minute: number;
  /** Event streams that one token may have open at once. */
  streams_per_token: number;
  /** The same for one address, behind which a whole office may sit. */
  streams_per_address: number;
  /** In which a request has to have come in whole. */
  request_seconds: number;
}

/** What the installation stands on. */
export interface Installation {
  /** Its files: an absolute path. */
  data_dir: string;
  /** The database, as its owner reaches it: for backups, which no role of a request may restore. */
  database_url: string;
  /** How many scheduled backups are kept: of the last days and of the last weeks. */
  backups: { daily: number; weekly: number };
}

/** What an operation needs of the background: asking for a job to run soon (jobs.ts). */
export interface JobQueue {
  wake(name: string, data?: Record<string, unknown>): void;
}

/** scrypt's N is 2^15 (r = 8, p = 1): about 50 ms and 32 MB a try on a small server (OWASP's password storage advice). */
export const PASSWORD_COST = 15;

export interface Services {
  /** What the hash of a password costs, as a power of 2; less than PASSWORD_COST only in tests. */
  password_cost: number;
  db: Database;
  /** A copy of the database for reports (`readReport`); null: there is none. */
  replica: Standby | null;
  notices: ChangeNotices;
  jobs: JobQueue;
  clock: ClockWatch;
  pdfs: PdfWorkers;
  secrets: SecretBox;
  log: Log;
  /** Hears of an operation that changed collections which its declaration does not name: desktops would not know. */
  onUndeclared(operation: string, collections: readonly string[]): void;
  limits: Limits;
  /** Where the server may connect to at a company's word. */
  outgoing: OutgoingGuard;
  /** Routers on this very machine, which agents reach: a demo, a trial, a test. Only where the server itself is reached by loopback alone. */
  loopback_routers: boolean;
  incarnation: DatabaseIdentity;
  installation: Installation;
  /** "address:port" of the DNS resolver to ask; null: the machine's own. */
  dns_server: string | null;
  /** What links and callback addresses begin with where a company has no domain; null: what the caller used. */
  public_url: string | null;
  /** How long a webhook waits after each failed attempt, in seconds. */
  webhook_retries: readonly number[];
  /** The mail server of companies that have named none of their own; null: there is none. */
  smtp: Relay | null;
  /** Stands in for the tenant where the platform's own resources are worked on. */
  platform: Tenant;
  /** How often an open stream looks whether its holder may still read it, in milliseconds. */
  recheck_ms: number;
  /** How long a push waits for the commands that its device sent before it and that are not here yet, in milliseconds. */
  gap_wait_ms: number;
  /** For how long a push may go on in one transaction, and hold what its commands lock, in milliseconds. */
  push_hold_ms: number;
}
