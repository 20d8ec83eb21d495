// Contract §1, writes: partial updates, versions, idempotency keys.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import { person, plan } from "../helpers/bodies.ts";
import { expectProblem, expectStatus } from "../helpers/money.ts";

let server: TestServer;
let tenant: TestTenant;
let other: TestTenant;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server, { subdomain: "writes" });
  other = await makeTenant(server, { subdomain: "elsewhere" });
  owner = tenant.owner;
});
afterAll(() => server.stop());

describe("an idempotency key", () => {
  it("An idempotency key knows an amount again however it is written, and a body whatever the order of its names", async () => {
    const { id } = await expectStatus(201, owner.post("/customers/", person()));
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await owner.post(
      "/recharges/",
      { customer_id: id, amount: "5.00", validity_days: 1 },
      headers,
    );
    const again = await owner.post("/recharges/", { validity_days: 1, amount: 5, customer_id: id }, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    const other = owner.post("/recharges/", { customer_id: id, amount: "5.01", validity_days: 1 }, headers);
    await expectProblem(422, other, "IDEMPOTENCY_KEY_REUSED");
    expect((await owner.get(`/recharges/?customer=${id}`)).body.count).toBe(1);
  });
});

describe("partial update", () => {
  it("Partial update changes what is named and nothing else", async () => {
    const { id, ...before } = (await owner.post("/customers/", person({ email: "a@isp.example" }))).body;
    const after = await expectStatus(200, owner.patch(`/customers/${id}/`, { area: "East" }));
    const { updated_at: _u, version: _v, ...rest } = before;
    expect(after).toMatchObject({ ...rest, area: "East", version: before.version + 1 });
    expect((await expectStatus(200, owner.patch(`/customers/${id}/`, { email: null }))).email).toBeNull();
    expect((await expectStatus(200, owner.patch(`/customers/${id}/`, {}))).area).toBe("East");
  });

  it("Partial update refuses unknown fields and those that the server owns", async () => {
    const { id } = (await owner.post("/customers/", person())).body;
    for (const body of [
      { colour: "red" },
      { due_amount: "5" },
      { advance_amount: "5" },
      { version: 7 },
      { id },
    ]) {
      const [field] = Object.keys(body);
      const problem = await expectProblem(400, owner.patch(`/customers/${id}/`, body), "VALIDATION");
      expect(problem.errors).toMatchObject([
        { field, message: expect.any(String), code: expect.any(String) },
      ]);
    }
    await expectProblem(400, owner.post("/customers/", person({ colour: "red" })), "VALIDATION");
    await expectProblem(400, owner.post("/customers/", person({ created_at: "2026-01-01T00:00:00Z" })));
  });

  it("DELETE answers 204 without a body, then 404", async () => {
    const { id } = (await owner.post("/packages/", plan())).body;
    const gone = await owner.delete(`/packages/${id}/`);
    expect([gone.status, gone.body]).toEqual([204, ""]);
    await expectProblem(404, owner.get(`/packages/${id}/`), "NOT_FOUND");
    await expectProblem(404, owner.delete(`/packages/${id}/`), "NOT_FOUND");
  });
});

describe("what nobody asked for", () => {
  it("A query parameter that a record, an operation or a route does not know is refused, never ignored", async () => {
    const { id } = (await owner.post("/packages/", plan())).body;
    for (const path of [
      `/packages/${id}/`,
      "/packages/",
      "/auth/me/",
      "/settings/",
      "/permissions/",
      "/reports/dashboard/",
      "/attendance/summary/",
      "/audit-logs/verify/",
      "/openapi.json",
      "/customers/export/",
    ]) {
      const problem = await expectProblem(400, owner.get(`${path}?colour=red`), "VALIDATION");
      expect(problem.errors, path).toMatchObject([{ field: "colour", code: "UNKNOWN_PARAMETER" }]);
    }
    await expectProblem(400, owner.get("/settings/?constructor=1"), "VALIDATION");
    await expectProblem(400, owner.post("/packages/?colour=red", plan()), "VALIDATION");
    await expectProblem(400, owner.patch(`/packages/${id}/?colour=red`, { price: "1" }), "VALIDATION");
    await expectProblem(400, owner.delete(`/packages/${id}/?colour=red`), "VALIDATION");
    expect((await owner.get(`/packages/${id}/`)).body.price).toBe("500.00");
  });

  it("A body that nothing is asked of is empty: a member that it has is refused, never ignored", async () => {
    const clerk = await tenant.staff("leaves", "Support");
    const problem = await expectProblem(400, clerk.post("/auth/logout/", { colour: "red" }), "VALIDATION");
    expect(problem.errors).toMatchObject([{ field: "colour", code: "UNKNOWN_FIELD" }]);
    await expectStatus(200, clerk.get("/auth/me/"));
    expect((await clerk.post("/auth/logout/", {})).status).toBe(204);
  });

  it("A place on the map is taken with what a GPS gives; other numbers say how many decimals they have", async () => {
    const place = { latitude: 23.8103312, longitude: "-90.412518000123456" };
    const made = await expectStatus(201, owner.post("/customers/", person(place)));
    expect(made).toMatchObject({ latitude: 23.810331, longitude: -90.412518 });
    const tiny = await expectStatus(201, owner.post("/customers/", person({ latitude: 1e-9 })));
    expect(tiny.latitude).toBe(0);
    for (const bandwidth_mbps of [1.0001, "1.0001"]) {
      const problem = await expectProblem(400, owner.post("/packages/", plan({ bandwidth_mbps })));
      expect(problem.errors).toEqual([
        { field: "bandwidth_mbps", code: "TOO_MANY_DIGITS", message: "At most 3 decimals" },
      ]);
    }
    const far = await expectProblem(400, owner.post("/customers/", person({ latitude: "1234567890" })));
    expect(far.errors).toMatchObject([{ field: "latitude", code: "INVALID" }]);
  });

  it("A field that is wrong twice over is listed once", async () => {
    const offer = {
      title: "O",
      discount_type: "PERCENT",
      discount_value: "5",
      start_date: "x",
      end_date: "y",
    };
    const { errors } = await expectProblem(400, owner.post("/offers/", offer));
    const fields = errors.map(({ field }: { field: string }) => field);
    expect(fields).toContain("start_date");
    expect(new Set(fields).size).toBe(fields.length);
  });

  it("Half a character is refused wherever it comes in, as NUL is", async () => {
    const half = "a\ud800";
    const named = [
      ["/customers/", person({ name: half }), "name"],
      ["/payments/events/", { provider: "bkash", event_id: half, amount: "1.00", payload: {} }, "event_id"],
      ["/packages/", plan({ idempotency_key: half }), "idempotency_key"],
      ["/staff/", { username: "half", password: "half-a-secret", full_name: half }, "full_name"],
    ] as const;
    for (const [path, body, field] of named) {
      const { errors } = await expectProblem(400, owner.post(path, body), "VALIDATION");
      expect(errors, path).toMatchObject([{ field, code: "INVALID" }]);
    }
    const whole = await expectStatus(201, owner.post("/customers/", person({ name: "Rahima \u{1f600}" })));
    expect(whole.name).toBe("Rahima \u{1f600}");
  });

  it("Ids in a body are UUIDv7: the nil id and other versions are refused", async () => {
    for (const id of ["00000000-0000-0000-0000-000000000000", crypto.randomUUID(), "1"]) {
      const problem = await expectProblem(400, owner.post("/customers/", person({ id })), "VALIDATION");
      expect(problem.errors).toMatchObject([{ field: "id", code: "INVALID" }]);
      await expectProblem(400, owner.post("/customers/", person({ package: id })), "VALIDATION");
    }
  });

  it("A field's error has a code of ours, and words that a person can read", async () => {
    const { price: _price, ...free } = plan();
    const codes = async (path: string, body: object) => {
      const problem = await expectProblem(400, owner.post(path, body), "VALIDATION");
      for (const { message } of problem.errors)
        expect(message).not.toMatch(/expected|Invalid input|>=|regex/i);
      return Object.fromEntries(
        problem.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
      );
    };
    expect(await codes("/packages/", free)).toEqual({ price: "REQUIRED" });
    expect(
      await codes(
        "/packages/",
        plan({ name: "", price: "-1", bandwidth_mbps: 0, validity_days: 0, colour: "red" }),
      ),
    ).toEqual({
      name: "REQUIRED",
      price: "INVALID",
      bandwidth_mbps: "TOO_SMALL",
      validity_days: "TOO_SMALL",
      colour: "UNKNOWN_FIELD",
    });
    expect(
      await codes("/packages/", plan({ name: "x".repeat(300), validity_days: 1e9, price: true })),
    ).toEqual({
      name: "TOO_LONG",
      validity_days: "TOO_LARGE",
      price: "INVALID",
    });
    expect(await codes("/customers/", person({ status: "ASLEEP", router: crypto.randomUUID() }))).toEqual({
      status: "INVALID",
      router: "INVALID",
    });
  });
});

describe("concurrency", () => {
  it("Every record has a version and an ETag, and If-Match is honoured", async () => {
    const created = await owner.post("/packages/", plan());
    expect(created.body.version).toBe(1);
    const tag = created.headers.get("etag") as string;
    expect(tag).toBeTruthy();
    const path = `/packages/${created.body.id}/`;
    expect((await owner.get(path)).headers.get("etag")).toBe(tag);
    const changed = await owner.patch(path, { price: "600" }, { "if-match": tag });
    expect(changed).toMatchObject({ status: 200, body: { version: 2 } });
    const newTag = changed.headers.get("etag") as string;
    expect(newTag).not.toBe(tag);
    await expectProblem(412, owner.patch(path, { price: "700" }, { "if-match": tag }), "STALE_VERSION");
    await expectProblem(412, owner.delete(path, { "if-match": tag }), "STALE_VERSION");
    expect((await owner.get(path)).body.price).toBe("600.00");
    await expectStatus(200, owner.patch(path, { price: "700" }, { "if-match": "*" }));
    const last = (await owner.get(path)).headers.get("etag") as string;
    await expectStatus(204, owner.delete(path, { "if-match": last }));
  });

  it("Concurrency is honoured on customers, staff, roles and settings too", async () => {
    const customer = (await owner.post("/customers/", person())).body;
    const role = (await owner.post("/roles/", { name: "Etag", permissions: [] })).body;
    const staff = await tenant.staff("etag-staff", "Counter");
    for (const [path, body] of [
      [`/customers/${customer.id}/`, { area: "X" }],
      [`/roles/${role.id}/`, { name: "Etag 2" }],
      [`/staff/${staff.staff_id}/`, { designation: "X" }],
      ["/settings/", { support_phone: "1" }],
    ] as const) {
      const tag = (await owner.get(path)).headers.get("etag") as string;
      expect(tag, path).toBeTruthy();
      await expectStatus(200, owner.patch(path, body, { "if-match": tag }));
      await expectProblem(412, owner.patch(path, body, { "if-match": tag }), "STALE_VERSION");
    }
  });
});

describe("idempotency", () => {
  const headers = (key: string) => ({ "idempotency-key": key });

  it("Idempotency gives the first answer again, and says so", async () => {
    const body = person();
    const first = await owner.post("/customers/", body, headers("wire-1"));
    const again = await owner.post("/customers/", body, headers("wire-1"));
    expect(first.status).toBe(201);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const list = await owner.get(`/customers/?username=${body.username}`);
    expect(list.body.count).toBe(1);
  });

  it("Idempotency takes the key from the body too, and members in any order", async () => {
    const { name, username, phone } = person();
    const first = await owner.post("/customers/", { name, username, phone, idempotency_key: "wire-2" });
    expect(first.status).toBe(201);
    const again = await owner.post("/customers/", { phone, idempotency_key: "wire-2", username, name });
    expect(again.body).toEqual(first.body);
    const byHeader = await owner.post("/customers/", { phone, username, name }, headers("wire-2"));
    expect(byHeader.headers.get("idempotent-replayed")).toBe("true");
  });

  it("Idempotency refuses the key with another body, or for another operation", async () => {
    await expectStatus(201, owner.post("/customers/", person(), headers("wire-3")));
    await expectProblem(
      422,
      owner.post("/customers/", person(), headers("wire-3")),
      "IDEMPOTENCY_KEY_REUSED",
    );
    await expectProblem(422, owner.post("/packages/", plan(), headers("wire-3")), "IDEMPOTENCY_KEY_REUSED");
  });

  it("Idempotency is each tenant's own", async () => {
    const body = person();
    await expectStatus(201, owner.post("/customers/", body, headers("wire-4")));
    const theirs = await other.owner.post("/customers/", body, headers("wire-4"));
    expect(theirs.status).toBe(201);
    expect(theirs.headers.get("idempotent-replayed")).toBeNull();
  });

  it("Idempotency keeps no key of a request that failed", async () => {
    const body = person();
    await expectProblem(400, owner.post("/customers/", { ...body, email: "no" }, headers("wire-5")));
    await expectStatus(201, owner.post("/customers/", body, headers("wire-5")));
  });

  it("Idempotency lets one of many at once through; the others wait or hear that it runs", async () => {
    const { id } = (await owner.post("/customers/", person())).body;
    const body = { customer_id: id, amount: "10", validity_days: 1 };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => owner.post("/recharges/", body, headers("wire-6"))),
    );
    const fresh = answers.filter(
      ({ status, headers: got }) => status === 201 && got.get("idempotent-replayed") === null,
    );
    expect(fresh).toHaveLength(1);
    for (const { status, body: said } of answers) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(said.code).toBe("IDEMPOTENCY_IN_PROGRESS");
    }
    expect((await owner.get(`/recharges/?customer=${id}`)).body.count).toBe(1);
  });

  it("Idempotency is a text, of a length that can be kept; any other is refused, not ignored", async () => {
    for (const idempotency_key of [7, {}, true, "", " ", "x".repeat(201)])
      await expectProblem(400, owner.post("/customers/", { ...person(), idempotency_key }), "VALIDATION");
    await expectStatus(201, owner.post("/customers/", { ...person(), idempotency_key: null }));
  });

  it("Idempotency is required for adjustments", async () => {
    const { id } = (await owner.post("/customers/", person())).body;
    const body = { customer: id, amount: "10", adjustment_type: "CREDIT", reason: "Outage" };
    await expectProblem(400, owner.post("/adjustments/", body), "IDEMPOTENCY_KEY_REQUIRED");
    await expectStatus(201, owner.post("/adjustments/", body, headers("wire-7")));
    await expectStatus(201, owner.post("/adjustments/", { ...body, idempotency_key: "wire-8" }));
  });
});
