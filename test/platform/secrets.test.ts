// Sealed secrets: bound to their row, told apart by key, sealed anew with a new key.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AREAS } from "../../server/areas.ts";
import { readHttpConfig } from "../../server/config-http.ts";
import { openPool } from "../../server/kernel/db/db.ts";
import { reseal, sealedColumns } from "../../server/kernel/secrets/reseal.ts";
import { secretBox } from "../../server/kernel/secrets/secret-box.ts";
import { startServer } from "../../server/server.ts";
import { LIMITS } from "../helpers/config.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

const [first, second] = [randomBytes(32), randomBytes(32)];
const place = { table: "routers", column: "password_encrypted", id: "0199-1" };

describe("a sealed secret", () => {
  it("A sealed secret opens where it was sealed, and nowhere else", () => {
    const box = secretBox(first);
    const sealed = box.seal("api-admin", place);
    expect(box.open(sealed, place)).toBe("api-admin");
    for (const elsewhere of [{ id: "0199-2" }, { table: "customers" }, { column: "other_encrypted" }])
      expect(() => box.open(sealed, { ...place, ...elsewhere })).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(changed, place), `byte ${at}`).toThrow();
    }
    for (const cut of [0, 4, 20, sealed.length - 1])
      expect(() => box.open(sealed.subarray(0, cut), place), `${cut} bytes`).toThrow();
  });

  it("A sealed secret says which key sealed it; an older key opens and seals nothing more", () => {
    const old = secretBox(first).seal("api-admin", place);
    const box = secretBox(second, [first]);
    expect([box.isCurrent(old), box.open(old, place)]).toEqual([false, "api-admin"]);
    const renewed = box.seal("api-admin", place);
    expect([box.isCurrent(renewed), secretBox(second).open(renewed, place)]).toEqual([true, "api-admin"]);
    expect(() => secretBox(second).open(old, place)).toThrow(/not known/);
    expect(() => secretBox(first).open(renewed, place)).toThrow(/not known/);
  });
});

describe("a new key", () => {
  let server: TestServer;
  let t: TestTenant;
  beforeAll(async () => {
    server = await startTestServer({ secret_key: first.toString("base64") });
    t = await makeTenant(server, { subdomain: "alpha" });
    const router = {
      name: "Core",
      vendor: "MIKROTIK",
      host: "10.0.0.1",
      username: "api",
      password: "router-secret",
    };
    expect((await t.owner.post("/routers/", router)).status).toBe(201);
    const customer = { name: "Anika", username: "anika", phone: "1", password: "pppoe-secret" };
    expect((await t.owner.post("/customers/", customer)).status).toBe(201);
    const settings = { payment_provider_secrets: { bkash: "provider-secret" } };
    expect((await t.owner.patch("/settings/", settings)).status).toBe(200);
  });
  afterAll(() => server.stop());

  const stored = async () => {
    const sql = server.services.db.platform;
    const all = await Promise.all(
      sealedColumns(AREAS).map(async ({ table, column, key }) => {
        const rows =
          await sql`select /* a test's own */ ${sql([...key, column] as never)} from ${sql(table)} where ${sql(column)} is not null`;
        return rows.map((row) => ({
          place: { table, column, id: key.map((name) => String(row[name])).join(" ") },
          sealed: row[column] as Uint8Array,
        }));
      }),
    );
    return all.flat();
  };
  const opened = async (box: ReturnType<typeof secretBox>) =>
    (await stored()).map(({ place, sealed }) => box.open(sealed, place)).sort();

  const secrets = ["pppoe-secret", "provider-secret", "router-secret"];
  const options = () => ({
    host: "127.0.0.1",
    port: 0,
    database_url: server.database_url,
    data_dir: ".data",
    superuser: null,
    demo: false,
    limits: LIMITS,
    http: readHttpConfig({}),
    secret_key: second.toString("base64"),
  });

  it("A new key seals everything anew at the start, after which the old one is needed no more", async () => {
    expect(await opened(secretBox(first))).toEqual(secrets);
    const renewed = await startServer({ ...options(), old_secret_keys: [first.toString("base64")] });
    await renewed.stop();
    expect(await opened(secretBox(second))).toEqual(secrets);
    expect(await reseal({ ...server.services, secrets: secretBox(second) }, AREAS)).toBe(0);
  });

  it("A new key reaches every sealed column that the database has", async () => {
    const columns = await server.services.db.platform<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and column_name like '%_encrypted'
        and table_name in (select tablename from pg_tables)`;
    const declared = sealedColumns(AREAS).map(({ table, column }) => `${table}.${column}`);
    expect(columns.map(({ name }) => name).sort()).toEqual(declared.sort());
  });

  it("A new key without the old one is told at the start, and changes nothing", async () => {
    const strange = randomBytes(32).toString("base64");
    const start = startServer({
      ...options(),
      secret_key: strange,
      old_secret_keys: [first.toString("base64")],
    });
    await expect(start).rejects.toThrow(/LASTMILE_SECRET_KEY_OLD/);
    expect(await opened(secretBox(second))).toEqual(secrets);
  });

  const keysInUse = async () => {
    const [state] = await server.services.db.platform`select sealed_by from cluster_state`;
    return state?.sealed_by;
  };

  it("A new key of which the database knows nothing ends the start, also where the database comes from a version that noted no keys", async () => {
    const strange = () => startServer({ ...options(), secret_key: randomBytes(32).toString("base64") });
    await expect(strange()).rejects.toThrow(/^LASTMILE_SECRET_KEY: /);
    const owner = openPool(server.database_url, null, 1);
    await owner`update cluster_state set sealed_by = null`;
    await owner.end();
    await expect(strange()).rejects.toThrow(/^LASTMILE_SECRET_KEY: /);
    const right = await startServer(options());
    await right.stop();
    expect(await keysInUse()).toEqual([secretBox(second).key_id]);
  });

  it("A new key beside that of a restored backup is told at each start, until all is sealed anew", async () => {
    const superuser = await server.superuser();
    // This server still runs with the first key, and says so in the file.
    const backup = await superuser.post("/saas/backups/", { tenant: t.tenant.id }, { prefer: "wait=45" });
    const target = { name: "Brought", subdomain: "brought" };
    const wait = { prefer: "wait=45" };
    const restored = await superuser.post(`/saas/backups/${backup.body.id}/restore/`, target, wait);
    expect(restored.body.restore).toMatchObject({ status: "SUCCEEDED", error: null });
    expect(await keysInUse()).toEqual([secretBox(second).key_id, secretBox(first).key_id]);
    await expect(startServer(options())).rejects.toThrow(/^LASTMILE_SECRET_KEY: .*LASTMILE_SECRET_KEY_OLD/);
    const renewed = await startServer({ ...options(), old_secret_keys: [first.toString("base64")] });
    await renewed.stop();
    expect(await keysInUse()).toEqual([secretBox(second).key_id]);
  });
});
