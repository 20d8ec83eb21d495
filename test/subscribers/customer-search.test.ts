// What finds a customer: any part of their name, username, phone, code or address, in every script, kept beside them.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchedSpellings } from "../../shared/kernel/normal/searched.ts";
import { create, type Fixture, openFixture, person } from "./helpers/fixture.ts";

interface Searched {
  id: string;
  name: string;
  username: string;
  phone: string;
  customer_code: string;
  address: string | null;
}

let fixture: Fixture;
let home: Fixture["home"];
const customers: Searched[] = [];

const NAMES = [
  "রহিমা খাতুন",
  "রহিম উদ্দিন",
  "Émile Ünal",
  "Karim 100% _net_",
  "Back\\slash",
  "陳大文 馬",
  "BDGJ aqik",
  "Code 303251 251303",
  "😀 Rahima",
];
const ADDRESSES = ["House 12, Road 5", "বাড়ি ৩", null];

const read = async (id: string): Promise<Searched> => (await home.owner.get(`/customers/${id}/`)).body;
async function found(text: string): Promise<string[]> {
  const { status, body } = await home.owner.get(
    `/customers/?page_size=500&search=${encodeURIComponent(text)}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.count).toBe(body.results.length);
  return body.results.map(({ id }: { id: string }) => id).sort();
}

beforeAll(async () => {
  fixture = await openFixture();
  ({ home } = fixture);
  for (const [at, name] of NAMES.entries()) {
    const address = ADDRESSES[at % ADDRESSES.length];
    customers.push(await read(await create(home, "/customers/", person({ name, address }))));
  }
});
afterAll(() => fixture.server.stop());

const textsOf = ({ name, username, phone, customer_code, address }: Searched) =>
  [name, username, phone, customer_code, address ?? ""].map((text) => text.toLowerCase());

describe("a search of customers", () => {
  it("A search finds whoever holds the text in one of their fields, its digits in either script, and nobody else", async () => {
    const all = customers.flatMap(textsOf).filter((text) => text !== "");
    const part = fc
      .tuple(fc.constantFrom(...all), fc.nat(), fc.integer({ min: 1, max: 12 }))
      .map(([text, from, length]) =>
        [...text]
          .slice(from % [...text].length)
          .slice(0, length)
          .join(""),
      );
    const other = fc.string({ unit: fc.constantFrom(..."abqi0123\\%_ র馬é"), minLength: 1, maxLength: 7 });
    const searched = fc.oneof(
      part,
      fc.tuple(part, other).map(([one, two]) => one + two),
      other,
    );
    const run = async (text: string) => {
      const holders = customers.filter((one) =>
        textsOf(one).some((held) => searchedSpellings(text, null).some((spelled) => held.includes(spelled))),
      );
      expect(await found(text.toUpperCase().toLowerCase() === text ? text.toUpperCase() : text)).toEqual(
        holders.map(({ id }) => id).sort(),
      );
    };
    await fc.assert(fc.asyncProperty(searched, run), { numRuns: 150 });
  });

  it("A letter's bytes are not taken for somebody's digits or letters", async () => {
    const [accented] = customers.filter(({ name }) => name.startsWith("Émile"));
    const [digits] = customers.filter(({ name }) => name.startsWith("Code"));
    expect(await found("303251")).toEqual([digits?.id]);
    expect(await found("Émile")).toEqual([accented?.id]);
  });

  it("A customer is found by what they are called now, and by nothing that they were called before", async () => {
    const id = await create(home, "/customers/", person({ name: "Formerly Known", address: "Old Street 9" }));
    expect(await found("formerly")).toEqual([id]);
    const change = { name: "Nowadays Called", address: null };
    expect((await home.owner.patch(`/customers/${id}/`, change)).status).toBe(200);
    expect(await found("nowadays")).toEqual([id]);
    expect(await found("formerly")).toEqual([]);
    expect(await found("old street")).toEqual([]);
  });

  it("A payment, and a change of anything that nobody searches, writes no searched text", async () => {
    const id = await create(
      home,
      "/customers/",
      person({ name: "Steady Payer", package: fixture.packageId }),
    );
    const { platform } = fixture.server.services.db;
    const written = () =>
      platform`select xmin::text, ctid::text, searched from customer_texts where tenant_id = ${home.tenant.id} and id = ${id}`;
    const before = await written();
    expect(before).toHaveLength(1);
    const recharge = { customer_id: id, amount: "500.00", validity_days: 30 };
    expect((await home.owner.post("/recharges/", recharge)).status).toBe(201);
    const change = { name: "Steady Payer", area: "North", notes: "Pays at the counter" };
    expect((await home.owner.patch(`/customers/${id}/`, change)).status).toBe(200);
    expect(await written()).toEqual(before);
  });

  it("A search is of one company, and nothing is kept of a customer who was deleted", async () => {
    const id = await create(home, "/customers/", person({ name: "Passing Through" }));
    const { body } = await fixture.other.owner.get("/customers/?search=passing");
    expect(body.count).toBe(0);
    expect(await found("passing")).toEqual([id]);
    expect((await home.owner.delete(`/customers/${id}/`)).status).toBe(204);
    expect(await found("passing")).toEqual([]);
    const { platform } = fixture.server.services.db;
    expect(
      await platform`select from customer_texts where tenant_id = ${home.tenant.id} and id = ${id}`,
    ).toEqual([]);
  });
});
