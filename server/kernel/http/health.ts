// Whether the server is alive and ready, and its figures for Prometheus.
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from "prom-client";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { AreaFigures } from "../area.ts";
import { registerDatabaseMetrics, registerReplicaMetrics } from "../db/database-metrics.ts";
import { migrationNames, unknownMigrations } from "../db/migrate.ts";
import type { Services } from "../services.ts";

/** What PostgreSQL stands in the way with: it is of an older or a newer version, or takes no changes. Null: nothing. */
async function whyNot(services: Services): Promise<string | null> {
  const [state] = await services.db.platform<{ names: string[]; read_only: string }[]>`
    select array(select name from migrations) as names, current_setting('transaction_read_only') as read_only`;
  const done = new Set(state?.names);
  if (!(await migrationNames()).every((name) => done.has(name))) return "The database is not migrated";
  // A newer version has come while this one ran: the load balancer sends requests there.
  if ((await unknownMigrations(done)).length > 0) return "The database is newer than this program";
  return state?.read_only === "on" ? "The database takes no changes" : null;
}

/** For so long a database is waited for, by who asks how the server is: less than prom-client waits for each process. */
const ANSWER_MS = 3_000;

/** One reading at a time, shared by all who ask during it; they are told in time where there is no answer. */
function askedTogether<T>(read: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= new Promise<T>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("The database does not answer")), ANSWER_MS);
      void read()
        .then(resolve, reject)
        .finally(() => clearTimeout(late));
    }).finally(() => {
      asked = null;
    });
    return asked;
  };
}

/** The figures in Prometheus's own format. */
export interface Metrics {
  type: string;
  text(): Promise<string>;
}

/** Adds an area's figures. While the database does not answer they are missing, and the others are told all the same. */
function registerFigures(registry: Registry, services: Services, { help, read }: AreaFigures): void {
  const readOnce = askedTogether(() => read(services));
  for (const [name, text] of Object.entries(help))
    new Gauge({
      name,
      help: text,
      registers: [registry],
      // Each process reads the same of the same database.
      aggregator: "max",
      async collect() {
        this.reset();
        const figures = await readOnce().catch(() => null);
        if (figures?.[name] === undefined) this.remove();
        else this.set(figures[name]);
      },
    });
}

interface Measured {
  figures: readonly AreaFigures[];
  counters: readonly Metric[];
}

function measure(app: FastifyInstance, services: Services, { figures, counters }: Measured): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerDatabaseMetrics(registry, services.db);
  if (services.replica) registerReplicaMetrics(registry, services.replica);
  for (const each of figures) registerFigures(registry, services, each);
  for (const each of counters) registry.registerMetric(each);
  const duration = new Histogram({
    name: "lastmile_request_seconds",
    help: "Time from request to answer",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  return registry;
}

/** The figures of all server processes of this machine, added up by the one that started them. */
export function figuresOfAll(): Metrics {
  const all = new AggregatorRegistry();
  return { type: all.contentType, text: () => all.clusterMetrics() };
}

/** The figures of this process, or where it is one of several: of all, as the one that started them tells. */
function tell(registry: Registry, told_at: number | null): Metrics {
  if (told_at === null) return { type: registry.contentType, text: () => registry.metrics() };
  // Makes this process answer the one that adds up.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
  return {
    type: registry.contentType,
    text: async () => (await fetch(`http://127.0.0.1:${told_at}/metrics`)).text(),
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Serves health to everybody, and the figures to who knows the token, where there is one.
 * @returns the figures, for loopback's own port.
 */
export function registerHealth(
  app: FastifyInstance,
  services: Services,
  options: {
    token: string | null;
    figures: readonly AreaFigures[];
    counters: readonly Metric[];
    /** The port at which another process tells the figures of all; null: this one tells its own. */
    told_at: number | null;
  },
): Metrics {
  const { token, told_at } = options;
  const metrics = tell(measure(app, services, options), told_at);
  app.get("/healthz", async () => ({ status: "ok" }));
  const ask = askedTogether(() => whyNot(services));
  app.get("/readyz", async () => {
    const unfit = services.db.whyUnfit();
    const why = unfit ?? (await ask().catch(() => "The database is not reachable"));
    if (why !== null) throw new Failure("UNAVAILABLE", why);
    return { status: "ready" };
  });
  if (token !== null) {
    const expected = digest(`Bearer ${token}`);
    app.get("/metrics", async (request, reply) => {
      if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected))
        throw new Failure("UNAUTHENTICATED");
      return reply.type(metrics.type).send(await metrics.text());
    });
  }
  return metrics;
}

/** The figures at a port of their own that only this machine reaches: a proxy in front of the server never passes it on. */
export async function serveMetrics(
  metrics: Metrics,
  port: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const taken = address !== null && typeof address === "object" ? address.port : port;
  return {
    url: `http://127.0.0.1:${taken}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
