// What each role has in the navigation, from the rights of the roles that every company begins with.
import { describe, expect, test } from "vitest";
import {
  type OfferedPlace,
  offeredPlaces,
  type Place,
  placeAt,
  tabAt,
} from "../../../renderer/kernel/place/places.ts";
import type { Screen } from "../../../renderer/kernel/screen/screens.ts";
import { PLACES } from "../../../renderer/places/places.ts";
import { CONSOLE_PLACES } from "../../../renderer/saas/places.ts";
import { CONSOLE_SCREENS } from "../../../renderer/saas/screens.tsx";
import { SCREENS } from "../../../renderer/screens.tsx";
import { DEFAULT_ROLES } from "../../../shared/identity/default-roles.ts";
import { allows } from "../../../shared/kernel/permission.ts";
import "../../../shared/resources.ts";

function placesOf(role: string): readonly OfferedPlace[] {
  const held = new Set(DEFAULT_ROLES.find(({ name }) => name === role)?.permissions);
  return offeredPlaces(PLACES, SCREENS, {
    can: (permission) => allows(held, permission),
    of_all: (permission) => held.has(permission),
  });
}

const everything = { can: () => true, of_all: () => true };
const console_places = offeredPlaces(CONSOLE_PLACES, CONSOLE_SCREENS, everything);

const namesOf = (places: readonly OfferedPlace[]) => places.map(({ label }) => label.replace("nav.", ""));

describe("the entries of each role, and where it lands", () => {
  const OFFICE = "today inbox counter customers tickets jobs network money bills books more set_up";
  test.each([
    ["Owner", "today", OFFICE],
    ["Manager", "today", OFFICE],
    ["Accountant", "today", "today inbox counter customers money bills books more set_up"],
    ["Counter", "counter", "counter inbox customers tickets money bills place.cash"],
    ["Support", "today", "today customers tickets jobs network bills"],
    ["Technician", "day", "day customers tickets network place.stock"],
    ["HR", "today", "today inbox place.people"],
    ["Reseller", "today", "today customers tickets place.balance"],
  ])("%s lands on %s", (role, lands, entries) => {
    const places = placesOf(role);
    expect(namesOf(places)).toEqual(entries.split(" "));
    expect(places[0]?.path).toBe(lands);
  });

  test("The operator has six places, and begins with what needs them", () => {
    expect(console_places.map(({ path }) => path.replace("saas/", ""))).toEqual(
      "overview tenants onboarding-requests packages backups audit-logs".split(" "),
    );
  });
});

/** Reached from the account's menu, from what the header says of the line, by a key, or places themselves. */
const IN_NO_PLACE = ["my-work", "security", "sync", "shifts/mine", "more", "set-up"];

test("Each screen that has a name is a tab of a place, or is in the account's menu", () => {
  const inPlaces = (places: readonly Place[]) =>
    places.flatMap(({ parts }) =>
      parts.flatMap(({ tabs }) => tabs.map((tab) => (typeof tab === "string" ? tab : tab.path))),
    );
  const named = (screens: readonly Screen[]) => screens.flatMap(({ path, nav }) => (nav ? [path] : []));
  const office = new Set([...inPlaces(PLACES), ...IN_NO_PLACE]);
  expect(named(SCREENS).filter((path) => !office.has(path))).toEqual([]);
  const operators = new Set(inPlaces(CONSOLE_PLACES));
  expect(named(CONSOLE_SCREENS).filter((path) => !operators.has(path))).toEqual([]);
});

test("A tab that a place names is a screen's address, so that no old address is lost by a misspelling", () => {
  const known = new Set([...SCREENS, ...CONSOLE_SCREENS].map(({ path }) => path));
  const tabs = [...PLACES, ...CONSOLE_PLACES].flatMap(({ parts }) => parts.flatMap((part) => part.tabs));
  const paths = tabs.map((tab) => (typeof tab === "string" ? tab : tab.path));
  expect(paths.filter((path) => !known.has(path))).toEqual([]);
});

test("No role has the same screen in two places", () => {
  for (const { name } of DEFAULT_ROLES) {
    const paths = placesOf(name).flatMap(({ parts }) =>
      parts.flatMap((part) => part.tabs.map(({ path }) => path)),
    );
    expect(paths, name).toEqual([...new Set(paths)]);
  }
});

describe("where an address stands", () => {
  const at = (role: string, pathname: string) => {
    const place = placeAt(placesOf(role), pathname);
    return [place?.place.id, place && tabAt(place, pathname)?.tab.path];
  };

  test("Each old address of a list stands in its place, at its own tab", () => {
    const places = placesOf("Owner");
    for (const { place, parts } of places)
      for (const { path } of parts.flatMap(({ tabs }) => tabs))
        expect(at("Owner", `/${path}`), path).toEqual([place.id, path]);
  });

  test("A record stands where its list does", () => {
    expect(at("Owner", "/invoices/01a2")).toEqual(["bills", "invoices"]);
    expect(at("Owner", "/cash-transfers/01a2")).toEqual(["books", "cash-transfers"]);
    expect(at("Owner", "/customers/import")).toEqual(["customers", "customers/import"]);
    expect(at("Owner", "/books/entries")).toEqual(["books", "books"]);
  });

  test("A list that is a tab of another place for others stands where this role has it", () => {
    expect(at("Counter", "/shifts/01a2")).toEqual(["counter", "shifts"]);
    expect(at("Owner", "/shifts/01a2")).toEqual(["books", "shifts"]);
    expect(at("Technician", "/tasks")).toEqual(["today", "tasks"]);
    expect(at("Support", "/tasks")).toEqual(["jobs", "tasks"]);
  });

  test("A screen that is no tab of a role stands in the place that has it for others", () => {
    expect(at("Counter", "/recharges")).toEqual(["money", undefined]);
    expect(at("Counter", "/security")).toEqual([undefined, undefined]);
  });

  test("A place with headings has its own page; who has only one of its parts goes straight to it", () => {
    expect(placesOf("Owner").find(({ place }) => place.id === "more")?.path).toBe("more");
    expect(placesOf("HR").find(({ place }) => place.id === "more")?.path).toBe("employees");
    expect(at("Owner", "/set-up")).toEqual(["set-up", undefined]);
  });
});
