// POST /customers/import/: tried first, refused with lines, imported whole or not at all.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvLine, csvWriting, PLAIN_CSV, parseCsv } from "../../shared/kernel/csv.ts";
import { newId } from "../../shared/kernel/id.ts";
import { lot } from "../helpers/lot.ts";
import { makeTenant } from "../helpers/tenant.ts";
import { create, type Fixture, HOME_10, openFixture, person } from "./helpers/fixture.ts";

let fixture: Fixture;
let home: Fixture["home"];
beforeAll(async () => {
  fixture = await openFixture();
  ({ home } = fixture);
});
afterAll(() => fixture.server.stop());

const IMPORT = "/customers/import/";

/** Sends the file itself, as text/csv. */
async function sendFile(csv: string | Uint8Array, query = "", type = "text/csv") {
  const response = await fetch(`${fixture.server.url}/api/v1${IMPORT}${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${home.owner.token}`, "content-type": type },
    body: csv as BodyInit,
  });
  return { status: response.status, body: await response.json() };
}

const count = async (query = "") => (await home.owner.get(`/customers/?${query}`)).body.count as number;
const named = async (username: string) =>
  (await home.owner.get(`/customers/?username=${username}`)).body.results[0];

const FILE = [
  "name,username,phone,package,router,password,discount,expiry_date,status,notes,joined_at,mac_address",
  'Anika Rahman,anika,+8801711000001,Home 10,North,first-secret,50,2027-01-31,,"Pays late, calls ""often""\nand twice",2024-03-01,aa-bb-cc-dd-ee-ff',
  "Babul Hossain,babul,01711000002,Home 10,,,,,SUSPENDED,,,",
  ",,,,,,,,,,,",
  "চাঁদনী,chandni,01711000003,,,,0.50,,,,2024-03-01T10:00:00+06:00,",
].join("\r\n");

describe("a good file", () => {
  it("A good file is only tried unless told otherwise", async () => {
    const before = await count();
    const answer = await sendFile(FILE);
    expect(answer).toEqual({ status: 200, body: { dry_run: true, rows: 3, created: 0, errors: [] } });
    expect(await home.owner.post(IMPORT, { csv: FILE })).toMatchObject({ status: 200, body: answer.body });
    expect(await home.owner.post(IMPORT, { csv: FILE, dry_run: true })).toMatchObject({ body: answer.body });
    expect(await count()).toBe(before);
  });

  it("A phone number without the zero that a spreadsheet takes away is told with its line, and is no error", async () => {
    expect((await home.owner.patch("/settings/", { phone_country: "BD" })).status).toBe(200);
    const file =
      'name,username,phone,notes\nZero,zero,1711000009,"two\nlines"\nWhole,whole,01711000008,\nToo,too,1711000007,';
    const { status, body } = await sendFile(file);
    expect(status).toBe(200);
    expect(body).toMatchObject({ rows: 3, errors: [] });
    const told = body.warnings.map(({ line, field, code }: Record<string, unknown>) => [line, field, code]);
    expect(told).toEqual([
      [2, "phone", "ZERO_LOST"],
      [5, "phone", "ZERO_LOST"],
    ]);
    expect((await home.owner.patch("/settings/", { phone_country: null })).status).toBe(200);
  });

  it("A good file is imported with everything that POST /customers/ would do", async () => {
    const answer = await sendFile(`\uFEFF${FILE}`, "?dry_run=false", "text/csv; charset=utf-8");
    expect(answer).toEqual({ status: 200, body: { dry_run: false, rows: 3, created: 3, errors: [] } });
    expect(await named("anika")).toMatchObject({
      name: "Anika Rahman",
      phone: "+8801711000001",
      package: fixture.packageId,
      package_name: "Home 10",
      router: fixture.routerId,
      discount: "50.00",
      expiry_date: "2027-01-31",
      status: "ACTIVE",
      notes: 'Pays late, calls "often"\nand twice',
      // The day's beginning in Dhaka.
      joined_at: "2024-02-29T18:00:00.000Z",
      mac_address: "AA:BB:CC:DD:EE:FF",
      customer_code: expect.stringMatching(/^C\d{5}$/),
      connection_type: "PPPOE",
      due_amount: "0.00",
      version: 1,
    });
    expect(await named("babul")).toMatchObject({
      status: "SUSPENDED",
      suspended_for: "STAFF",
      package: fixture.packageId,
      router: null,
    });
    expect(await named("chandni")).toMatchObject({
      name: "চাঁদনী",
      package: null,
      discount: "0.50",
      joined_at: "2024-03-01T04:00:00.000Z",
    });
  });

  it("A good file leaves a job for the router, an audit entry for each customer and one for the whole, and no secret", async () => {
    const { id } = await named("anika");
    expect(await fixture.waiting(id)).toEqual(["UPSERT_USER"]);
    const entries = await home.owner.get(`/audit-logs/?object_id=${id}`);
    expect(entries.body.results).toMatchObject([
      { action: "customer.create", details: { after: { username: "anika", phone: "+8801711000001" } } },
    ]);
    expect(JSON.stringify(entries.body)).not.toMatch(/first-secret|password_encrypted/);
    const whole = await home.owner.get("/audit-logs/?action=customer.import");
    expect(whole.body.results).toMatchObject([{ details: { note: "3 customers" } }]);
    const place = { table: "customers", column: "password_encrypted", id: String(id) };
    const [row] = await fixture.server.services.db
      .platform`select /* every tenant */ password_encrypted from customers where id = ${id}`;
    expect(fixture.server.services.secrets.open(row?.password_encrypted, place)).toBe("first-secret");
  });

  it("A good file gives numbers that are free, whatever the file and the tenant use already", async () => {
    const next = async () => Number((await named("chandni")).customer_code.slice(1)) + 1;
    const code = (number: number) => `C${String(number).padStart(5, "0")}`;
    const first = await next();
    await create(home, "/customers/", person({ customer_code: code(first) }));
    const file = `name,username,phone,customer_code\nA,code-a,1,\nB,code-b,2,${code(first + 1)}\nC,code-c,3,\n`;
    expect((await sendFile(file, "?dry_run=false")).body.created).toBe(3);
    expect((await named("code-a")).customer_code).toBe(code(first + 2));
    expect((await named("code-b")).customer_code).toBe(code(first + 1));
    expect((await named("code-c")).customer_code).toBe(code(first + 3));
    expect((await home.owner.post("/customers/", person())).body.customer_code).toBe(code(first + 4));
  });

  it("A good file takes ids for names, and another order of columns", async () => {
    const file = `phone,package,username,router,name\n5,${fixture.packageId.toUpperCase()},by-id,${fixture.routerId},By id\n`;
    expect((await sendFile(file, "?dry_run=false")).body).toMatchObject({ created: 1, errors: [] });
    expect(await named("by-id")).toMatchObject({ package: fixture.packageId, router: fixture.routerId });
  });

  it("A good file is imported once for one key, and the desktops hear of it", async () => {
    const csv = "name,username,phone\nKey,by-key,1\n";
    const headers = { "idempotency-key": newId() };
    const first = await home.owner.post(IMPORT, { csv, dry_run: false }, headers);
    const again = await home.owner.post(IMPORT, { csv, dry_run: false }, headers);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await count("username=by-key")).toBe(1);
  });

  it("A good file takes back what the export wrote to keep spreadsheets from running it", async () => {
    const csv = `name,username,phone\n"'=Cable & Co",formula,1\n`;
    await sendFile(csv, "?dry_run=false");
    expect((await named("formula")).name).toBe("=Cable & Co");
    const file = await home.owner.get("/customers/export/?username=formula");
    expect(file.body).toContain(",'=Cable & Co,");
  });
});

describe("a form", () => {
  it("A form may come as a form with a file, as browsers send one", async () => {
    const before = await count();
    const send = async (fields: Record<string, string | Blob>, path = IMPORT) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const headers = { authorization: `Bearer ${home.owner.token}` };
      const response = await fetch(`${fixture.server.url}/api/v1${path}`, {
        method: "POST",
        headers,
        body: form,
      });
      return { status: response.status, body: await response.json() };
    };
    const file = new Blob(["name,username,phone\nForm One,formone,1\n"], { type: "text/csv" });
    expect(await send({ file })).toMatchObject({ status: 200, body: { dry_run: true, rows: 1, created: 0 } });
    expect(await count()).toBe(before);
    expect(await send({ file, dry_run: "false" })).toMatchObject({ status: 200, body: { created: 1 } });
    expect((await named("formone")).name).toBe("Form One");
    const none = await send({ dry_run: "true" });
    expect(none).toMatchObject({ status: 400, body: { errors: [{ field: "file", code: "REQUIRED" }] } });
    const latin = new Blob([Uint8Array.from([0x6e, 0xe9])], { type: "text/csv" });
    expect(await send({ file: latin })).toMatchObject({
      status: 400,
      body: { errors: [{ code: "NOT_UTF_8" }] },
    });
    expect(await send({ file }, "/packages/")).toMatchObject({ status: 415 });
    const gone = await home.owner.delete(`/customers/${(await named("formone")).id}/`);
    expect(gone.status).toBe(204);
  });
});

describe("a bad file", () => {
  it("A bad file is told all that is wrong, by line, and nothing of it is imported", async () => {
    await create(home, "/customers/", person({ username: "taken" }));
    const before = await count();
    const csv = [
      "name,username,phone,package,email,discount,expiry_date,latitude,router",
      "Good,good-1,1,Home 10,,,,,",
      ",no-name,2,,,,,,",
      "Taken,taken,3,,,,,,",
      '"Two\nlines",good-1,4,Home 99,nobody,1.234,2026-02-30,91,',
      "Short,row,5",
      "Router,good-2,6,,,,,,South",
    ].join("\n");
    const errors = [
      { line: 3, field: "name", code: "REQUIRED" },
      { line: 4, field: "username", code: "NOT_UNIQUE", message: "Already in use" },
      { line: 5, field: "package", code: "DOES_NOT_EXIST" },
      { line: 5, field: "name", code: "INVALID" },
      { line: 5, field: "email" },
      { line: 5, field: "expiry_date" },
      { line: 5, field: "username", code: "NOT_UNIQUE", message: "The same as in line 2" },
      { line: 7, field: "csv", code: "CELL_COUNT" },
      { line: 8, field: "router", code: "DOES_NOT_EXIST" },
    ];
    const tried = await sendFile(csv);
    expect(tried).toMatchObject({ status: 200, body: { dry_run: true, rows: 6, created: 0, errors } });
    const refused = await sendFile(csv, "?dry_run=false");
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "VALIDATION", dry_run: false, rows: 6, created: 0, errors: tried.body.errors },
    });
    expect(await count()).toBe(before);
  });

  it.each([
    ["discount", "1.234", "TOO_MANY_DIGITS"],
    ["latitude", "91", "INVALID"],
    ["status", "active", "INVALID"],
    ["connection_type", "DIALUP", "INVALID"],
    ["ip_address", "10.0.0.256", "INVALID"],
    ["joined_at", "yesterday", "INVALID"],
    ["package", newId(), "DOES_NOT_EXIST"],
  ])("A bad file refuses the %s %s", async (field, value, code) => {
    const { body } = await sendFile(`name,username,phone,${field}\nA,free,1,${value}\n`);
    expect(body).toMatchObject({ rows: 1, errors: [{ line: 2, field, code }] });
    expect(body.errors).toHaveLength(1);
  });

  it.each([
    ["name,username\n", { line: 1, field: "phone", code: "REQUIRED" }],
    ["name,username,phone,colour\n", { line: 1, field: "colour", code: "UNKNOWN_COLUMN" }],
    ["name,username,phone,onu\n", { line: 1, field: "onu", code: "READ_ONLY" }],
    ["name,username,phone,due_amount\n", { line: 1, field: "due_amount", code: "READ_ONLY" }],
    ["name,username,phone,id\n", { line: 1, field: "id", code: "UNKNOWN_COLUMN" }],
    ["name,username,phone,name\n", { line: 1, field: "name", code: "DUPLICATE_COLUMN" }],
    ['name,username,phone\nA,"b,1\n', { line: 2, field: "csv", code: "MALFORMED" }],
    ["\n\n", { line: 1, field: "csv", code: "EMPTY" }],
  ])("A bad file refuses %j", async (csv, error) => {
    expect(await sendFile(csv)).toMatchObject({ status: 200, body: { errors: [error] } });
    expect(await sendFile(csv, "?dry_run=false")).toMatchObject({ status: 400, body: { errors: [error] } });
  });

  it("A bad file is refused in another encoding, of another kind, or empty", async () => {
    const latin1 = Buffer.from("name,username,phone\nRenée,renee,1\n", "latin1");
    expect(await sendFile(latin1)).toMatchObject({ status: 400, body: { errors: [{ code: "NOT_UTF_8" }] } });
    expect((await sendFile(FILE, "", "text/plain")).status).toBe(415);
    expect((await sendFile("")).status).toBe(400);
    expect((await sendFile(FILE, "?dry_run=maybe")).status).toBe(400);
    expect((await sendFile(`name,username,phone\n${"x".repeat(4_200_000)}`)).status).toBe(413);
    const elsewhere = await fetch(`${fixture.server.url}/api/v1/customers/`, {
      method: "POST",
      headers: { authorization: `Bearer ${home.owner.token}`, "content-type": "text/csv" },
      body: FILE,
    });
    expect(elsewhere.status).toBe(415);
  });

  it("A bad file names packages of its own tenant only", async () => {
    await create(fixture.other, "/packages/", { ...HOME_10, name: "Theirs" });
    const { body } = await sendFile("name,username,phone,package\nA,free,1,Theirs\n");
    expect(body.errors).toMatchObject([{ field: "package", code: "DOES_NOT_EXIST" }]);
  });
});

it("The import is for those who may: managers, not counters", async () => {
  const manager = await home.staff("manager", "Manager");
  const counter = await home.staff("counter", "Counter");
  expect((await manager.post(IMPORT, { csv: FILE })).status).toBe(200);
  expect(await counter.post(IMPORT, { csv: FILE })).toMatchObject({
    status: 403,
    body: { permission: "subscribers.customer.import" },
  });
});

it("The import takes ten thousand rows, and not one more", async () => {
  const fileOf = (length: number) => {
    const line = (n: number) => `Person ${n},many-${n},0199${n},Home 10,North,pw-${n}`;
    const rows = Array.from({ length }, (_none, n) => line(n));
    return ["name,username,phone,package,router,password", ...rows].join("\n");
  };
  const over = await sendFile(`${fileOf(10_000)}\nOne more,many-more,1,,,`);
  expect(over.body.errors).toMatchObject([{ line: 10_002, code: "TOO_MANY_ROWS" }]);
  // That so many are taken in, a night's run says; the way is the same.
  const many = lot(1_000, 10_000);
  const csv = fileOf(many);
  const before = await count();
  const jobsBefore = (await home.owner.get("/network-sync-jobs/?page_size=1")).body.count;
  const answer = await sendFile(csv, "?dry_run=false");
  expect(answer).toMatchObject({ status: 200, body: { rows: many, created: many, errors: [] } });
  expect(await count()).toBe(before + many);
  // One sync brings them all onto their router; a job for each would cost it ten thousand times as much.
  const jobs = await home.owner.get("/network-sync-jobs/?page_size=1");
  expect(jobs.body).toMatchObject({
    count: jobsBefore + 1,
    results: [{ kind: "SYNC_ROUTER", customer: null }],
  });
  // Again: every row is a duplicate, and still nothing is half-imported.
  const again = await sendFile(csv, "?dry_run=false");
  expect(again.status).toBe(400);
  expect(again.body.detail).toContain(`${many} errors`);
  expect(again.body.errors).toHaveLength(50);
});

it("A company that writes 12,50 gets semicolons and commas, and its import reads both kinds of file", async () => {
  const { owner } = await makeTenant(fixture.server, { settings: { decimal_separator: "," } });
  const send = async (csv: string) => (await owner.post(IMPORT, { csv, dry_run: false })).body;
  const fields = (sign: string) => [
    "1.50",
    `Nürnberg ${sign}`,
    `nuern-${sign}`,
    "01711000009",
    "12.50",
    "49.45",
    "11.05",
  ];
  const head = ["notes", "name", "username", "phone", "discount", "latitude", "longitude"];
  const comma = [head, fields("A")].map((cells) => csvLine(cells, PLAIN_CSV)).join("");
  expect(await send(comma)).toMatchObject({ created: 1, errors: [] });
  const own = fields("B").map((cell, at) => (at > 3 ? cell.replace(".", ",") : cell));
  const semicolons = [head, own].map((cells) => csvLine(cells, csvWriting(","))).join("");
  expect(await send(semicolons)).toMatchObject({ created: 1, errors: [] });
  const file = String((await owner.get("/customers/export/")).body);
  const [header, ...rows] = parseCsv(file, ";").map(({ cells }) => cells);
  const shown = rows.map((cells) =>
    ["notes", "discount", "latitude", "longitude"].map((name) => cells[header?.indexOf(name) ?? -1]),
  );
  // What was written down stays as it was, also where it looks like a number.
  expect(shown).toEqual(Array(2).fill(["1.50", "12,50", "49,45", "11,05"]));
  const report = String((await owner.get("/reports/trial-balance/?format=csv")).body);
  expect(report.split("\r\n").find((line) => line.startsWith("TOTAL"))).toBe('TOTAL;"0,00";"0,00";"0,00"');
});
