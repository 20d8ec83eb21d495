// Contract §1, lists: pages, order, search, filters, cursors; what is unknown is refused.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import { person, plan } from "../helpers/bodies.ts";
import { type Body, expectProblem, expectStatus } from "../helpers/money.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe("lists", () => {
  let listed: TestTenant;
  beforeAll(async () => {
    listed = await makeTenant(server);
    for (const [index, area] of ["North", "South", "North", "West", "North"].entries()) {
      const body = { ...person(), name: `List ${index}`, area, expiry_date: `2027-0${index + 1}-15` };
      await expectStatus(201, listed.owner.post("/customers/", body));
    }
    for (const price of ["100", "200", "300"])
      await expectStatus(201, listed.owner.post("/packages/", plan({ price, validity_days: Number(price) })));
  });
  const names = async (query: string) => {
    const body = await expectStatus(200, listed.owner.get(`/customers/?${query}`));
    return body.results.map(({ name }: { name: string }) => name.slice(5)).join("");
  };
  const prices = async (query: string) => {
    const body = await expectStatus(200, listed.owner.get(`/packages/?${query}`));
    return body.results.map(({ price }: { price: string }) => Number(price)).sort();
  };

  it("Lists come in pages that say where the next one is", async () => {
    const first = await expectStatus(200, listed.owner.get("/customers/?page_size=2&ordering=name"));
    expect(first).toMatchObject({ count: 5, previous: null, next: expect.any(String) });
    expect(first.results).toHaveLength(2);
    const seen = [...first.results];
    for (let page = first; page.next; ) {
      const response = await fetch(new URL(page.next, server.url), {
        headers: { authorization: `Bearer ${listed.owner.token}` },
      });
      page = await response.json();
      expect(page.previous).toEqual(expect.any(String));
      expect(page.count).toBe(5);
      seen.push(...page.results);
    }
    expect(seen.map(({ name }) => name)).toEqual(["List 0", "List 1", "List 2", "List 3", "List 4"]);
  });

  /** Follows `next` from the first page to the last, then `previous` back again. */
  const walk = async (path: string) => {
    const read = async (url: string) => {
      const headers = { authorization: `Bearer ${listed.owner.token}` };
      const response = await fetch(url, { headers });
      expect(response.status, url).toBe(200);
      return (await response.json()) as Body;
    };
    const there: Body[] = [await read(`${server.url}/api/v1${path}`)];
    while (there.at(-1)?.next) there.push(await read(there.at(-1)?.next));
    const back: Body[] = [there.at(-1) as Body];
    while (back.at(-1)?.previous) back.push(await read(back.at(-1)?.previous));
    const ids = (pages: Body[]) =>
      pages.flatMap(({ results }) => results.map(({ id }: { id: string }) => id));
    return { there: ids(there), back: ids(back.reverse()), pages: there.length };
  };

  it("Lists lead to every record once, there and back, whatever they are sorted by", async () => {
    // Some without a value, and some with the same one.
    for (const area of ["East", "East", null])
      await expectStatus(201, listed.owner.post("/customers/", { ...person(), name: "Twin", area }));
    const one = (await expectStatus(200, listed.owner.get("/customers/?page_size=1"))).results[0];
    const sortable = Object.keys(one).filter(
      // A list of days is no order.
      (name) => !/_name$|^(address|notes)$/.test(name) && !Array.isArray(one[name]),
    );
    expect(sortable.length).toBeGreaterThan(20);
    const orders = [
      ...sortable,
      ...sortable.map((name) => `-${name}`),
      "area,-name",
      "-expiry_date,area,name",
    ];
    for (const ordering of orders) {
      const { there, back, pages } = await walk(`/customers/?page_size=3&ordering=${ordering}`);
      const whole = await expectStatus(
        200,
        listed.owner.get(`/customers/?page_size=500&ordering=${ordering}`),
      );
      expect(pages, ordering).toBe(3);
      expect(there, ordering).toEqual(whole.results.map(({ id }: { id: string }) => id));
      expect(back, ordering).toEqual(there);
    }
  });

  it("Lists go on where they were, although records come and go on the pages before", async () => {
    const moving = await makeTenant(server);
    const made: string[] = [];
    for (let n = 0; n < 4; n += 1)
      made.push(
        (await expectStatus(201, moving.owner.post("/customers/", { ...person(), name: `M${n}` }))).id,
      );
    const first = await expectStatus(200, moving.owner.get("/customers/?ordering=name&page_size=2"));
    expect((await moving.owner.delete(`/customers/${made[0]}/`)).status).toBe(204);
    await expectStatus(201, moving.owner.post("/customers/", { ...person(), name: "A first" }));
    const second = await expectStatus(200, moving.owner.get(first.next.slice(`${server.url}/api/v1`.length)));
    expect(second.results.map(({ name }: { name: string }) => name)).toEqual(["M2", "M3"]);
  });

  it("Lists have an empty page past their end, and absolute addresses that carry a position", async () => {
    const past = await expectStatus(200, listed.owner.get("/customers/?page=1000"));
    expect(past).toMatchObject({ results: [], next: null });
    const first = await expectStatus(200, listed.owner.get("/customers/?page_size=2"));
    expect(new URL(first.next).origin).toBe(server.url);
    expect(new URL(first.next).searchParams.get("page")).toBeNull();
  });

  it("Lists are filtered by what is missing, and by one of several values of a repeated parameter", async () => {
    expect(await names("expiry_date__isnull=false&name__in=List%200,List%201&ordering=name")).toBe("01");
    expect(await names("router__isnull=false")).toBe("");
    expect(await names("area=South&area=West&ordering=name")).toBe("13");
  });

  it("Lists have 50 on a page unless asked, 500 at most", async () => {
    const crowd = await makeTenant(server);
    const csv = ["name,username,phone", ...Array.from({ length: 60 }, (_, n) => `C ${n},c${n},${n}`)].join(
      "\n",
    );
    await expectStatus(200, crowd.owner.post("/customers/import/", { csv, dry_run: false }));
    const page = async (query: string) =>
      (await expectStatus(200, crowd.owner.get(`/customers/${query}`))).results.length;
    expect([await page(""), await page("?page_size=500"), await page("?page=2")]).toEqual([50, 60, 10]);
    for (const size of ["501", "0", "-1", "ten", "1.5"])
      await expectProblem(400, crowd.owner.get(`/customers/?page_size=${size}`), "VALIDATION");
    await expectProblem(400, crowd.owner.get("/customers/?page=0"), "VALIDATION");
  });

  it("Lists are sorted by any of their fields, and by several", async () => {
    expect(await names("ordering=name")).toBe("01234");
    expect(await names("ordering=-name")).toBe("43210");
    expect(await names("ordering=-expiry_date")).toBe("43210");
    expect(await names("ordering=area,-name")).toBe("42013");
    for (const ordering of ["colour", "password", "-", "name;drop", "tenant_id"])
      await expectProblem(400, listed.owner.get(`/customers/?ordering=${ordering}`), "VALIDATION");
  });

  it("Lists are searched, and filtered by equality", async () => {
    expect(await names("search=list%203")).toBe("3");
    expect(await names("area=North&ordering=name")).toBe("024");
    expect(await names("area=North&search=List%204")).toBe("4");
    expect(await names("area=Nowhere")).toBe("");
    // What SQL would take for a pattern is text.
    expect(await names("search=%25")).toBe("");
    expect(await names("search=_")).toBe("");
  });

  it("Lists are filtered by ranges on dates, numbers, money and instants, and by __in", async () => {
    expect(await names("expiry_date__gte=2027-03-15&ordering=name")).toBe("234");
    expect(await names("expiry_date__gt=2027-03-15&ordering=name")).toBe("34");
    expect(await names("expiry_date__lte=2027-03-15&ordering=name")).toBe("012");
    expect(await names("expiry_date__lt=2027-03-15&ordering=name")).toBe("01");
    expect(await names("expiry_date__gte=2027-02-01&expiry_date__lt=2027-04-01&ordering=name")).toBe("12");
    expect(await names("expiry_date__in=2027-01-15,2027-05-15&ordering=name")).toBe("04");
    expect(await names("status__in=ACTIVE,EXPIRED&ordering=name")).toBe("01234");
    expect(await names("status__in=EXPIRED")).toBe("");
    expect(await names("created_at__gte=2020-01-01T00:00:00Z&ordering=name")).toBe("01234");
    expect(await names("created_at__lt=2020-01-01")).toBe("");
    expect(await prices("price__gte=200")).toEqual([200, 300]);
    expect(await prices("price__lt=200.00")).toEqual([100]);
    expect(await prices("price__in=100,300.00")).toEqual([100, 300]);
    expect(await prices("price=200")).toEqual([200]);
    expect(await prices("validity_days__gt=100&validity_days__lt=300")).toEqual([200]);
  });

  it.each([
    "colour=red",
    "colour__gte=1",
    "status=NOBODY",
    "status__in=ACTIVE,NOBODY",
    "name__gte=a",
    "expiry_date__between=1",
    "expiry_date__gte=yesterday",
    "package=nonsense",
    "cursor=nonsense",
    "colour__isnull=true",
    "area__isnull=perhaps",
    "page=1&page=2",
    "search=a&search=b",
    "expiry_date__gte=2027-01-01&expiry_date__gte=2027-02-01",
    "constructor=1",
    "ordering=constructor",
    "limit=5",
    "has_due=maybe",
    "password=x",
    "tenant_id=1",
  ])("Lists refuse what is asked for by ?%s", async (query) => {
    await expectProblem(400, listed.owner.get(`/customers/?${query}`), "VALIDATION");
  });

  it.each(["/ledger-entries/", "/audit-logs/"])("The list %s is walked by cursor", async (path) => {
    const rich = await makeTenant(server);
    const { id } = (await rich.owner.post("/customers/", person())).body;
    for (let n = 0; n < 5; n += 1)
      await expectStatus(
        201,
        rich.owner.post("/recharges/", { customer_id: id, amount: "10", validity_days: 1 }),
      );
    const whole = await expectStatus(200, rich.owner.get(`${path}?page_size=500`));
    const seen: string[] = [];
    let next: string | null = `/api/v1${path}?cursor=&page_size=2`;
    while (next) {
      const response: Response = await fetch(new URL(next, server.url), {
        headers: { authorization: `Bearer ${rich.owner.token}` },
      });
      expect(response.status).toBe(200);
      const page: Body = await response.json();
      expect(page.results.length).toBeLessThanOrEqual(2);
      seen.push(...page.results.map((row: { id: string }) => row.id));
      next = page.next;
    }
    expect(seen.length).toBe(whole.count);
    expect(new Set(seen)).toEqual(new Set(whole.results.map((row: { id: string }) => row.id)));
    const foreign = await expectStatus(200, rich.owner.get("/customers/?page_size=1&ordering=name"));
    const cursors = ["nonsense", "W10", Buffer.from("{}").toString("base64url")];
    if (foreign.next) cursors.push(String(new URL(foreign.next).searchParams.get("cursor")));
    for (const cursor of cursors)
      await expectProblem(400, rich.owner.get(`${path}?cursor=${cursor}`), "VALIDATION");
  });
});

describe("lists of a company of more than are counted", () => {
  let crowd: TestTenant;
  beforeAll(async () => {
    crowd = await makeTenant(server);
    const rows = Array.from({ length: 10_000 }, (_, n) => `C ${n},c${n},${n},North`);
    const csv = ["name,username,phone,area", ...rows].join("\n");
    await expectStatus(200, crowd.owner.post("/customers/import/", { csv, dry_run: false }));
    await expectStatus(201, crowd.owner.post("/customers/", { ...person(), name: "C first", area: "North" }));
  });

  it("Lists say a lower bound where more match a filter than are counted", async () => {
    const filtered = await expectStatus(200, crowd.owner.get("/customers/?area=North&page_size=1"));
    expect(filtered).toMatchObject({ count: 10_001, count_is_exact: false });
    await expectStatus(201, crowd.owner.post("/customers/", { ...person(), name: "C last", area: "South" }));
    const whole = await expectStatus(200, crowd.owner.get("/customers/?page_size=1"));
    expect(whole.count).toBe(10_002);
    expect(whole).not.toHaveProperty("count_is_exact");
  });

  it("A search that more match than are counted answers the newest first, page by page, or in the order that is asked for", async () => {
    const read = async (address: string) => {
      const headers = { authorization: `Bearer ${crowd.owner.token}` };
      return (await (await fetch(new URL(address, server.url), { headers })).json()) as Body;
    };
    const idsOf = ({ results }: Body): string[] => results.map(({ id }: { id: string }) => id);
    const first = await read("/api/v1/customers/?search=c&page_size=20");
    expect(first).toMatchObject({ count: 10_001, count_is_exact: false, previous: null });
    const second = await read(first.next);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(
      idsOf(await read("/api/v1/customers/?ordering=-id&page_size=40")),
    );
    expect(idsOf(await read(second.previous))).toEqual(idsOf(first));
    const named = await read("/api/v1/customers/?search=c&ordering=name&page_size=3");
    expect(named.results.map(({ name }: { name: string }) => name)).toEqual(["C 0", "C 1", "C 10"]);
  });

  it("A search that thousands match answers each of them once, the newest first, forwards, backwards and by pages' numbers", async () => {
    const found = "/customers/?search=1&page_size=500";
    const read = (path: string): Promise<Body> => expectStatus(200, crowd.owner.get(path));
    const idsOf = ({ results }: Body): string[] => results.map(({ id }: { id: string }) => id);
    const pathOf = (address: string) => address.replace(/^.*\/api\/v1/, "");
    const pages = [await read(found)];
    while (pages.at(-1)?.next) pages.push(await read(pathOf(pages.at(-1)?.next)));
    const ids = pages.flatMap(idsOf);
    expect(ids.length).toBeGreaterThan(3_000);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    expect(pages.map(({ count }) => count)).toEqual(pages.map(() => ids.length));
    expect(idsOf(await read(`${found}&page=3`))).toEqual(idsOf(pages[2]));
    expect(idsOf(await read(pathOf(pages[2]?.previous)))).toEqual(idsOf(pages[1]));
    expect(idsOf(await read(`${found}&ordering=id`))).toEqual(ids.slice(-500).reverse());
    const named = await read(`${found}&ordering=name&status=ACTIVE`);
    expect(named.count).toBe(ids.length);
    const names: string[] = named.results.map(({ name }: Body) => name);
    expect(names).toEqual([...names].sort());
  });
});
