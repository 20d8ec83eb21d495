// What a list's address asks for, as rows of this computer and as a question to the server: both must mean the same.
import { expect, test } from "vitest";
import {
  matcher,
  queryOf,
  readAsked,
  selectorOf,
  writeAsked,
} from "../../../renderer/kernel/resource/list/filter.ts";
import { offer } from "../../../shared/billing/index.ts";
import { momentOf } from "../../../shared/kernel/day.ts";
import { auditLog } from "../../../shared/platform/audit-log.ts";

const DHAKA = "Asia/Dhaka";
const address = (text: string) => readAsked(offer, new URLSearchParams(text));

const row = {
  id: "1",
  title: "Eid",
  discount_type: "PERCENT",
  discount_value: 9.5,
  package: null,
  start_date: "2026-11-01",
  end_date: "2026-11-30",
  is_active: true,
};

test.each([
  ["", true],
  ["discount_type=PERCENT", true],
  ["discount_type__in=FIXED,PERCENT", true],
  ["discount_type=FIXED", false],
  ["discount_value__gte=9.5", true],
  // As numbers: as texts 10 would come before 9.5.
  ["discount_value__gte=10", false],
  ["discount_value__lte=10", true],
  ["end_date__gte=2026-11-30&end_date__lte=2026-11-30", true],
  ["end_date__gte=2026-12-01", false],
  ["is_active=true", true],
  ["is_active=false", false],
  ["package=019a0000-0000-7000-8000-000000000001", false],
  ["package__isnull=true", true],
  ["package__isnull=false", false],
  ["title__isnull=true", false],
  ["nonsense=1&end_date__near=2026-01-01&title__in__gte=x", true],
])("The address %s keeps a row: %s", (text, kept) => {
  expect(matcher(offer, address(text).filter, DHAKA)(row)).toBe(kept);
});

test("An address is written as it was read, without what can't be read and without form and views", () => {
  const asked = address("q=ei&discount_type=PERCENT&price__gte=1&new=1&is_active=");
  expect(asked).toEqual({ query: "ei", filter: { discount_type: "PERCENT" } });
  expect(writeAsked(asked).toString()).toBe("q=ei&discount_type=PERCENT");
});

test("One value of a choice, a reference or a month and ranges of days are left to the replica's indexes", () => {
  const { filter } = address(
    "discount_type=FIXED&is_active=true&package=p1&end_date__lte=2026-12-01&discount_value__gte=1",
  );
  expect(selectorOf(offer, filter, DHAKA)).toEqual({
    discount_type: "FIXED",
    package: "p1",
    end_date: { $lte: "2026-12-01" },
  });
});

test("The replica's indexes are asked for moments of a second more on both sides, since some are written without parts of it", () => {
  const { filter } = readAsked(
    auditLog,
    new URLSearchParams("timestamp__gte=2026-11-21&timestamp__lte=2026-11-21"),
  );
  expect(selectorOf(auditLog, filter, DHAKA)).toEqual({
    timestamp: { $gte: "2026-11-20T17:59:59.000Z", $lte: "2026-11-21T18:00:00.999Z" },
  });
});

test("A day of a moment is the tenant's day, from its first to its last millisecond, here and at the server", () => {
  const asked = readAsked(
    auditLog,
    new URLSearchParams("timestamp__gte=2026-11-21&timestamp__lte=2026-11-21&q=x"),
  );
  const params = queryOf(auditLog, asked, DHAKA);
  expect(Object.fromEntries(params)).toEqual({
    search: "x",
    timestamp__gte: "2026-11-20T18:00:00.000Z",
    timestamp__lte: "2026-11-21T17:59:59.999Z",
  });
  const inside = matcher(auditLog, asked.filter, DHAKA);
  const at = (timestamp: string) => inside({ id: "1", timestamp });
  expect(at("2026-11-20T17:59:59.999Z")).toBe(false);
  expect(at("2026-11-20T18:00:00.000Z")).toBe(true);
  expect(at("2026-11-21T17:59:59.999Z")).toBe(true);
  expect(at("2026-11-21T18:00:00.000Z")).toBe(false);
});

test("A list until the last day that there is shows all moments, here and at the server", () => {
  const asked = readAsked(auditLog, new URLSearchParams("timestamp__lte=9999-12-31"));
  expect(queryOf(auditLog, asked, DHAKA).get("timestamp__lte")).toBe("9999-12-31T23:59:59.999Z");
  const inside = matcher(auditLog, asked.filter, DHAKA);
  expect(inside({ id: "1", timestamp: "9999-12-31T23:00:00.000Z" })).toBe(true);
});

test("A time of day is found in every zone, also where clocks are put forward or back that day", () => {
  expect(momentOf("2026-11-21", DHAKA, "14:05").toISOString()).toBe("2026-11-21T08:05:00.000Z");
  expect(momentOf("2026-03-29", "Europe/Berlin", "12:00").toISOString()).toBe("2026-03-29T10:00:00.000Z");
  expect(momentOf("2026-03-29", "Europe/Berlin", "02:30").toISOString()).toBe("2026-03-29T01:30:00.000Z");
  expect(momentOf("2026-10-25", "Europe/Berlin").toISOString()).toBe("2026-10-24T22:00:00.000Z");
});
