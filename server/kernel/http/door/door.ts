// The door that every request passes before a byte of its body is read: how often it may come, who is asking, and whether
// they may. It goes by the route that was found, never by the address as it was spelled.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../../../shared/kernel/failure.ts";
import type { Ended, Principal } from "../../operation/principal.ts";
import { authorise } from "../../operation/run-operation.ts";
import type { Services } from "../../services.ts";
import type { KnownPaths } from "./known-paths.ts";
import { RequestCounts, type Taken } from "./request-counts.ts";
import { sharedCounts } from "./shared-counts.ts";

/** Who may take a route, and how often. Routes without it (files of the app, health) are open and uncounted. */
export interface Access {
  /** A permission code; null: any signed-in user; "public": anybody; "superuser": SaaS super administrators. */
  permission: string | null;
  /** Who gets in although their session, membership or device has ended: to hand in an outbox. */
  open_to_ended?: readonly Ended["code"][];
  /** Whether it is of the caller's own account: open to those who owe it something first. */
  is_own_account?: boolean;
  /** Requests a minute, in place of the general limit; with a `key` they are counted once the body is read. */
  limit?: { name: string; max: number; key?(request: { address: string; body: unknown }): string };
  /** An event stream, which stays open: how many there may be at once is limited, too. */
  is_stream?: boolean;
  /** What is one's own alone will not do for it. */
  is_of_all?: boolean;
  /** How many calls one request is: a batch of procedures counts each. */
  weight?(request: FastifyRequest): number;
}

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** Of a write: its commit announces changed rights (operation/rights.ts). */
    says_rights?: boolean;
  }
  interface FastifyRequest {
    /** Who is asking; null on public routes. */
    principal: Principal | null;
  }
}

export interface DoorOptions {
  services: Services;
  /** Where each method is taken. */
  paths: KnownPaths;
  /** The token that a request carries, known or not. */
  tokenOf(request: FastifyRequest): string | null;
  /** Who holds the request's token; null when it carries no valid one. */
  authenticate(request: FastifyRequest): Promise<Principal | null>;
}

/** Tokens that were valid lately, so that a flood of others from the same address doesn't lock their holders out. */
const KNOWN_MAX = 10_000;
/** After which a closed line's stream is sure to be gone. */
const STREAM_RETRY_SECONDS = 15;

class Doorkeeper {
  readonly #options: DoorOptions;
  readonly #counts: RequestCounts;
  readonly #known = new Set<string>();
  readonly #streams = new Map<string, number>();

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#counts = new RequestCounts(sharedCounts(options.services.db.platform));
  }

  #remember(token: string): void {
    this.#known.delete(token);
    this.#known.add(token);
    if (this.#known.size > KNOWN_MAX)
      for (const oldest of this.#known) return void this.#known.delete(oldest);
  }

  /** @throws Failure RATE_LIMITED. */
  async #take(reply: FastifyReply, key: string, max: number, weight = 1): Promise<void> {
    const taken = await this.#counts.take(key, max, weight);
    tellLimit(reply, max, taken);
    if (taken.ok) return;
    const extra = { retry_after: taken.seconds };
    throw new Failure("RATE_LIMITED", `Try again in ${taken.seconds} s`, { extra });
  }

  /** @throws Failure RATE_LIMITED when a token or an address has as many streams open as it may. */
  #holdStreams(request: FastifyRequest, reply: FastifyReply, principal: Principal): void {
    const { streams_per_token, streams_per_address } = this.#options.services.limits;
    const holders = [
      { key: `token ${principal.token_id}`, max: streams_per_token },
      { key: `address ${request.ip}`, max: streams_per_address },
    ];
    if (holders.some(({ key, max }) => (this.#streams.get(key) ?? 0) >= max)) {
      const extra = { retry_after: STREAM_RETRY_SECONDS };
      throw new Failure("RATE_LIMITED", "Too many event streams are open: close one first", { extra });
    }
    for (const { key } of holders) this.#streams.set(key, (this.#streams.get(key) ?? 0) + 1);
    reply.raw.once("close", () => {
      for (const { key } of holders) {
        const left = (this.#streams.get(key) ?? 1) - 1;
        if (left > 0) this.#streams.set(key, left);
        else this.#streams.delete(key);
      }
    });
  }

  /**
   * Counts the request and finds out who is asking. The bucket is the known token, else the address: a token that nobody
   * knows costs its sender's address, and once that is used up not even a look into the database.
   */
  async #identify(request: FastifyRequest, reply: FastifyReply, weight: number): Promise<Principal | null> {
    const max = this.#options.services.limits.requests_per_minute;
    const token = this.#options.tokenOf(request);
    const address = `address ${request.ip}`;
    const isKnown = token !== null && this.#known.has(token);
    await this.#take(reply, isKnown ? `token ${token}` : address, max, weight);
    if (token === null) return null;
    const principal = await this.#options.authenticate(request);
    if (!principal) this.#known.delete(token);
    else if (!isKnown) {
      this.#counts.giveBack(address, weight);
      this.#remember(token);
      await this.#take(reply, `token ${token}`, max, weight);
    }
    return principal;
  }

  /** @throws Failure METHOD_NOT_ALLOWED where the address takes others. */
  #refuseMethod({ url, method }: FastifyRequest, reply: FastifyReply): void {
    const taken = this.#options.paths.methodsOf(url);
    if (taken.length === 0 || taken.includes(method)) return;
    const allowed = taken.filter((name) => name !== "HEAD").join(", ");
    reply.header("Allow", allowed);
    throw new Failure("METHOD_NOT_ALLOWED", `This path takes ${allowed}`);
  }

  /** @throws Failure METHOD_NOT_ALLOWED, RATE_LIMITED, UNAUTHENTICATED, PERMISSION_DENIED, DEVICE_REVOKED and what authentication throws. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access } = request.routeOptions.config;
    const { requests_per_minute } = this.#options.services.limits;
    if (request.is404) {
      await this.#take(reply, `address ${request.ip}`, requests_per_minute);
      this.#refuseMethod(request, reply);
      if (request.method !== "GET" && request.method !== "HEAD")
        throw new Failure("NOT_FOUND", "There is nothing at this address");
      return;
    }
    // A page's address may be an operation's, too, which takes no GET.
    if (!access) return this.#refuseMethod(request, reply);
    const { limit, permission } = access;
    if (permission === "public") {
      if (!limit) await this.#take(reply, `address ${request.ip}`, requests_per_minute);
      else if (!limit.key) await this.#take(reply, `${limit.name} ${request.ip}`, limit.max);
      return;
    }
    const principal = await this.#identify(request, reply, access.weight?.(request) ?? 1);
    if (!principal) throw new Failure("UNAUTHENTICATED");
    // Also who is refused is known to the log.
    request.principal = principal;
    const isOpen = principal.ended && access.open_to_ended?.includes(principal.ended.code);
    authorise(isOpen ? { ...principal, ended: null } : principal, permission, access.is_of_all);
    if (access.is_stream) this.#holdStreams(request, reply, principal);
    if (principal.owes && !access.is_own_account) throw new Failure(principal.owes);
  }

  /** The limits that count by what the body says; null where there is none. */
  countBody(request: FastifyRequest, reply: FastifyReply): Promise<void> | null {
    const limit = request.routeOptions.config.access?.limit;
    if (!limit?.key) return null;
    const key = limit.key({ address: request.ip, body: request.body });
    return this.#take(reply, `${limit.name} ${key}`, limit.max);
  }
}

function tellLimit(reply: FastifyReply, max: number, { left, seconds }: Taken): void {
  reply.headers({
    "X-RateLimit-Limit": String(max),
    "X-RateLimit-Remaining": String(left),
    "X-RateLimit-Reset": String(seconds),
  });
}

/** Stands guard over every route that is registered with `config.access`. Register before the routes. */
export function guardDoor(app: FastifyInstance, options: DoorOptions): void {
  const keeper = new Doorkeeper(options);
  app.decorateRequest("principal", null);
  app.addHook("onRequest", (request, reply) => keeper.admit(request, reply));
  app.addHook("preHandler", (request, reply, done) => {
    const counted = keeper.countBody(request, reply);
    if (!counted) return done();
    counted.then(() => done(), done);
  });
}
