// Sends what is due, in every server process: woken by commits, beside that each second. An endpoint is one process's at a time
// (a lock that goes with the process), so a delivery is under way once, at its own pace, and a dead endpoint holds up no other.
import { TEST_TYPE } from "../../shared/integrations/index.ts";
import { loadTenant } from "../identity/index.ts";
import type { Services } from "../kernel/services.ts";
import { attemptDelivery, type Target } from "./attempt.ts";
import { ensureBodies } from "./bodies.ts";
import { type Due, readBodies, readDue, readReceiver } from "./deliveries.ts";
import { secretsOf } from "./signing.ts";

const PURPOSE = "webhooks";
/** Deliveries at once to an endpoint; to one that asked for less, one. */
const AT_ONCE = 4;
/** Read at a time. What changes of an endpoint counts for the next ones. */
const BATCH = 32;
const LOOK_MS = 1_000;
/** While no company has an endpoint. */
const IDLE_LOOKS = 30;
/** For so long a stop waits for answers. */
const GRACE_MS = 2_000;

/** What was read to be sent. */
interface Lot {
  target: Target;
  waiting: Due[];
  /** Deliveries at once. */
  room: number;
  read_at: number;
}

/** Another address, secret or right counts from the next second on. */
const FRESH_MS = 1_000;
const isFresh = (lot: Lot | null): lot is Lot => lot !== null && performance.now() - lot.read_at < FRESH_MS;

/** An endpoint that is being told things. */
class Turn {
  /** Whether something more may be due than what was read. */
  again = false;
  #wake: () => void = () => {};

  /** Resolves when somebody looks again. */
  woken(): Promise<void> {
    if (this.again) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  wake(): void {
    this.again = true;
    this.#wake();
  }
}

export class WebhookSender {
  readonly #services: Services;
  readonly #turns = new Map<string, Turn>();
  /** Companies with endpoints, as far as is known. */
  #companies = new Set<string>();
  /** Of whom is being looked for what is due, and whether once more. */
  readonly #looks = new Map<string, boolean>();
  readonly #working = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();
  readonly #ends: (() => void)[] = [];
  #is_closed = false;
  #idle = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    const { notices } = this.#services;
    this.#ends.push(
      notices.onCommit((collections, tenant) => {
        if (this.#companies.has(tenant) || collections.has("webhook_endpoints")) this.#lookSoon(tenant);
      }),
    );
    const timer = setInterval(() => this.#tick(), LOOK_MS);
    this.#ends.push(() => clearInterval(timer));
    this.#lookSoon("");
  }

  async stop(): Promise<void> {
    this.#is_closed = true;
    for (const end of this.#ends) end();
    for (const turn of this.#turns.values()) turn.wake();
    const late = setTimeout(() => this.#stop.abort(), GRACE_MS);
    await Promise.allSettled(this.#working);
    clearTimeout(late);
  }

  #tick(): void {
    this.#idle = this.#companies.size > 0 ? 0 : this.#idle + 1;
    if (this.#idle % IDLE_LOOKS === 0) this.#lookSoon("");
  }

  #work(work: () => Promise<void>): void {
    const working: Promise<void> = work()
      .catch((error: unknown) => this.#services.log.error({ error }, "webhooks"))
      .finally(() => this.#working.delete(working));
    this.#working.add(working);
  }

  /** @param tenant whose endpoints are looked after; "": everybody's. One look at a time, and one more for all who come meanwhile. */
  #lookSoon(tenant: string): void {
    if (this.#is_closed) return;
    if (this.#looks.has(tenant)) return void this.#looks.set(tenant, true);
    this.#looks.set(tenant, false);
    this.#work(async () => {
      try {
        await this.#look(tenant);
      } finally {
        const more = this.#looks.get(tenant);
        this.#looks.delete(tenant);
        if (more) this.#lookSoon(tenant);
      }
    });
  }

  async #look(tenant: string): Promise<void> {
    const sql = this.#services.db.platform;
    const whose = tenant ? sql`e.tenant_id = ${tenant}` : sql`true`;
    const endpoints = await sql<{ tenant_id: string; id: string; is_due: boolean }[]>`
      select /* every tenant */ e.tenant_id, e.id, exists (select from webhook_deliveries d
          where d.tenant_id = e.tenant_id and d.endpoint = e.id and d.status = 'PENDING' and d.next_at <= now()) as is_due
      from webhook_endpoints e join tenants t on t.id = e.tenant_id
      where ${whose} and e.is_active and t.is_active`;
    if (!tenant) this.#companies = new Set(endpoints.map(({ tenant_id }) => tenant_id));
    else if (endpoints.length > 0) this.#companies.add(tenant);
    for (const { tenant_id, id, is_due } of endpoints) if (is_due) this.#tell(tenant_id, id);
  }

  #tell(tenant: string, endpoint: string): void {
    const known = this.#turns.get(endpoint);
    known?.wake();
    if (known || this.#is_closed) return;
    const turn = new Turn();
    this.#turns.set(endpoint, turn);
    this.#work(async () => {
      try {
        await this.#services.db.locks.run(endpoint, PURPOSE, (held) =>
          this.#turn(turn, tenant, endpoint, held),
        );
      } finally {
        this.#turns.delete(endpoint);
        if (turn.again) this.#lookSoon(tenant);
      }
    });
  }

  /** Sends until nothing is due. */
  async #turn(turn: Turn, tenant: string, endpoint: string, held: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([held, this.#stop.signal]);
    const under_way = new Map<string, Promise<void>>();
    let lot: Lot | null = null;
    let is_broken = false;
    const begin = ({ target }: Lot, due: Due) => {
      const sending = attemptDelivery(this.#services, target, due, signal)
        .then((is_usual) => {
          // What the answer says of the endpoint counts for what comes next.
          if (!is_usual) lot = null;
        })
        .catch((error: unknown) => {
          if (!signal.aborted) this.#services.log.error({ error, delivery: due.id }, "webhook delivery");
          // It is due as before, and found by the next second's look.
          is_broken = true;
        })
        .finally(() => under_way.delete(due.id));
      under_way.set(due.id, sending);
    };
    while (!signal.aborted && !this.#is_closed && !is_broken) {
      if (!isFresh(lot) || (lot.waiting.length === 0 && under_way.size < lot.room)) {
        turn.again = false;
        lot = await this.#lot(tenant, endpoint, [...under_way.keys()]);
        if (!lot?.waiting.length && under_way.size === 0 && !turn.again) return;
      }
      while (lot && lot.waiting.length > 0 && under_way.size < lot.room)
        begin(lot, lot.waiting.shift() as Due);
      const has_room = lot !== null && lot.waiting.length === 0 && under_way.size < lot.room;
      if (under_way.size > 0)
        await Promise.race([...under_way.values(), ...(has_room ? [turn.woken()] : [])]);
    }
    await Promise.all(under_way.values());
    if (is_broken) turn.again = false;
  }

  /** What is due to an endpoint as it is now; null: nothing is sent to it. */
  async #lot(tenant: string, endpoint: string, under_way: readonly string[]): Promise<Lot | null> {
    const target = await this.#target(tenant, endpoint);
    if (!target) return null;
    const waiting = await this.#due(target, under_way);
    return { target, waiting, room: target.receiver.is_slow ? 1 : AT_ONCE, read_at: performance.now() };
  }

  async #target(tenant: string, endpoint: string): Promise<Target | null> {
    const { db, secrets: box } = this.#services;
    const receiver = await readReceiver(db.platform, tenant, endpoint);
    if (!receiver) return null;
    return { tenant, endpoint, receiver, secrets: await secretsOf(db.platform, box, tenant, endpoint) };
  }

  /** What is due, each with its body. */
  async #due({ tenant, endpoint }: Target, under_way: readonly string[]): Promise<Due[]> {
    const sql = this.#services.db.platform;
    const due = await readDue(sql, { tenant, endpoint }, { under_way, most: BATCH });
    const bare = due.filter(({ body, type }) => body === null && type !== TEST_TYPE);
    if (bare.length === 0) return due;
    const company = await loadTenant(sql, tenant);
    if (!company) return [];
    await ensureBodies(
      sql,
      company,
      bare.map(({ event: id, type }) => ({ id, type })),
    );
    const bodies = await readBodies(
      sql,
      tenant,
      bare.map(({ event }) => event),
    );
    return due.map((one) => ({ ...one, body: one.body ?? bodies.get(one.event) ?? null }));
  }
}
