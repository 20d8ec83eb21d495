// A small sync server over memory, to drive the replica against: real Fastify, real tRPC, faults on demand.
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import cors from "@fastify/cors";
import serveFiles from "@fastify/static";
import { initTRPC, TRPCError } from "@trpc/server";
import { fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import Fastify, { type FastifyRequest } from "fastify";
import { newId } from "../../../shared/kernel/id.ts";
import { PROTOCOL, PROTOCOL_HEADER } from "../../../shared/kernel/sync/protocol.ts";
import {
  type CarriedPage,
  type CollectionInfo,
  type CommandOutcome,
  command as commandForm,
  pullInput,
  pullManyInput,
  pushInput,
  registerInput,
} from "../../../shared/kernel/sync/wire.ts";
import { createMemoryDevices } from "./memory-devices.ts";
import { keepVersions, pageAfter, type Version } from "./versions.ts";

export { customers } from "./people.ts";

type Doc = Record<string, unknown> & { id: string };

interface Received {
  id: string;
  kind: string;
  device_seq: number;
  payload: Record<string, unknown>;
  author?: string | null;
}

interface Person {
  id: string;
  username: string;
  password: string;
  tenant: string;
  is_member: boolean;
}

export type MemoryServer = Awaited<ReturnType<typeof startMemoryServer>>;

export interface MemoryServerOptions {
  ping_ms?: number;
  /** Folder of the built app, to be served like the server does. */
  files?: string;
}

const problem = (status: number, code: string, detail: string) => ({
  type: "about:blank",
  title: code,
  status,
  detail,
  code,
});

/** Starts on a free port, with the collections named, all empty. */
export async function startMemoryServer(collections: readonly string[], options: MemoryServerOptions = {}) {
  const data = new Map<string, Map<string, Version>>();
  const versionsOf = keepVersions();
  const infos = new Map<string, CollectionInfo>();
  const people: Person[] = [
    { id: newId(), username: "counter", password: "right-horse", tenant: "demo", is_member: true },
    { id: newId(), username: "evening", password: "evening-horse", tenant: "demo", is_member: true },
    { id: newId(), username: "other", password: "other-horse", tenant: "other", is_member: true },
  ];
  const devices = createMemoryDevices();
  /** The device that each session belongs to. */
  const bound = new Map<string, string>();
  const tokens = new Map<string, Person>();
  const outcomes = new Map<string, CommandOutcome>();
  const pushedBytes: number[] = [];
  const sentAt: string[] = [];
  const batches: number[] = [];
  const tokenOf = (request: FastifyRequest) => (request.headers.authorization ?? "").replace("Bearer ", "");
  /** Commands in the order in which they took effect; a repeat shows up in `pushed` only. */
  const applied: Received[] = [];
  const pushed: string[] = [];
  /** Files as they came, each with how many commands had taken effect before it. */
  const files: { path: string; bytes: Buffer; after: number }[] = [];
  const permissions: string[] = ["billing.recharge.create"];
  const listeners = new Set<(names: string[], pages?: CarriedPage[]) => void>();
  let seq = 0;
  const faults = {
    /** Commit the next push, then cut the connection instead of answering. */
    loseAnswers: 0,
    /** ms before every pull's answer. */
    pullDelay: 0,
    revoked: false,
    /** Tokens of people who are no longer members are refused with this; they may still push. */
    ended: false,
    /** Answers RETRY to this many pushes. */
    retries: 0,
    /** Pushes of more commands than this get no answer in time. */
    slowAbove: Number.POSITIVE_INFINITY,
    /** Takes so many files, then cuts the connection instead of answering. */
    loseFiles: 0,
    /** Refuses so many files. */
    refuseFiles: 0,
    /** Refuses every checkpoint once. */
    stale: new Set<string>(),
    protocol: PROTOCOL as number,
    /** ms that the server's clock is behind. */
    clockBehind: 0,
    lastReceipt: 0,
    /** Refuses commands of these kinds. */
    reject: new Set<string>(),
    pushes: 0,
    pulls: 0,
    pullsOfMany: 0,
  };

  for (const name of collections) {
    data.set(name, new Map());
    infos.set(name, { name, schema_version: 1, epoch: "1" });
  }

  async function page(asked: { collection: string; checkpoint: string | null; limit: number }) {
    const { collection, checkpoint: last, limit } = asked;
    if (faults.pullDelay) await new Promise((resolve) => setTimeout(resolve, faults.pullDelay));
    const rows = data.get(collection)!;
    if (!infos.has(collection)) throw fail("FORBIDDEN", problem(403, "PERMISSION_DENIED", "Not for you"));
    if (last !== null && faults.stale.delete(collection))
      throw fail("CONFLICT", problem(409, "STALE_CHECKPOINT", "From the future"));
    const { page, done } = pageAfter(versionsOf(collection), rows, Number(last ?? 0), limit);
    const checkpoint = page.length > 0 ? String(page.at(-1)!.seq) : last;
    return { collection, documents: page.map(({ doc }) => doc), checkpoint, done };
  }

  function put(name: string, docs: readonly Doc[], announce = true): void {
    const rows = data.get(name)!;
    const versions = versionsOf(name);
    for (const doc of docs) {
      const kept = { seq: ++seq, doc: { _deleted: false, ...doc } };
      rows.delete(doc.id);
      rows.set(doc.id, kept);
      versions.push(kept);
    }
    if (announce) for (const tell of listeners) tell([name]);
  }

  function apply(command: Received): CommandOutcome {
    if (faults.reject.has(command.kind)) {
      return { id: command.id, status: "REJECTED", problem: problem(422, "BUSINESS_RULE", "Not like this") };
    }
    applied.push(command);
    const { payload } = command;
    switch (command.kind) {
      case "customer.create": {
        const record = { status: "ACTIVE", ...payload, id: String(payload.id), version: 1 };
        put("customers", [record]);
        return { id: command.id, status: "APPLIED", result: record };
      }
      case "recharge.create": {
        const recharge = { id: newId(), customer: payload.customer_id, amount: payload.amount, version: 1 };
        const customer = data.get("customers")?.get(String(payload.customer_id))?.doc;
        if (!customer) {
          return { id: command.id, status: "APPLIED", result: { suspense: true, payment_transaction: {} } };
        }
        const version = Number(customer.version ?? 1) + 1;
        put("customers", [{ ...customer, version, advance_amount: payload.amount }], false);
        put("recharges", [recharge], false);
        for (const tell of listeners) tell(["customers", "recharges"]);
        return { id: command.id, status: "APPLIED", result: recharge };
      }
      default:
        return { id: command.id, status: "APPLIED", result: {} };
    }
  }

  const t = initTRPC.context<{ person: Person | null; request: FastifyRequest }>().create({
    sse: { ping: { enabled: true, intervalMs: options.ping_ms ?? 1000 } },
    errorFormatter: ({ shape, error }) => ({ ...shape, data: { ...shape.data, problem: error.cause } }),
  });
  const fail = (code: "UNAUTHORIZED" | "FORBIDDEN" | "CONFLICT", body: ReturnType<typeof problem>) =>
    new TRPCError({ code, message: body.detail, cause: Object.assign(new Error(body.detail), body) });
  const signedIn = t.procedure.use(({ ctx, next }) => {
    if (!ctx.person) throw fail("UNAUTHORIZED", problem(401, "UNAUTHENTICATED", "Sign in first"));
    return next();
  });
  const trusted = signedIn.use(({ next, ctx }) => {
    if (faults.ended && !ctx.person?.is_member)
      throw fail("UNAUTHORIZED", problem(401, "MEMBERSHIP_ENDED", "You no longer work here"));
    if (faults.revoked) throw fail("FORBIDDEN", problem(403, "DEVICE_REVOKED", "This device was revoked"));
    return next();
  });
  const router = t.router({
    sync: t.router({
      register: trusted.input(registerInput).mutation(({ input, ctx }) => {
        const known = devices.register(input, ctx.person!);
        if (known === null)
          throw fail("FORBIDDEN", problem(403, "DEVICE_SECRET_REQUIRED", "Show the device's secret"));
        bound.set(tokenOf(ctx.request), known.device_id);
        const now = new Date(Date.now() - faults.clockBehind).toISOString();
        return { ...known, last_receipt: faults.lastReceipt, last_seq: 0, now };
      }),
      collections: trusted.query(() => [...infos.values()]),
      pull: trusted.input(pullInput).query(({ input }) => {
        faults.pulls++;
        return page(input);
      }),
      pullMany: trusted.input(pullManyInput).query(async ({ input: { collections, limit } }) => {
        faults.pullsOfMany++;
        return { pages: await Promise.all(collections.map((one) => page({ ...one, limit }))) };
      }),
      changes: trusted.subscription(async function* ({ signal }) {
        const [names, pages]: [string[], CarriedPage[]] = [[], []];
        let wake = () => {};
        const listen = (changed: string[], carried: CarriedPage[] = []) => {
          names.push(...changed);
          pages.push(...carried);
          wake();
        };
        listeners.add(listen);
        signal?.addEventListener("abort", () => wake());
        try {
          while (!signal?.aborted) {
            if (names.length === 0) {
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
              continue;
            }
            yield { collections: [...new Set(names.splice(0))], pages: pages.splice(0) };
          }
        } finally {
          listeners.delete(listen);
        }
      }),
      push: signedIn.input(pushInput).mutation(async ({ input, ctx }) => {
        faults.pushes++;
        pushedBytes.push(
          Number(ctx.request.headers["x-packed-length"] ?? ctx.request.headers["content-length"]),
        );
        sentAt.push(String(input.sent_at));
        batches.push(input.commands.length);
        if (bound.get(tokenOf(ctx.request)) !== input.device_id)
          throw fail("FORBIDDEN", problem(403, "DEVICE_MISMATCH", "Another device's session"));
        if (input.commands.length > faults.slowAbove)
          await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
        if (faults.retries > 0) {
          faults.retries--;
          return { results: input.commands.map(({ id }) => ({ id, status: "RETRY" as const })) };
        }
        const results = input.commands.map((sent): CommandOutcome => {
          const readable = commandForm.safeParse(sent);
          if (!readable.success)
            return { id: sent.id, status: "REJECTED", problem: problem(400, "VALIDATION", "Unreadable") };
          const command = readable.data;
          pushed.push(command.id);
          const first = outcomes.get(command.id);
          if (first) return { ...first, status: "DUPLICATE" };
          const outcome = apply(command as unknown as Received);
          outcomes.set(command.id, outcome);
          return outcome;
        });
        if (faults.loseAnswers > 0) {
          faults.loseAnswers--;
          ctx.request.raw.socket.resetAndDestroy();
        }
        return { results };
      }),
    }),
  });

  const me = (person: Person) => ({
    user: {
      id: person.id,
      username: person.username,
      full_name: "C",
      email: "",
      is_superuser: false,
    },
    membership: {
      id: "m",
      tenant: { id: `tenant-${person.tenant}`, name: person.tenant, subdomain: person.tenant },
      role: { id: "r", name: "Counter" },
      permissions,
    },
  });
  const app = Fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
    bodyLimit: 1e7,
  });
  await app.register(cors, {
    origin: true,
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: [PROTOCOL_HEADER],
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.header(PROTOCOL_HEADER, String(faults.protocol));
  });
  app.addHook("preParsing", async (request, _reply, payload) => {
    if (request.headers["content-encoding"] !== "gzip") return payload;
    request.headers["x-packed-length"] = request.headers["content-length"];
    delete request.headers["content-length"];
    return Readable.from(payload).pipe(createGunzip());
  });
  const personOf = (request: FastifyRequest) =>
    tokens.get((request.headers.authorization ?? "").replace("Bearer ", "")) ?? null;
  await app.register(fastifyTRPCPlugin, {
    prefix: "/trpc",
    trpcOptions: {
      router,
      createContext: ({ req }: { req: FastifyRequest }) => ({ person: personOf(req), request: req }),
    },
  });
  app.post("/api/v1/auth/login/", async (request, reply) => {
    const body = request.body as Person;
    const person = people.find(
      (one) => one.username === body.username && one.password === body.password && one.tenant === body.tenant,
    );
    if (person && !person.is_member) {
      const body = problem(403, "TENANT_INACTIVE", "This tenant is inactive");
      return reply.code(403).type("application/problem+json").send(body);
    }
    if (!person) {
      return reply
        .code(401)
        .type("application/problem+json")
        .send(problem(401, "INVALID_CREDENTIALS", "Wrong username or password"));
    }
    const token = newId();
    tokens.set(token, person);
    return {
      token,
      expires_at: "2099-01-01T00:00:00Z",
      ...me(person),
    };
  });
  app.get("/api/v1/auth/me/", async (request, reply) => {
    if (!personOf(request)) {
      const body = problem(401, "UNAUTHENTICATED", "Sign in first");
      return reply.code(401).type("application/problem+json").send(body);
    }
    return { ...me(personOf(request)!), permissions };
  });
  app.post("/api/v1/auth/logout/", async (request, reply) => {
    tokens.delete((request.headers.authorization ?? "").replace("Bearer ", ""));
    return reply.code(204).send();
  });
  app.post("/api/v1/auth/change-password/", async (request, reply) => {
    const person = personOf(request)!;
    person.password = (request.body as { new_password: string }).new_password;
    return reply.code(204).send();
  });
  app.addContentTypeParser(
    /^image\//,
    { parseAs: "buffer" },
    async (_: FastifyRequest, body: Buffer) => body,
  );
  app.put("/api/v1/*", async (request, reply) => {
    if (faults.refuseFiles > 0) {
      faults.refuseFiles--;
      const body = problem(400, "VALIDATION", "Not these bytes");
      return reply.code(400).type("application/problem+json").send(body);
    }
    files.push({ path: request.url, bytes: request.body as Buffer, after: applied.length });
    if (faults.loseFiles-- > 0) request.raw.socket.resetAndDestroy();
    return {};
  });
  app.get("/api/v1/settings/", async () => ({ id: "s", currency: "BDT", timezone: "Asia/Dhaka" }));
  if (options.files) await app.register(serveFiles, { root: options.files });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    data,
    infos,
    people,
    permissions,
    tokens,
    applied,
    pushed,
    files,
    outcomes,
    pushedBytes,
    sentAt,
    batches,
    registered: devices.registered,
    faults,
    put,
    listeners,
    remove: (name: string, id: string) => put(name, [{ id, _deleted: true }]),
    /** Ends every session, as if all tokens had expired. */
    expire: () => tokens.clear(),
    close: () => app.close(),
  };
}
