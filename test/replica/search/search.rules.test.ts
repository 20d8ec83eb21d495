// Customer search: what counts as a match, and that the shortcuts taken for speed change nothing.
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { SearchTexts } from "../../../renderer/kernel/replica/search/search-text.ts";
import { fold, marked, soundOf, wordsOf } from "../../../renderer/kernel/replica/search/search-words.ts";
import { customerSearch } from "../../../renderer/subscribers/customer/customer-search.ts";

interface Person {
  id: string;
  name: string;
  phone: string;
  username: string;
  customer_code: string;
  area: string;
  status: string;
  due_amount: string;
  expiry_date: string | null;
}

afterEach(() => {
  vi.restoreAllMocks();
});

const person = (id: string, name: string, more: Partial<Person> = {}) => ({
  id,
  name,
  phone: "",
  username: id,
  customer_code: "",
  area: "",
  status: "ACTIVE",
  due_amount: "0.00",
  expiry_date: null,
  _deleted: false,
  ...more,
});

function searchOver(...people: ReturnType<typeof person>[]) {
  const search = customerSearch.open();
  search.apply(people);
  return (query: string) => search.search(query).rows.map(({ id }) => id);
}

test.each([
  ["JOSE alv", "José Álvarez"],
  ["zoe", "Zoë Sarkar"],
  ["كمال", "كمال"],
  ["কামাল", "কামাল হোসেন"],
  ["হোসেন কামা", "কামাল হোসেন"],
  // The same letter, typed as one code point or as two.
  ["\u09af\u09bc", "আ\u09dfশা"],
  ["straße", "Straße 7"],
])("The search for %s finds %s", (query, name) => {
  expect(searchOver(person("a", name), person("b", "Someone Else"))(query)).toEqual(["a"]);
});

test.each(["01711-123456", "01711123456", "+880 1711", "৮৮০১৭১১১২৩", "1711123", "(01711)123"])(
  "Phone numbers are found however they are written: %s",
  (query) => {
    const find = searchOver(
      person("a", "A", { phone: "+880 1711-123456" }),
      person("b", "B", { phone: "01711123456" }),
    );
    const hits = find(query.replaceAll(" ", ""));
    expect(hits.length).toBeGreaterThan(0);
  },
);

test("Bengali vowel signs tell names apart", () => {
  expect(searchOver(person("a", "কমল"), person("b", "কামাল"))("কমল")).toEqual(["a"]);
  expect(fold("কামাল")).not.toBe(fold("কমল"));
});

test("A word does not match across two fields", () => {
  expect(searchOver(person("a", "Rahim", { phone: "017" }))("m017")).toEqual([]);
});

test("Filters narrow rows and total, counts stay those of the words", () => {
  const search = customerSearch.open();
  search.apply([
    person("a", "Rahim One", { due_amount: "10.00", expiry_date: "2026-01-10" }),
    person("b", "Rahim Two", { status: "EXPIRED", expiry_date: "2026-01-20" }),
    person("c", "Rahim Three", { status: "EXPIRED", due_amount: "5.50" }),
    person("d", "Karim", { status: "EXPIRED" }),
  ]);
  expect(search.search("rahim", { passes: ({ status }) => status === "EXPIRED", limit: 1 })).toMatchObject({
    rows: [{ id: "c" }],
    total: 2,
    counts: { ACTIVE: 1, EXPIRED: 2 },
  });
  expect(search.search("", { passes: ({ due_amount }) => Number(due_amount) > 0 }).total).toBe(2);
});

const letters = fc.string({ unit: fc.constantFrom(..."ab1-+ "), maxLength: 6 });
const id = fc.constantFrom(..."pqrstuvw");
const write = fc.record({
  id,
  name: letters,
  phone: fc.string({ unit: fc.constantFrom(..."12-+ "), maxLength: 6 }),
  gone: fc.boolean(),
});

test("Typing on, changing and deleting find the same as a fresh search", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.array(write, { minLength: 1, maxLength: 4 }), letters), { maxLength: 12 }),
      fc.nat({ max: 80 }),
      (steps, bulk) => {
        const search = customerSearch.open();
        // Many at once go another way than few.
        search.apply(Array.from({ length: bulk }, (_, n) => person(`bulk${n}`, `a b ${n}`)));
        const rows = new Map<string, ReturnType<typeof person>>();
        for (let n = 0; n < bulk; n++) rows.set(`bulk${n}`, person(`bulk${n}`, `a b ${n}`));
        for (const step of steps) {
          if (typeof step !== "string") {
            const changes = step.map(({ id, name, phone, gone }) => ({
              ...person(id, name, { phone }),
              _deleted: gone,
            }));
            search.apply(changes);
            for (const row of changes) {
              if (row._deleted) rows.delete(row.id);
              else rows.set(row.id, row);
            }
            continue;
          }
          for (let end = 1; end <= step.length; end++) {
            const query = step.slice(0, end);
            const fresh = customerSearch.open();
            fresh.apply([...rows.values()]);
            expect(search.search(query, { limit: 500 })).toEqual(fresh.search(query, { limit: 500 }));
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("Any part of a code, of a username or of a phone finds its record, also where a phone is written with words", () => {
  const written = fc.string({ unit: fc.constantFrom(..."ab1-+/"), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.record({ customer_code: written, username: written, phone: written }),
      fc.constantFrom("customer_code" as const, "username" as const, "phone" as const),
      fc.nat(),
      fc.nat(),
      (texts, field, from, length) => {
        const text = texts[field];
        const start = from % text.length;
        const part = text.slice(start, start + 1 + (length % (text.length - start)));
        const find = searchOver(person("p", "Zzz", texts));
        expect(find(part), `${part} in ${text}`).toEqual(["p"]);
      },
    ),
    { numRuns: 500 },
  );
});

test("The first letters of a search look at nobody anew until a name or number changes", () => {
  const looks = vi.spyOn(SearchTexts.prototype, "matching");
  const search = customerSearch.open();
  const [rahim, karim] = [person("a", "Rahim"), person("b", "Karim")];
  search.apply([rahim, karim]);
  const looksFor = (query: string) => {
    looks.mockClear();
    const { rows, counts } = search.search(query);
    return { looks: looks.mock.calls.length, ids: rows.map(({ id }) => id), counts };
  };
  expect(looksFor("r")).toEqual({ looks: 1, ids: ["a", "b"], counts: { ACTIVE: 2 } });
  expect(looksFor("k")).toEqual({ looks: 1, ids: ["b"], counts: { ACTIVE: 1 } });
  expect(looksFor("r")).toEqual({ looks: 0, ids: ["a", "b"], counts: { ACTIVE: 2 } });
  search.apply([{ ...rahim, status: "EXPIRED", due_amount: "10.00" }]);
  expect(looksFor("r")).toEqual({ looks: 0, ids: ["a", "b"], counts: { ACTIVE: 1, EXPIRED: 1 } });
  search.apply([{ ...karim, name: "Jamal" }]);
  expect(looksFor("r")).toEqual({ looks: 1, ids: ["a"], counts: { EXPIRED: 1 } });
  search.apply([person("c", "Rana")]);
  expect(looksFor("r")).toEqual({ looks: 1, ids: ["a", "c"], counts: { ACTIVE: 1, EXPIRED: 1 } });
  search.apply([{ ...rahim, _deleted: true }]);
  expect(looksFor("r")).toEqual({ looks: 1, ids: ["c"], counts: { ACTIVE: 1 } });
});

test("A code or phone as typed comes before names, names before usernames, phones' ends and areas", () => {
  const find = searchOver(
    person("area", "Anik Begum", { username: "x1", area: "Shewra 42" }),
    person("within", "Mo42e Ali", { username: "x2" }),
    person("phone", "Babul", { username: "x3", phone: "0170042" }),
    person("user", "Bashir", { username: "42user" }),
    person("name", "Zaman 42nd", { username: "x4" }),
    person("code", "Zubair", { username: "x5", customer_code: "42" }),
  );
  expect(find("42")).toEqual(["code", "name", "user", "phone", "within", "area"]);
});

test("Rahim and Rafiq stand before whoever lives in Shewrapara", () => {
  const find = searchOver(
    person("a", "Anik Begum", { username: "u1", area: "Shewrapara" }),
    person("b", "Rafiq", { username: "u2" }),
    person("c", "Abdur Rahim", { username: "u3" }),
  );
  expect(find("ra")).toEqual(["c", "b", "a"]);
});

test("Equally good ones are in the order of their names, and of several words all count", () => {
  const find = searchOver(
    person("a", "Karim Uddin", { username: "u1", area: "Mirpur" }),
    person("b", "Abdul Karim", { username: "u2", area: "Mirpur" }),
    person("c", "Mirpuri Karim", { username: "u3" }),
  );
  expect(find("karim mir")).toEqual(["c", "b", "a"]);
});

const SPELLINGS = [
  ["Rahima", "Raheema"],
  ["Mohammad", "Muhammad", "Mohammed", "Muhammed", "Mohamad"],
  ["Hossain", "Hosain", "Hussain", "Hossein"],
  ["Chowdhury", "Choudhury", "Chaudhuri"],
  ["Khaled", "Kaled"],
  ["Faruk", "Farouk", "Farooq", "Faruq"],
  ["Sheikh", "Shaikh"],
  ["Anwar", "Anuar"],
  ["Jahid", "Zahid"],
  ["Bikash", "Vikash"],
  ["Farhana Yasmin", "Farhana Iasmin"],
];

test.each(SPELLINGS)("%s is found however it is spelt", (...spellings) => {
  for (const kept of spellings)
    for (const typed of spellings)
      expect(
        searchOver(person("a", kept), person("b", "Someone Else"))(typed),
        `${typed} for ${kept}`,
      ).toEqual(["a"]);
});

test("Who is spelt as typed comes before who only sounds so", () => {
  expect(searchOver(person("a", "Raheema"), person("b", "Rahima"))("rahima")).toEqual(["b", "a"]);
});

const name = fc
  .array(fc.constantFrom(..."abdefghiklmnoprstuvyz"), { minLength: 5, maxLength: 9 })
  .map((letters_) => letters_.join(""));

test("One letter that is wrong, missing, too many or swapped does not hide a name", () => {
  fc.assert(
    fc.property(
      name,
      fc.nat(),
      fc.constantFrom(..."abdegiklmnoprstu"),
      fc.constantFrom("wrong", "missing", "more", "swapped"),
      (kept, place, letter, slip) => {
        const at = place % (slip === "swapped" ? kept.length - 1 : kept.length);
        const [before, after] = [kept.slice(0, at), kept.slice(at + 1)];
        const typed = {
          wrong: `${before}${letter}${after}`,
          missing: `${before}${after}`,
          more: `${before}${letter}${kept.slice(at)}`,
          swapped: `${before}${kept[at + 1]}${kept[at]}${kept.slice(at + 2)}`,
        }[slip];
        expect(searchOver(person("a", kept, { username: "1" }))(typed)).toEqual(["a"]);
      },
    ),
    { numRuns: 500 },
  );
});

test("Short words and numbers are taken as typed, and slips are thought of only where nobody is called as typed", () => {
  const find = searchOver(
    person("a", "Rahim", { username: "1", customer_code: "C00042" }),
    person("b", "Rahin", { username: "2", customer_code: "C00043" }),
  );
  expect(find("rhm")).toEqual([]);
  expect(find("C00042")).toEqual(["a"]);
  expect(find("rahin")).toEqual(["b"]);
  expect(find("rahix")).toEqual(["a", "b"]);
});

test.each([
  ["+8801711123456", "01711123456"],
  ["+880 1711-123456", "01711123456"],
  ["008801711123456", "01711 123456"],
  ["01711123456", "+880 1711-123456"],
  ["+256 772 123 456", "0772123456"],
  ["+34 612 345 678", "612345678"],
  ["+88017111", "01711123456"],
  ["0171112", "+8801711123456"],
])("A phone typed as %s finds one kept as %s", (typed, kept) => {
  const find = searchOver(
    person("a", "A", { username: "x", phone: kept }),
    person("b", "B", { username: "y", phone: "01899999999" }),
  );
  expect(find(typed)).toEqual(["a"]);
});

test("What was found is marked where it stands, and nothing of the text is lost", () => {
  const pieces = (text: string, query: string) =>
    marked(text, wordsOf(query))
      .map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
      .join("");
  expect(pieces("Abdur Rahim", "rah")).toBe("Abdur [Rah]im");
  expect(pieces("Raheema Begum", "rahima")).toBe("[Raheema] Begum");
  expect(pieces("C00042 · 01711-123456 · Shewrapara", "01711123 ra")).toBe(
    "C00042 · [01711-123456] · Shew[ra]para",
  );
  expect(pieces("কামাল হোসেন", "কামা")).toBe("[কামাল] হোসেন");
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, query) => {
      expect(
        marked(text, wordsOf(query))
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }),
  );
});

test("A key costs a few looks at each customer, and words heard are compared once, however many have them", () => {
  const names = ["Rahima", "Karim", "Nasima", "Shirin", "Habib", "Anwar"];
  const search = customerSearch.open();
  const many = 20_000;
  search.apply(
    Array.from({ length: many }, (_, n) =>
      person(`id${n}`, `${names[n % names.length]} ${names[(n * 7) % names.length]}`, {
        username: `u${n}`,
        phone: `017${String(n).padStart(8, "0")}`,
        area: "Mirpur",
      }),
    ),
  );
  search.search("x");
  const looks = vi.spyOn(String.prototype, "includes");
  const begins = vi.spyOn(String.prototype, "startsWith");
  const costs = (query: string) => {
    looks.mockClear();
    begins.mockClear();
    search.search(query, { limit: 9 });
    return looks.mock.calls.length + begins.mock.calls.length;
  };
  try {
    for (const query of ["r", "ra", "rah", "rahi", "rahim", "rahima", "rahima k", "01712"])
      expect(costs(query), `texts looked at for ${query}`).toBeLessThan(4 * many);
    // Nobody is called so: slips are thought of, and everybody is looked at once more.
    for (const query of ["rahixa", "+8801712"])
      expect(costs(query), `texts looked at for ${query}`).toBeLessThan(16 * many);
  } finally {
    looks.mockRestore();
    begins.mockRestore();
  }
});

test("Spellings that sound the same are one sound", () => {
  for (const spellings of SPELLINGS.filter(([first]) => !first!.includes(" ")))
    expect(new Set(spellings.map((word) => soundOf(word.toLowerCase()))).size).toBe(1);
  expect(soundOf("কামাল")).toBe("");
});
