// How busy the database's connections are, for Prometheus.
import { Counter, Gauge, type Registry } from "prom-client";
import type { PoolFigures } from "./client-pool.ts";
import type { Database } from "./db.ts";
import { FALLBACKS, type Fallback, type Standby } from "./standby.ts";

const GAUGES = { used: "in use", idle: "idle", waiting: "waited for" } as const;
const COUNTERS = {
  timeouts: "Tasks that waited for a connection in vain and were answered 503",
  nested: "Tasks that asked for a second connection while they held one: a defect",
} as const;

/** Adds the figures of every pool to what `/metrics` answers. */
export function registerDatabaseMetrics(registry: Registry, db: Pick<Database, "pools">): void {
  const common = { labelNames: ["pool"], registers: [registry] };
  const each = (set: (pool: string, figures: PoolFigures) => void) => {
    for (const { options, figures } of db.pools) set(options.name, figures);
  };
  for (const [name, what] of Object.entries(GAUGES)) {
    new Gauge({
      ...common,
      name: `lastmile_connections_${name}`,
      help: `Database connections ${what}`,
      collect() {
        each((pool, figures) => this.set({ pool }, figures[name as keyof typeof GAUGES]));
      },
    });
  }
  for (const [name, help] of Object.entries(COUNTERS)) {
    new Counter({
      ...common,
      name: `lastmile_connection_${name}_total`,
      help,
      collect() {
        this.reset();
        each((pool, figures) => this.inc({ pool }, figures[name as keyof typeof COUNTERS]));
      },
    });
  }
}

/** Adds how much is read on the replica, why the rest is not, and how far behind it is. */
export function registerReplicaMetrics(registry: Registry, { figures }: Standby): void {
  const registers = [registry];
  new Gauge({
    name: "lastmile_replica_behind_seconds",
    help: "How far behind the replica was when it was last asked",
    registers,
    collect() {
      this.set(figures.behind_seconds);
    },
  });
  new Counter({
    name: "lastmile_replica_reads_total",
    help: "Reports read on the replica",
    registers,
    collect() {
      this.reset();
      this.inc(figures.reads);
    },
  });
  new Counter({
    name: "lastmile_replica_fallbacks_total",
    help: "Reports read on the database itself although there is a replica, by why",
    labelNames: ["why"],
    registers,
    collect() {
      this.reset();
      for (const why of Object.keys(FALLBACKS) as Fallback[])
        this.inc({ why }, figures.fallbacks.get(why) ?? 0);
    },
  });
}
