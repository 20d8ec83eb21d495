// The configuration: what is left out, and what is refused before anything starts (contract §6).
import { describe, expect, it } from "vitest";
import { readConfig } from "../../server/config.ts";
import { ConfigError } from "../../server/config-error.ts";

describe("configuration", () => {
  it("Configuration has the contract's defaults", () => {
    expect(readConfig({})).toEqual({
      host: "127.0.0.1",
      port: 4000,
      database_url: null,
      replica: null,
      backups: { daily: 7, weekly: 4 },
      data_dir: ".data",
      superuser: null,
      dns_server: null,
      public_url: null,
      webhook_retries: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
      smtp: null,
      platform_currency: "USD",
      secret_key: null,
      old_secret_keys: [],
      demo: false,
      outgoing_allow: [],
      limits: {
        token_idle_hours: 12,
        token_days: 30,
        logins_per_minute: 10,
        lookups_per_minute: 30,
        requests_per_minute: 1_200,
        streams_per_token: 20,
        streams_per_address: 500,
        request_seconds: 120,
      },
      http: { tls: null, trusted_proxies: [], cors_origins: [], metrics: { port: 0, token: null } },
      workers: 1,
    });
  });

  it("Configuration names the variable whose value is wrong", () => {
    const wrong = {
      LASTMILE_WORKERS: ["0", "-1", "all", "65"],
      LASTMILE_PORT: ["70000", "-1", "http", "4000.5"],
      LASTMILE_DATABASE_URL: ["mysql://x", "not a url", "postgres://us%ZZer:pw@127.0.0.1:5432/x"],
      LASTMILE_REPLICA_URL: ["mysql://x", "not a url", "postgresql://needs-a-database-url/x"],
      LASTMILE_REPLICA_BEHIND_SECONDS: ["0", "-1", "1.5", "3601", "long"],
      LASTMILE_SUPERUSER: ["nobody", ":password", "me:short"],
      LASTMILE_SECRET_KEY: ["short", "x".repeat(44)],
      LASTMILE_SECRET_KEY_OLD: ["short", `${Buffer.alloc(32).toString("base64")},x`],
      LASTMILE_DEMO: ["yes", "2"],
      LASTMILE_TOKEN_IDLE_HOURS: ["0", "-1", "1.5", "12h"],
      LASTMILE_TOKEN_DAYS: ["0", "99999"],
      LASTMILE_LOGINS_PER_MINUTE: ["0", "ten"],
      LASTMILE_LOOKUPS_PER_MINUTE: ["0"],
      LASTMILE_REQUESTS_PER_MINUTE: ["0"],
      LASTMILE_TLS_CERT: ["/no/such/file.pem", import.meta.filename],
      LASTMILE_TLS_KEY: ["/no/such/file.pem"],
      LASTMILE_OUTGOING_ALLOW: ["mail.example", "10.0.0.0/33", "10.0.0.1,nonsense", "::1/129", "2130706433"],
      LASTMILE_TRUSTED_PROXIES: ["proxy.example", "10.0.0.0/33", "10.0.0.1,nonsense", "10.0.0.0/8/8"],
      LASTMILE_CORS_ORIGINS: ["*", "portal.example", "https://portal.example/path", "https://a.example b"],
      LASTMILE_METRICS_TOKEN: ["short", "with spaces in between"],
      LASTMILE_SMTP_URL: [
        "mail.example.net",
        "http://mail.example.net?from=a@b.c",
        "smtp://mail.example.net",
        "smtp://us%ZZer:pw@mail.example.net:587?from=a@b.c",
        "smtp://mail.example.net?from=a@b.c&tls=no",
        "smtps://mail.example.net?from=a@b.c&tls=none",
        "smtp://mail.example.net?from=a@b.c&starttls=0",
      ],
      LASTMILE_METRICS_PORT: ["70000", "x"],
      LASTMILE_PUBLIC_URL: [
        "isp.example",
        "ftp://isp.example",
        "https://isp.example/path",
        "https://a:b@isp.example",
      ],
      LASTMILE_WEBHOOK_RETRIES: ["soon", "-5", "5,,300", "5;300", "9999999", Array(51).fill("5").join()],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        // The pair of files is named whole, so that it is the one under test that is wrong.
        const beside = name === "LASTMILE_TLS_CERT" ? { LASTMILE_TLS_KEY: import.meta.filename } : {};
        const read = () => readConfig({ ...beside, [name]: value });
        expect(read, `${name}=${value}`).toThrow(ConfigError);
        expect(read).toThrow(name);
      }
    }
  });

  it("Configuration keeps the demo, whose passwords everybody knows, on this machine", () => {
    for (const LASTMILE_HOST of ["0.0.0.0", "::", "192.168.1.5", "isp.example"]) {
      expect(() => readConfig({ LASTMILE_DEMO: "1", LASTMILE_HOST }), LASTMILE_HOST).toThrow("LASTMILE_DEMO");
    }
    for (const LASTMILE_HOST of ["127.0.0.1", "localhost", "::1", "127.9.9.9"])
      expect(readConfig({ LASTMILE_DEMO: "1", LASTMILE_HOST }).demo, LASTMILE_HOST).toBe(true);
  });

  it("Configuration lets connections of companies reach this machine in the demo alone, or where that is listed", () => {
    const allowed = (env: Record<string, string>) => readConfig(env).outgoing_allow;
    expect(allowed({ LASTMILE_HOST: "127.0.0.1", LASTMILE_TRUSTED_PROXIES: "127.0.0.1" })).toEqual([]);
    expect(allowed({ LASTMILE_DEMO: "1" })).toEqual(["127.0.0.0/8", "::1"]);
    expect(allowed({ LASTMILE_DEMO: "1", LASTMILE_OUTGOING_ALLOW: "10.0.0.0/8" })).toEqual(["10.0.0.0/8"]);
    expect(allowed({ LASTMILE_OUTGOING_ALLOW: " 10.0.0.0/8, fd00::/8" })).toEqual(["10.0.0.0/8", "fd00::/8"]);
  });

  it("Configuration takes what is right", () => {
    const secret_key = Buffer.alloc(32, 7).toString("base64");
    expect(
      readConfig({
        LASTMILE_PORT: "0",
        LASTMILE_SUPERUSER: "platform:with:colons-in-it",
        LASTMILE_SECRET_KEY: secret_key,
        LASTMILE_DEMO: "1",
        LASTMILE_TOKEN_IDLE_HOURS: "1",
      }),
    ).toMatchObject({
      port: 0,
      superuser: { username: "platform", password: "with:colons-in-it" },
      secret_key,
      demo: true,
      limits: { token_idle_hours: 1 },
    });
  });
});
