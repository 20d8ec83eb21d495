// What an operation works with: its transaction, who acts, and the few things every write does.

import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { Failure, invalid, type Problem } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { formatMoney, keptDigits, type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import type { PermissionModule } from "../../../shared/kernel/permission.ts";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import type { REVIEW_KINDS } from "../../../shared/kernel/sync/review-kinds.ts";
import type { Fragment, Row, Tx } from "../db/db.ts";
import { type DeferredWrite, sendDeferred } from "../db/deferred-writes.ts";
import { atCommit } from "../db/one-transaction.ts";
import type { Services } from "../services.ts";
import { isPermitted, type Principal, type Tenant } from "./principal.ts";

/** How the operation was called, beside its input. */
export interface Call {
  principal: Principal;
  /** When the thing happened; the desktop's time for a command, else now. */
  occurred_at: Date;
  received_at: Date;
  request_id: string | null;
  address: string | null;
  device: { id: string; device_code: string } | null;
  /** The version that the caller saw (If-Match), null where it named none. */
  if_match: number | null;
  /** The command's id, where a desktop sent it. */
  command: string | null;
  /** Who handed the command in, where it was not its author. */
  handed_in_by?: string;
  /** The body's bytes with the X-Signature header, where a signature may have to be checked. */
  signed?: { raw_body: Buffer; signature: string | null } | null;
}

/** What is done, and on what: an operation, or an act of the server ("customer.expire"). */
export interface Act {
  /** e.g. "recharge.create". */
  readonly name: string;
  /** The declared resource; its name where none is served. The audit log's module follows from it. */
  readonly on: { readonly name: string; readonly module: PermissionModule };
}

/** What an act changed. */
export interface Change {
  /** The record's id; null: the act is on no single record. */
  id: string | null;
  before?: Row | null;
  after?: Row | null;
  /** Why. */
  note?: string | null | undefined;
}

/** An entry of the audit log. */
export interface AuditEntry extends Change {
  act: Act;
}

/** What a person is to look at (sync/review.ts). */
export interface ReviewItem {
  /** Where a client gave one. */
  id?: string | undefined;
  kind: (typeof REVIEW_KINDS)[number];
  detail: string;
  problem?: Problem;
  payload?: Row;
  /** Decimal text. */
  amount?: string;
  customer?: string | null;
  payment_transaction?: string;
}

export class OperationContext {
  readonly tx: Tx;
  readonly tenant: Tenant;
  readonly call: Call;
  readonly services: Services;
  readonly audits: AuditEntry[] = [];
  readonly changed = new Set<string>();
  /** Collections of which records went to another owner with the one that was changed (resource/own-records.ts). */
  readonly moved = new Set<string>();
  readonly after_commit: (() => void)[] = [];
  readonly reviews: ReviewItem[] = [];
  /**
   * What it read belongs to several records, as the balance from which a reseller pays for all their customers: a call behind
   * it in the same transaction reads only when this one has written.
   */
  sharesWhatItRead = false;
  /** Writes that are sent with the audit: see `atEnd`. */
  #last: DeferredWrite[] = [];

  constructor(tx: Tx, tenant: Tenant, call: Call, services: Services) {
    this.tx = tx;
    this.tenant = tenant;
    this.call = call;
    this.services = services;
  }

  get actor(): Principal {
    return this.call.principal;
  }

  /** The tenant's calendar day on which the thing happened. */
  get today(): Day {
    return dayOf(this.call.occurred_at, this.tenant.settings.timezone);
  }

  can(permission: PermissionCode): boolean {
    return isPermitted(this.actor, permission);
  }

  /**
   * For what needs a right beside the operation's own.
   * @throws Failure PERMISSION_DENIED; `more` says of what.
   */
  require(permission: PermissionCode, more: Record<string, unknown> = {}): void {
    if (this.can(permission)) return;
    throw new Failure("PERMISSION_DENIED", `This needs the permission ${permission}`, {
      extra: { permission, ...more },
    });
  }

  /**
   * An amount from the input as minor units.
   * @param currency of the amount; the tenant's unless given.
   * @throws Failure VALIDATION naming the field, when it has more digits than the currency.
   */
  minor(text: string, field = "amount", currency = this.tenant.settings.currency): Minor {
    const digits = keptDigits(currency);
    try {
      return parseMoney(text, digits);
    } catch {
      throw invalid(field, `${currency} has ${digits} decimal digits`, "TOO_MANY_DIGITS");
    }
  }

  /** Minor units as the decimal text that SQL and the wire take. */
  money(amount: Minor): string {
    return formatMoney(amount, this.tenant.digits);
  }

  /** @throws Failure STALE_VERSION when the caller saw another version of the record (If-Match). */
  refuseStale({ version }: { version: number }): void {
    if (this.call.if_match !== null && this.call.if_match !== version) throw new Failure("STALE_VERSION");
  }

  /** Notes a write for the audit log; written with the commit. */
  audit(act: Act, change: Change): void {
    this.audits.push({ act, ...change });
  }

  /** Notes something for the review list; written with the commit, once however often it is noted. */
  review(item: ReviewItem): void {
    const isNoted = this.reviews.some(({ kind, detail }) => kind === item.kind && detail === item.detail);
    if (!isNoted) this.reviews.push(item);
  }

  /** Names collections whose records this transaction changed, so that readers are woken after the commit. */
  markChanged(...collections: string[]): void {
    for (const collection of collections) this.changed.add(collection);
  }

  /** Notes a write of one record for the audit log and for those who read its collection. */
  noteChange(act: Act & { readonly on: { readonly collection: string } }, change: Change): void {
    this.markChanged(act.on.collection);
    this.audit(act, change);
  }

  /**
   * Leaves writes that nothing is read from any more to the end, where they travel with the audit, the answer's key and
   * COMMIT. They keep their order.
   */
  atEnd(...planned: DeferredWrite[]): void {
    this.#last.push(...planned);
  }

  /** Whether something was left to the end; what refers to its rows has to be left, too. */
  get isEnding(): boolean {
    return this.#last.length > 0;
  }

  /** Sends what was left to the end now, for what has to be read or written behind it. */
  async flush(): Promise<void> {
    await sendDeferred(this.#last.splice(0));
  }

  /** Ends the work: what is left, then these, then COMMIT. */
  end(...planned: DeferredWrite[]): void {
    atCommit(this.tx, ...this.#last.splice(0), ...planned);
  }

  newId(): string {
    return newId();
  }

  /**
   * Locks and reads one record of this tenant.
   * @throws Failure NOT_FOUND.
   */
  async lockRecord<T extends Row>(table: string, id: string, columns?: Fragment): Promise<T> {
    const wanted = columns ?? this.tx`*`;
    const [row] = await this.tx<T[]>`
      select ${wanted} from ${this.tx(table)}
      where tenant_id = ${this.tenant.id} and id = ${id} for no key update`;
    if (!row) throw new Failure("NOT_FOUND");
    return row;
  }
}
