// Whom an outage concerns, as its page lists and copies them, and the way from it to the tree.
import { expect, test } from "vitest";
import {
  concernedBy,
  phonesOf,
  type Reached,
  standing,
} from "../../../renderer/network/olt/incident/concerned.ts";
import { openedBy, treeAddress } from "../../../renderer/network/olt/tree/tree-address.ts";
import type { Incident, IncidentOnu, Onu } from "../../../shared/network/index.ts";

const incident = { id: "i", olt: "a", pon_port: "0/1/5", ended_at: null } as Incident;
const member = (id: string, more: Partial<IncidentOnu> = {}) =>
  ({
    ...{ id, incident: "i", onu: `onu-${id}`, customer: `c-${id}`, serial_number: id, pon_port: "0/1/5" },
    ...{ rx_power_dbm: -20, down_at: "2026-11-20T09:12:00Z", back_at: null },
    ...more,
  }) as IncidentOnu;
const onu = (id: string, more: Partial<Onu> = {}) =>
  ({
    id,
    olt: "a",
    pon_port: "0/1/1",
    customer: `c-${id}`,
    serial_number: id,
    status: "ONLINE",
    ...more,
  }) as Onu;
const person = (id: string, phone: string): Reached => ({ id, name: id, phone, area: null });
const people = (...all: Reached[]) => new Map(all.map((one) => [one.id, one]));

test("Those who are still down stand before those who are back, and each can be asked for alone", () => {
  const affected = [member("1", { back_at: "2026-11-20T09:20:00Z" }), member("2"), member("3")];
  const rows = concernedBy({ incident, affected, onus: [], customers: new Map() });
  expect(rows.map(({ id }) => id)).toEqual(["2", "3", "1"]);
  expect(standing(rows, "down").map(({ id }) => id)).toEqual(["2", "3"]);
  expect(standing(rows, "back").map(({ id }) => id)).toEqual(["1"]);
});

test("Each phone number is copied once, whoever shares it, and nobody's is not", () => {
  const affected = [member("1"), member("2"), member("3"), member("4", { customer: null })];
  const customers = people(person("c-1", "0171"), person("c-2", " 0171 "), person("c-3", "0172"));
  expect(phonesOf(concernedBy({ incident, affected, onus: [], customers }))).toEqual(["0171", "0172"]);
});

test("An OLT that went silent concerns all its customers whose ONU was on-line at last", () => {
  const whole = { ...incident, pon_port: null };
  const onus = [onu("x"), onu("y", { status: "LOS" }), onu("z", { customer: null })];
  const customers = people(person("c-x", "0171"));
  const rows = concernedBy({ incident: whole, affected: [], onus, customers });
  expect(rows).toMatchObject([{ id: "x", customer: { phone: "0171" }, down_at: null, back_at: null }]);
});

test("An ONU that is gone since is still told, with what is known of it", () => {
  const rows = concernedBy({
    incident,
    affected: [member("1", { onu: null })],
    onus: [],
    customers: new Map(),
  });
  expect(rows).toMatchObject([{ onu: null, customer: null, serial_number: "1", light_before: -20 }]);
});

test("The tree is opened at the port that an outage names, and at the OLT alone where it names none", () => {
  const opened = (pon_port: string | null) =>
    openedBy(new URLSearchParams(treeAddress({ olt: "a", pon_port }).split("?")[1]));
  expect([...(opened("0/1/5") ?? [])]).toEqual(["a", "a 0/1/5"]);
  expect([...(opened(null) ?? [])]).toEqual(["a"]);
  expect(openedBy(new URLSearchParams())).toBeNull();
});
