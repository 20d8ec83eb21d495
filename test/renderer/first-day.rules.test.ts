// A company's first day, the parts without a screen: what follows from a country, bodies of company and packages.
import "../../shared/resources.ts";
import { expect, test } from "vitest";
import "../../shared/resources.ts";
import { permittedTabs } from "../../renderer/billing/customer/customer-tabs.ts";
import {
  EXAMPLES,
  isLeftOut,
  packageBody,
  wrongFields,
} from "../../renderer/billing/first-day/first-packages.ts";
import {
  type CompanyDraft,
  draftErrors,
  proposedSubdomain,
  refusedFields,
  settingsBody,
} from "../../renderer/identity/first-day/company-draft.ts";
import { COUNTRIES, countryFacts, countryOfZone } from "../../renderer/identity/first-day/countries.ts";
import { tenantFormat } from "../../renderer/kernel/money-format.ts";
import { DEFAULT_ROLES } from "../../shared/identity/default-roles.ts";
import type { Problem } from "../../shared/kernel/failure.ts";
import "../../shared/resources.ts";

const draft: CompanyDraft = {
  name: "Padma Online",
  subdomain: "padma",
  country: "BD",
  timezone: "Asia/Dhaka",
  language: "en",
  support_phone: "",
  full_name: "",
  username: "salma",
  password: "padma-river-77",
};

test("Every country of the table gives settings that the server takes", () => {
  for (const country of COUNTRIES) {
    for (const timezone of countryFacts(country)?.zones ?? [""]) {
      const errors = draftErrors({ ...draft, country, timezone });
      expect({ country, timezone, errors }).toEqual({ country, timezone, errors: {} });
    }
  }
});

test("A country sets currency, digits, the decimal separator and the days off; its owner says the language", () => {
  expect(settingsBody(draft)).toEqual({
    company_name: "Padma Online",
    support_phone: null,
    currency: "BDT",
    timezone: "Asia/Dhaka",
    locale: "bn-BD",
    language: "en",
    phone_country: "BD",
    decimal_separator: ".",
    days_off: "FRI,SAT",
  });
  expect(countryFacts("ID")).toMatchObject({ currency: "IDR", decimal_separator: ",", days_off: "SAT,SUN" });
  expect(countryFacts("UA")).toMatchObject({ currency: "UAH", decimal_separator: "," });
  expect(countryFacts("KW")).toMatchObject({ currency: "KWD", decimal_separator: "." });
  expect(settingsBody({ ...draft, language: "bn" }).language).toBe("bn");
  expect(countryFacts("XX")).toBeNull();
  expect(countryOfZone("Asia/Jayapura")).toBe("ID");
  expect(countryOfZone("UTC")).toBe("");
});

test("A short name is proposed from the company's, and never one that is refused", () => {
  expect(proposedSubdomain("Padma Online Ltd.")).toBe("padma-online-ltd");
  expect(proposedSubdomain("Ñandú  Réseau")).toBe("nandu-reseau");
  expect(proposedSubdomain("পদ্মা অনলাইন")).toBe("");
  for (const name of ["- Net -", `${"A".repeat(39)} B`, "x".repeat(200)]) {
    const subdomain = proposedSubdomain(name);
    expect(draftErrors({ ...draft, subdomain })).toEqual({});
  }
});

test("What is missing or wrong is said by field, as the server says it", () => {
  const empty = { ...draft, name: " ", subdomain: "", country: "", timezone: "", username: "", password: "" };
  const missing = { name: "REQUIRED", country: "REQUIRED", username: expect.any(String) };
  expect(draftErrors(empty)).toMatchObject({
    ...missing,
    subdomain: expect.any(String),
    password: "TOO_SHORT",
  });
  expect(draftErrors({ ...draft, password: "Salma" })).toEqual({ password: "TOO_SHORT" });
  expect(draftErrors({ ...draft, username: "salma.khatun", password: "Salma.Khatun" })).toEqual({
    password: "TOO_COMMON",
  });
  const errors = [
    { field: "admin.username", code: "NOT_UNIQUE", message: "Already in use" },
    { field: "subdomain", code: "NOT_UNIQUE", message: "Already in use" },
  ];
  expect(refusedFields({ errors } as unknown as Problem)).toEqual({
    username: "NOT_UNIQUE",
    subdomain: "NOT_UNIQUE",
  });
});

test("The first packages: a row without a price is left out, numbers are read as the country writes them", () => {
  const [first] = EXAMPLES;
  if (!first) throw new Error("There is no example");
  expect(EXAMPLES.map(isLeftOut)).toEqual([true, true, true]);
  const bangla = tenantFormat({ currency: "BDT", locale: "bn-BD" }, "bn");
  expect(packageBody({ ...first, price: "৭০০" }, bangla)).toEqual({
    name: "Home 10",
    price: "700.00",
    bandwidth_mbps: "10",
    validity_days: 30,
  });
  const comma = tenantFormat({ currency: "UAH", locale: "uk-UA", decimal_separator: "," }, "en");
  const body = packageBody({ ...first, price: "249,50", bandwidth_mbps: "2,5" }, comma);
  expect(body).toMatchObject({ price: "249.50", bandwidth_mbps: "2.5" });
  expect(wrongFields(body)).toEqual({});
  const wrong = { name: "", price: "12x", bandwidth_mbps: "fast", validity_days: "0" };
  expect(Object.keys(wrongFields(packageBody(wrong, bangla)))).toEqual([
    "name",
    "price",
    "bandwidth_mbps",
    "validity_days",
  ]);
});

test("A customer's tabs are those that a role has data for", () => {
  const tabsOf = (name: string) => {
    const role = DEFAULT_ROLES.find((one) => one.name === name);
    return permittedTabs((code) => role?.permissions.includes(code) === true);
  };
  const all = ["account", "timeline", "invoices", "payments", "line", "details"];
  expect(tabsOf("Owner")).toEqual(all);
  expect(tabsOf("Counter")).toEqual(all);
  expect(tabsOf("Technician")).toEqual(["timeline", "line", "details"]);
  // An accountant does not see sessions: "no session" would be a guess.
  expect(tabsOf("Accountant")).toEqual(["account", "timeline", "invoices", "payments", "details"]);
});
