// How a server is configured in tests.
import type { ServerConfig } from "../../server/config.ts";
import { readHttpConfig } from "../../server/config-http.ts";

/** As configured by default, but for how often one may ask: a test asks more than a person. */
export const LIMITS = {
  token_idle_hours: 12,
  token_days: 30,
  logins_per_minute: 1_000_000,
  lookups_per_minute: 30,
  requests_per_minute: 1_000_000,
  streams_per_token: 20,
  streams_per_address: 500,
  request_seconds: 120,
};

export const SUPERUSER = { username: "platform", password: "platform-demo" };

/** Of all servers of tests, as those that share a database have one key. */
export const SECRET_KEY = Buffer.alloc(32, "a key of tests").toString("base64");

/** A server of a test's own: on a free port of loopback, with a super administrator and hashes that cost next to nothing. */
export function testConfig(where: Pick<ServerConfig, "database_url" | "data_dir">): ServerConfig {
  return {
    ...where,
    host: "127.0.0.1",
    port: 0,
    superuser: SUPERUSER,
    secret_key: SECRET_KEY,
    demo: false,
    // Tests' mail servers and gateways are on this machine.
    outgoing_allow: ["127.0.0.0/8", "::1"],
    limits: LIMITS,
    http: readHttpConfig({}),
    password_cost: 4,
  };
}
