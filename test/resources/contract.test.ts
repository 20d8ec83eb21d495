// What each served resource promises, from its declaration alone: a plain resource needs no test file of its own.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Row, type Sql } from "../../server/kernel/db/db.ts";
import { columnsOf } from "../../server/kernel/resource/record.ts";
import { tenant as tenantResource } from "../../shared/identity/tenant.ts";
import { metaOf } from "../../shared/kernel/field.ts";
import { newId } from "../../shared/kernel/id.ts";
import { childrenOf, rightToSee } from "../../shared/kernel/registry.ts";
import { fieldsOf, permissionOf, type Resource, type Verb } from "../../shared/kernel/resource.ts";
import { SUPERUSER } from "../helpers/config.ts";
import { callProcedure, openDesktop } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { putOneRowEach } from "../identity/helpers/one-row-each.ts";
import { changeOf, filtersOf, OPERATIONS, ordersOf, Samples, SERVED, verbOf } from "./helpers/samples.ts";

let server: TestServer;
let sql: Sql;
let home: TestTenant;
/** A super administrator: what is the platform's, they alone may see and write. */
let root: Client;
let stranger: Client;
/** May do nothing, until a test says what. */
let clerk: Client;
let clerks: string;
let samples: Samples;

/** Who may do everything with a resource's records. */
const ownerOf = ({ of_platform }: Resource): Client => (of_platform ? root : home.owner);

/** A handful of what this tenant's list of the resource holds says as much as all of it. */
async function listed(resource: Resource, query = ""): Promise<Row[]> {
  const { status, body } = await ownerOf(resource).get(`/${resource.path}/?page_size=12&${query}`);
  expect(status, `${resource.path}?${query}: ${JSON.stringify(body)}`).toBe(200);
  return body.results;
}

const plain = SERVED.filter(({ resource }) => resource.verbs.length > 0);

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 1);
  home = await makeTenant(server, { subdomain: "home" });
  root = await server.superuser();
  const other = await makeTenant(server, { subdomain: "stranger" });
  stranger = other.owner;
  const role = await home.owner.post("/roles/", { name: "What a test says", permissions: [] });
  clerks = role.body.id;
  const account = { username: "the-clerk", password: "the-clerk-secret" };
  await home.owner.post("/staff/", { ...account, role: clerks });
  clerk = await server.signIn(account.username, account.password, "home");
  await server.anonymous.post("/saas/onboarding-requests/", {
    org_name: "A",
    contact_email: "a@isp.example",
  });
  samples = new Samples(ownerOf);
  for (const served of plain) {
    if (!verbOf(served.resource, "create")) continue;
    await samples.create(served);
    await samples.create(served);
  }
  const { body: backup } = await root.post("/saas/backups/", { tenant: other.tenant.id });
  await root.post(`/saas/backups/${backup.id}/restore/`, { name: "Copy", subdomain: "copy" });
  // What runs by the clock would change records while they are looked at: a mail is sent, and has another version.
  await server.stopClock();
  // What no client creates, e.g. a session on a router.
  await putOneRowEach(sql, home.tenant.id);
  // A secret that nobody knows would keep every provider's report out.
  await sql`delete from payment_providers where tenant_id = ${home.tenant.id}`;
});

afterAll(async () => {
  await sql.end();
  await server.stop();
});

/** One record of the resource as the API answers it. */
async function anyOf(resource: Resource): Promise<Row> {
  const [first] = await listed(resource);
  if (!first) throw new Error(`There is no ${resource.name}`);
  const { status, body } = await ownerOf(resource).get(`/${resource.path}/${first.id}/`);
  expect([status, body], resource.name).toEqual([200, expect.objectContaining({ id: first.id })]);
  return body;
}

/** A text as a Bengali keyboard writes its digits. */
const inBengali = (text: string) => text.replace(/\d/g, (digit) => "০১২৩৪৫৬৭৮৯"[Number(digit)] ?? "");

const has = (resource: Resource, verb: Verb) => resource.verbs.includes(verb);
const ifMatch = (version: unknown) => ({ "if-match": `"${version}"` });

for (const served of plain) {
  const { resource } = served;
  const { name, path } = resource;
  const list = `/${path}/`;
  const canBeMade = verbOf(resource, "create") !== undefined;

  describe(name, () => {
    it(`The list ${list} shows a record for each value that it has, and hides it for each other one`, async () => {
      const record = await anyOf(resource);
      const { shows, hides } = filtersOf(resource, record);
      const found = async (query: string) =>
        (await listed(resource, `${query}&id=${record.id}`)).map(({ id }) => id);
      // All at once show it as each of them does; where they don't, which of them hides it is asked.
      const together = await found(shows.join("&"));
      if (together.length !== 1)
        for (const query of shows) expect(await found(query), `${path}?${query}`).toEqual([record.id]);
      expect(together, `${path}?${shows.join("&")}`).toEqual([record.id]);
      await Promise.all(
        hides.map(async (query) => expect(await found(query), `${path}?${query}`).toEqual([])),
      );
    });

    it(`The list ${list} is ordered by each of its fields, both ways`, async () => {
      const some = (await listed(resource)).map(({ id }) => id);
      const ordered = (by: string) => listed(resource, `id__in=${some.join(",")}&ordering=${by}`);
      const inOrder = async (order: string) => {
        const field = resource.fields[order];
        const [up, down] = await Promise.all([ordered(order), ordered(`-${order}`)]);
        const valued = (rows: Row[]) => rows.filter((row) => row[order] !== null).map(({ id }) => id);
        expect(valued(down), `${path} by ${order}`).toEqual(valued(up).reverse());
        const missing = up.findIndex((row) => row[order] === null);
        if (missing >= 0) expect(up.slice(missing).every((row) => row[order] === null)).toBe(true);
        const kind = columnsOf(resource)[order];
        if (field && metaOf(field).shown) return;
        const values = up.flatMap((row) => (row[order] === null ? [] : [row[order]]));
        const compared = values.map((value) => (kind === "money" ? Number(value) : value)) as string[];
        expect(compared, `${path} by ${order}`).toEqual(
          compared.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
        );
      };
      await Promise.all(ordersOf(resource).map(inOrder));
    });

    it(`The list ${list} is searched in each text that its declaration names`, async () => {
      const record = await anyOf(resource);
      for (const field of resource.search) {
        const value = record[field];
        if (typeof value !== "string" || value === "") continue;
        const part = value.slice(-12);
        for (const typed of [part, inBengali(part)]) {
          const rows = await listed(resource, `search=${encodeURIComponent(typed)}&id=${record.id}`);
          expect(rows, `${path} searched for ${typed} of ${field}`).toHaveLength(1);
        }
      }
      const none = await ownerOf(resource).get(`/${path}/?search=${newId()}`);
      if (resource.search.length === 0) expect(none.status).toBe(400);
      else expect([none.status, none.body.results]).toEqual([200, []]);
    });

    if (resource.of_platform) {
      it(`Records of ${list} are nobody's but super administrators': a tenant's owner is refused`, async () => {
        const { id } = await anyOf(resource);
        const at = `/${path}/${id}/`;
        const answers = [
          await home.owner.get(list),
          await home.owner.get(at),
          ...(canBeMade ? [await home.owner.post(list, {})] : []),
          ...(verbOf(resource, "update") ? [await home.owner.patch(at, {})] : []),
          ...(has(resource, "delete") ? [await home.owner.delete(at)] : []),
        ];
        for (const { status, body } of answers)
          expect([status, body.code]).toEqual([403, "PERMISSION_DENIED"]);
        expect((await server.anonymous.get(list)).status).toBe(401);
      });
    }

    if (!resource.of_platform)
      it(`A record of ${list} does not exist for another tenant`, async () => {
        const { id } = await anyOf(resource);
        const at = `/${path}/${id}/`;
        expect((await stranger.get(at)).status).toBe(404);
        const list = await stranger.get(`/${path}/?id=${id}`);
        expect([list.status, list.body.results]).toEqual([200, []]);
        if (verbOf(resource, "update")) expect((await stranger.patch(at, {})).status).toBe(404);
        if (has(resource, "delete")) expect((await stranger.delete(at)).status).toBe(404);
        expect((await home.owner.get(at)).status).toBe(200);
      });

    if (!resource.of_platform)
      it(`Records of ${list} are shown, made, changed and deleted by those alone who have the right to each`, async () => {
        const { id } = await anyOf(resource);
        const at = `/${path}/${id}/`;
        const allow = async (...permissions: string[]) =>
          expect((await home.owner.patch(`/roles/${clerks}/`, { permissions })).status).toBe(200);
        const create = verbOf(resource, "create");
        const statuses = async () => ({
          list: (await clerk.get(`/${path}/`)).status,
          read: (await clerk.get(at)).status,
          create: create && (await clerk.post(`/${path}/`, {})).status,
          update: verbOf(resource, "update") && (await clerk.patch(at, { no_such_field: 1 })).status,
          delete: has(resource, "delete") && (await clerk.delete(at, ifMatch(999_999))).status,
        });
        await allow();
        for (const [verb, status] of Object.entries(await statuses()))
          if (status) expect([verb, status]).toEqual([verb, 403]);
        await allow(rightToSee(resource));
        const looking = await statuses();
        expect([looking.list, looking.read]).toEqual([200, 200]);
        for (const verb of ["create", "update", "delete"] as const)
          if (looking[verb]) expect([verb, looking[verb]]).toEqual([verb, 403]);
        for (const verb of ["create", "update", "delete"] as const) {
          const permission =
            verb === "delete" ? permissionOf(resource, "delete") : verbOf(resource, verb)?.permission;
          if (!looking[verb] || !permission) continue;
          await allow(permission);
          const now = await statuses();
          expect([verb, now[verb]], "past the right, to what is wrong with the request").not.toEqual([
            verb,
            403,
          ]);
          expect([now.list, now.read]).toEqual([403, 403]);
        }
      });

    if (canBeMade)
      it(`A record that is created at ${list} says what was sent, and is read as it was answered`, async () => {
        const { body, created, record } = await samples.create(served);
        for (const [field, sent] of Object.entries(body)) {
          const declared = resource.fields[field];
          if (!declared || metaOf(declared).shown) continue;
          if (metaOf(declared).secret) expect(record).not.toHaveProperty(field);
          else if (metaOf(declared).kind === "money") expect(Number(record[field]), field).toBe(Number(sent));
          else expect(record[field], field).toEqual(sent);
        }
        expect(record).toMatchObject({ version: expect.any(Number), created_at: expect.any(String) });
        const { updated_at: _1, version: _2, ...same } = record;
        for (const key of Object.keys(same))
          if (Object.hasOwn(created, key)) expect([key, created[key]]).toEqual([key, record[key]]);
      });

    const numbered = fieldsOf(resource).filter(([, { numbered }]) => numbered);
    const parts = childrenOf(resource).flatMap(({ parent: { as, via }, path }) =>
      as ? [{ as, via, path }] : [],
    );
    if (parts.length > 0)
      it(`A record of ${list} holds its parts where it is read and where it is answered, and lists leave them out`, async () => {
        const [first] = await listed(resource);
        for (const { as, via, path: at } of parts) {
          const { body: record } = await home.owner.get(`/${path}/${first?.id}/`);
          const { body: own } = await home.owner.get(`/${at}/?${via}=${first?.id}`);
          expect([record[as], first]).toEqual([
            own.results,
            expect.not.objectContaining({ [as]: expect.anything() }),
          ]);
          if (canBeMade) expect((await samples.create(served)).created).toHaveProperty(as);
        }
      });

    if (canBeMade && numbered.length > 0)
      it(`Records of ${list} are numbered by the server in order, past numbers that were given by hand`, async () => {
        for (const [field, { numbered: form, writable }] of numbered) {
          const { prefix, digits } = form!;
          const make = async (number?: string) => {
            const { record } = await samples.create(served, { [field]: number });
            return Number(String(record[field]).slice(prefix.length));
          };
          const code = (number: number) => prefix + String(number).padStart(digits, "0");
          const first = await make();
          if (writable === "never") expect(await make()).toBe(first + 1);
          else expect([await make(code(first + 1)), await make()]).toEqual([first + 1, first + 2]);
        }
      });

    if (has(resource, "update") || verbOf(resource, "update"))
      it(`A change of a record of ${list} raises its version, and one made on an older version is refused`, async () => {
        const record = canBeMade ? (await samples.create(served)).record : await anyOf(resource);
        const at = `/${path}/${record.id}/`;
        const change = changeOf(resource, record);
        expect(change, "a field that may be changed").not.toBeNull();
        const changed = await ownerOf(resource).patch(at, change, ifMatch(record.version));
        expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(change as Row)]);
        expect(changed.body.version).toBeGreaterThan(Number(record.version));
        const stale = await ownerOf(resource).patch(
          at,
          changeOf(resource, changed.body),
          ifMatch(record.version),
        );
        expect([stale.status, stale.body.code]).toEqual([412, "STALE_VERSION"]);
        expect((await ownerOf(resource).get(at)).body).toMatchObject(change as Row);
        const unknown = await ownerOf(resource).patch(`/${path}/${newId()}/`, change);
        expect([unknown.status, unknown.body.code]).toEqual([404, "NOT_FOUND"]);
      });

    if (canBeMade)
      it(`What becomes of a record of ${list} is in the audit log, under its module and name`, async () => {
        const { id, record } = await samples.create(served);
        const at = `/${path}/${id}/`;
        // A company with its usage is the same record as the company.
        const { name: act, module } = name === "saas_tenant" ? tenantResource : resource;
        const expected = [`${act}.create`];
        const actor = resource.of_platform ? SUPERUSER.username : "home-owner";
        if (verbOf(resource, "update")) {
          expect((await ownerOf(resource).patch(at, changeOf(resource, record))).status).toBe(200);
          expected.push(`${act}.update`);
        }
        if (has(resource, "delete")) {
          expect((await ownerOf(resource).delete(at)).status).toBe(204);
          expect((await ownerOf(resource).get(at)).status).toBe(404);
          expect((await ownerOf(resource).delete(at)).status).toBe(404);
          expected.push(`${act}.delete`);
        }
        const log = resource.of_platform
          ? await sql<Row[]>`select * from platform_audit_logs where object_id = ${id} order by "timestamp"`
          : (await home.owner.get(`/audit-logs/?object_id=${id}&object_type=${name}&ordering=timestamp`)).body
              .results;
        const written = log.filter(({ action }: Row) => /\.(create|update|delete)$/.test(String(action)));
        const entries = written.map((entry: Row) => [entry.action, entry.module, entry.actor_username]);
        expect(entries).toEqual(expected.map((action) => [action, module, actor]));
      });

    // What is held of it is one's own alone: test/hr/own-work.test.ts.
    if (resource.replica && !resource.replica_own && canBeMade)
      it(`A record of ${list} arrives at desktops as it is read, and so does its end`, async () => {
        const pull = async (checkpoint: string | null) => {
          const input = { collection: resource.collection, checkpoint, limit: 5_000 };
          const { data, problem } = await callProcedure(server.url, home.owner.token, "sync.pull", input);
          expect(problem).toBeUndefined();
          return data as { documents: Row[]; checkpoint: string };
        };
        const { checkpoint } = await pull(null);
        const { id } = await samples.create(served);
        const { body: record } = await home.owner.get(`/${path}/${id}/`);
        const arrived = async () => (await pull(checkpoint)).documents.find((document) => document.id === id);
        await expect.poll(arrived, { interval: 20 }).toBeDefined();
        const columns = Object.keys(columnsOf(resource)).filter((column) => Object.hasOwn(record, column));
        const own = Object.fromEntries(columns.map((column) => [column, record[column]]));
        expect(await arrived()).toMatchObject({ ...own, _deleted: false });
        if (!has(resource, "delete")) return;
        expect((await home.owner.delete(`/${path}/${id}/`)).status).toBe(204);
        await expect.poll(arrived, { interval: 20 }).toMatchObject({ id, _deleted: true });
      });

    // Of records that no client creates the tests of their area say the same: parts of one's own stock.
    const adding = verbOf(resource, "create")
      ? OPERATIONS.filter(({ on, adds, offline }) => on === resource && adds && offline)
      : [];
    for (const operation of adding)
      it(`What ${operation.name} adds to a record of ${list} is made once, and has the id of the command that it came with`, async () => {
        const { adds, action } = operation;
        if (!adds?.parent) throw new Error(`${operation.name} adds what is no part`);
        const { id } = (await samples.create(served)).record;
        const input = await samples.body(served, operation.input);
        const made = await home.owner.post(`/${path}/${id}/${action.replaceAll("_", "-")}/`, input);
        expect(made.status).toBe(operation.status);
        const desktop = await openDesktop(server.url, home.owner.token);
        const command = desktop.command(operation.name, { ...input, id });
        expect(await desktop.push([command])).toMatchObject([{ status: "APPLIED" }]);
        expect(await desktop.push([command])).toMatchObject([{ status: "DUPLICATE" }]);
        const parts = await listed(adds, `${adds.parent.via}=${id}`);
        expect(parts.map((part) => part.id)).toContain(command.id);
        expect(parts).toHaveLength(2);
      });

    const offline = (["create", "update"] as const).filter((verb) => verbOf(resource, verb)?.offline);
    if (offline.length > 0)
      it(`A record of ${list} that was written offline is taken in once (${offline.join(", ")})`, async () => {
        const desktop = await openDesktop(server.url, home.owner.token);
        const create = verbOf(resource, "create");
        const id = newId();
        if (create && offline.includes("create")) {
          const command = desktop.command(`${name}.create`, {
            ...(await samples.body(served, create.input)),
            id,
          });
          expect(await desktop.push([command])).toMatchObject([{ status: "APPLIED" }]);
          expect(await desktop.push([command])).toMatchObject([{ status: "DUPLICATE" }]);
          expect((await home.owner.get(`/${path}/${id}/`)).status).toBe(200);
        }
        if (offline.includes("update")) {
          const record = await anyOf(resource);
          const change = changeOf(resource, record) as Row;
          const base = Object.fromEntries(Object.keys(change).map((field) => [field, record[field]]));
          const command = desktop.command(`${name}.update`, { id: record.id, ...change, base });
          expect(await desktop.push([command])).toMatchObject([{ status: "APPLIED" }]);
          expect((await home.owner.get(`/${path}/${record.id}/`)).body).toMatchObject(change);
        }
      });
  });
}
