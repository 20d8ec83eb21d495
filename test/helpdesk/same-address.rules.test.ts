// Which jobs are at one house, on addresses as they are really written.
import { expect, it } from "vitest";
import {
  duplicatesIn,
  formerJobs,
  isSameSpot,
  kilometres,
  type Spot,
  spotOf,
  type Task,
} from "../../shared/helpdesk/index.ts";

type Job = Pick<Task, "id" | "status" | "due_date" | "completed_at"> & { spot: Spot };

const spot = (more: Partial<Spot> = {}): Spot => ({
  customer: null,
  place: null,
  address: "",
  area: "",
  ...more,
});
const job = (id: string, at: Partial<Spot>, more: Partial<Job> = {}): Job => ({
  ...{ id, status: "ASSIGNED", due_date: "2026-12-01", completed_at: null, spot: spot(at) },
  ...more,
});
const where = (one: Job) => one.spot;

const HOUSE = { latitude: 23.81, longitude: 90.41 };
const BESIDE = { latitude: 23.8101, longitude: 90.4101 };
const STREET = { latitude: 23.812, longitude: 90.41 };
const ACROSS_TOWN = { latitude: 23.87, longitude: 90.4 };

it("One house is one customer's, one by its coordinates, or one by how it is written, and none where nothing is known", () => {
  expect(kilometres(HOUSE, BESIDE)).toBeCloseTo(0.015, 2);
  const same = (a: Partial<Spot>, b: Partial<Spot>) => isSameSpot(spot(a), spot(b));
  expect(same({ customer: "a" }, { customer: "a" })).toBe(true);
  expect(same({ customer: "a", place: HOUSE }, { customer: "b", place: BESIDE })).toBe(true);
  expect(same({ customer: "a", place: HOUSE }, { customer: "b", place: STREET })).toBe(false);
  const address = "house 4 road 5";
  expect(same({ address }, { address })).toBe(true);
  expect(same({ address, area: "mirpur" }, { address })).toBe(true);
  expect(same({ address, area: "mirpur" }, { address, area: "uttara" })).toBe(false);
  expect(same({ address, place: HOUSE }, { address, place: ACROSS_TOWN })).toBe(false);
  expect(same({}, {})).toBe(false);
});

it("An address is compared without its commas and capitals, in every script, and names no house where it has no number", () => {
  const address = (written: string, area: string | null = null) =>
    spotOf(
      { customer: "a", location: null },
      { ...{ latitude: null, longitude: null }, address: written, area },
    ).address;
  expect(address("House 4, Road-5")).toBe(address("house 4 road 5"));
  expect(address("বাড়ি ৪, রোড ৫")).toBe(address("বাড়ি ৪ রোড ৫"));
  expect(address("বাড়ি ৪, রোড ৫")).not.toBe("");
  expect(address("North para")).toBe("");
  expect(address("Mirpur 10", "Mirpur-10")).toBe("");
});

it("A job's own place comes before its customer's", () => {
  const customer = { address: null, area: null, latitude: HOUSE.latitude, longitude: HOUSE.longitude };
  expect(spotOf({ customer: "a", location: STREET }, customer).place).toEqual(STREET);
  expect(spotOf({ customer: "a", location: null }, customer).place).toEqual(HOUSE);
  expect(spotOf({ customer: null, location: null }, undefined).place).toBeNull();
});

it("Open jobs of one customer or of neighbours in one house on a day are told, and not those of other days or that are done with", () => {
  const jobs = [
    ...[job("a", { customer: "k" }), job("b", { customer: "k" }), job("c", { customer: "l" }), job("d", {})],
    ...[job("e", { customer: "m", place: HOUSE }), job("f", { customer: "n", place: BESIDE })],
    ...[job("g", { customer: "o", address: "house 4" }), job("h", { customer: "p", address: "house 4" })],
    ...[job("i", { customer: "q" }), job("j", { customer: "q" }, { status: "CANCELLED" })],
    ...[job("k", { customer: "r" }), job("l", { customer: "r" }, { due_date: "2026-12-02" })],
    ...[job("m", { customer: "s" }, { due_date: null }), job("n", { customer: "s" }, { due_date: null })],
  ];
  const found = [...duplicatesIn(jobs, where)].map(([id, others]) => [id, others.map((other) => other.id)]);
  expect(found).toEqual([
    ["a", ["b"]],
    ["b", ["a"]],
    ["e", ["f"]],
    ["f", ["e"]],
    ["g", ["h"]],
    ["h", ["g"]],
  ]);
});

it("What was done at a house before is the customer's and the neighbours', each once, the newest first", () => {
  const done = (id: string, at: Partial<Spot>, completed_at: string) =>
    job(id, at, { status: "COMPLETED", completed_at });
  const old = done("old", { customer: "a" }, "2025-01-01T08:00:00Z");
  const past = [
    ...[old, done("new", { customer: "b", place: BESIDE }, "2026-11-01T08:00:00Z"), old],
    ...[
      done("far", { customer: "c", place: STREET }, "2026-11-02T08:00:00Z"),
      job("open", { customer: "a" }),
    ],
  ];
  const here = job("here", { customer: "a", place: HOUSE });
  const before = formerJobs(past, where);
  expect(before(here).map(({ id }) => id)).toEqual(["new", "old"]);
  expect(before(old).map(({ id }) => id)).toEqual([]);
});
