// Whether the server is alive and ready, and its figures for Prometheus.
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { Failure } from "../../shared/kernel/failure.ts";
import { registerDatabaseMetrics } from "./database-metrics.ts";
import { migrationNames } from "./migrate.ts";
import type { Services } from "./services.ts";

/** Whether PostgreSQL answers and holds every migration of this version. */
async function isReady(services: Services): Promise<boolean> {
  const rows = await services.db.platform<{ name: string }[]>`select name from migrations`;
  const done = new Set(rows.map((row) => row.name));
  return (await migrationNames()).every((name) => done.has(name));
}

export function registerHealth(app: FastifyInstance, services: Services): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerDatabaseMetrics(registry, services.db);
  const duration = new Histogram({
    name: "lastmile_request_seconds",
    help: "Time from request to answer",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    if (services.db.isStuck()) throw new Failure("UNAVAILABLE", "No database connection comes free");
    const ready = await isReady(services).catch(() => false);
    if (!ready) throw new Failure("UNAVAILABLE", "The database is not reachable or not migrated");
    return { status: "ready" };
  });
  const token = process.env.LASTMILE_METRICS_TOKEN;
  app.get("/metrics", async (request, reply) => {
    const local = request.ip === "127.0.0.1" || request.ip === "::1";
    if (token ? request.headers.authorization !== `Bearer ${token}` : !local)
      throw new Failure("UNAUTHENTICATED");
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
