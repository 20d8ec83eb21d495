// When lost ONUs are an outage: examples of the field, and what must hold whatever is lost.
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  AT_ONCE_MS,
  isOver,
  kindOf,
  type Line,
  outagesOf,
} from "../../../shared/network/olt/incident.rules.ts";
import { DOWN_CAUSES, ONU_STATUSES } from "../../../shared/network/olt/olt-wire.ts";

const NOW = "2026-11-21T12:00:00.000Z";
const ago = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString();
const none = new Set<string>();

const up = (id: string, pon_port: string): Line => ({
  id,
  pon_port,
  status: "ONLINE",
  last_down_cause: null,
  down_since: null,
});
const down = (id: string, pon_port: string, more: Partial<Line> = {}): Line => ({
  ...up(id, pon_port),
  status: "LOS",
  last_down_cause: "FIBRE",
  down_since: ago(60_000),
  ...more,
});
const many = (count: number, make: (id: string) => Line) =>
  Array.from({ length: count }, (_, at) => make(`${at}`));

it("A port that lost most of its ONUs within minutes is one outage, and not those of other ports", () => {
  const lines = [
    ...many(20, (id) => down(`a${id}`, "0/1/1")),
    ...many(12, (id) => up(`b${id}`, "0/1/1")),
    ...many(30, (id) => up(`c${id}`, "0/1/2")),
    down("single", "0/1/2"),
  ];
  const outages = outagesOf(lines, none, NOW);
  expect(outages).toMatchObject([{ pon_port: "0/1/1", kind: "FIBRE" }]);
  expect(outages[0]?.lost).toHaveLength(20);
});

it("Single faults are no outage: fewer than three, fewer than half, or one by one over hours", () => {
  const two = [down("a", "0/1/1"), down("b", "0/1/1")];
  expect(outagesOf(two, none, NOW)).toEqual([]);
  const few = [...many(9, (id) => down(`a${id}`, "0/1/1")), ...many(20, (id) => up(`b${id}`, "0/1/1"))];
  expect(outagesOf(few, none, NOW)).toEqual([]);
  const slow = many(20, (id) => down(id, "0/1/1", { down_since: ago(AT_ONCE_MS + 3_600_000) }));
  expect(outagesOf(slow, none, NOW)).toEqual([]);
});

it("A power failure is told from a cut fibre by the ONUs that could still say so", () => {
  expect(kindOf(["POWER", "POWER", "FIBRE"], "0/1/1")).toBe("POWER");
  expect(kindOf(["POWER", "FIBRE", "FIBRE"], "0/1/1")).toBe("POWER");
  expect(kindOf(["POWER", "FIBRE", "FIBRE", "FIBRE", "FIBRE"], "0/1/1")).toBe("FIBRE");
  expect(kindOf([null, null, "FIBRE"], "0/1/1")).toBe("PORT_DOWN");
  expect(kindOf([null, null, null], null)).toBe("OLT_DOWN");
});

it("All ports of an OLT lost at once are one outage of the OLT", () => {
  const lines = ["0/1/1", "0/1/2", "0/1/3"].flatMap((port) =>
    many(8, (id) => down(`${port} ${id}`, port, { last_down_cause: null })),
  );
  expect(outagesOf(lines, none, NOW)).toMatchObject([{ pon_port: null, kind: "OLT_DOWN" }]);
  expect(outagesOf([...lines, up("alive", "0/1/4")], none, NOW)).toHaveLength(3);
});

it("An outage is over when what is still down are single faults", () => {
  expect(isOver(32, 31)).toBe(false);
  expect(isOver(32, 8)).toBe(false);
  expect(isOver(32, 7)).toBe(true);
  expect(isOver(4, 2)).toBe(true);
});

const line = fc.record({
  id: fc.uuid(),
  pon_port: fc.constantFrom("0/1/1", "0/1/2", "0/2/1"),
  status: fc.constantFrom(...ONU_STATUSES),
  last_down_cause: fc.option(fc.constantFrom(...DOWN_CAUSES)),
  down_since: fc.option(fc.integer({ min: 0, max: 3 * AT_ONCE_MS }).map(ago)),
});

it("Whatever is lost: no ONU is in two outages, none is there without three lost at once, and no covered port's", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.subarray(["0/1/1", "0/1/2"]), (lines, known) => {
      const covered = new Set(known);
      const outages = outagesOf(lines, covered, NOW);
      const lost = outages.flatMap((one) => one.lost.map(({ id }) => id));
      expect(new Set(lost).size).toBe(lost.length);
      for (const outage of outages) {
        expect(outage.lost.length).toBeGreaterThanOrEqual(3);
        for (const one of outage.lost) {
          expect(one.down_since !== null && one.down_since >= ago(AT_ONCE_MS)).toBe(true);
          expect(covered.has(one.pon_port)).toBe(false);
          if (outage.pon_port !== null) expect(one.pon_port).toBe(outage.pon_port);
        }
      }
      if (outages.some(({ pon_port }) => pon_port === null)) expect(outages).toHaveLength(1);
    }),
  );
});
