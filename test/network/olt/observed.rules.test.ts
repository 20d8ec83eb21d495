// What a reading changes: an ONU stays itself wherever it is plugged in, and what nobody would see writes nothing.
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  factsOf,
  factsOfUnlisted,
  isForgotten,
  isNews,
  type KnownOnu,
  matchOnus,
} from "../../../shared/network/olt/observed.rules.ts";
import { ONU_STATUSES } from "../../../shared/network/olt/olt-wire.ts";
import { keptReading, rollUp } from "../../../shared/network/olt/readings.rules.ts";
import { onuAt, serial } from "./olt-fixture.ts";

const NOW = "2026-11-21T12:00:00.000Z";
const LATER = "2026-11-21T12:01:00.000Z";
const LIMITS = [-8, -25, -27];

const known = (seen: ReturnType<typeof onuAt>, id = `${seen.pon_port} ${seen.onu_index}`): KnownOnu => ({
  ...factsOf(null, seen, NOW),
  id,
});

it("An ONU that moves to another port stays the one it was", () => {
  const before = known(onuAt("0/1/1", 1, { serial_number: serial(7) }));
  const { matched, unlisted } = matchOnus([before], [onuAt("0/1/2", 9, { serial_number: serial(7) })]);
  expect(matched[0]?.known).toBe(before);
  expect(unlisted).toEqual([]);
});

it("Another serial number at the same place is another ONU; none at all is the one that is known there", () => {
  const before = known(onuAt("0/1/1", 1, { serial_number: serial(7) }));
  const other = matchOnus([before], [onuAt("0/1/1", 1, { serial_number: serial(8) })]);
  expect(other).toMatchObject({ matched: [{ known: null }], unlisted: [before] });
  const unread = matchOnus([before], [onuAt("0/1/1", 1, { serial_number: null })]);
  expect(unread.matched[0]?.known).toBe(before);
  expect(factsOf(before, onuAt("0/1/1", 1, { serial_number: null }), NOW).serial_number).toBe(serial(7));
});

it("A serial number that the OLT lists twice is the ONU that works", () => {
  const left = onuAt("0/1/1", 1, { serial_number: serial(7), status: "OFFLINE" });
  const works = onuAt("0/1/2", 1, { serial_number: serial(7) });
  expect(matchOnus([], [left, works])).toMatchObject({ matched: [{ seen: works }], twice: [serial(7)] });
});

it("The server says when an ONU went down and came back where the OLT does not", () => {
  const before = known(onuAt("0/1/1", 1));
  const fallen = { ...before, ...factsOf(before, onuAt("0/1/1", 1, { status: "DYING_GASP" }), NOW) };
  expect(fallen).toMatchObject({ last_down_at: NOW, down_since: NOW, last_down_cause: "POWER" });
  const back = factsOf(fallen, onuAt("0/1/1", 1), LATER);
  expect(back).toMatchObject({
    last_down_at: NOW,
    last_up_at: LATER,
    down_since: null,
    last_down_cause: "POWER",
  });
});

it("A word that a person wrote stays until the OLT says something new", () => {
  const before = { ...known(onuAt("0/1/1", 1, { description: "c-17" })), description: "Roof, blue box" };
  expect(factsOf(before, onuAt("0/1/1", 1, { description: "c-17" }), NOW).description).toBe("Roof, blue box");
  expect(factsOf(before, onuAt("0/1/1", 1, { description: "c-18" }), NOW).description).toBe("c-18");
});

it("An ONU that is listed no more is unknown at once and forgotten after a day", () => {
  const gone = { ...known(onuAt("0/1/1", 1)), ...factsOfUnlisted(known(onuAt("0/1/1", 1)), NOW) };
  expect(gone).toMatchObject({ status: "UNKNOWN", missing_since: NOW, rx_power_dbm: null, down_since: NOW });
  expect(isForgotten(gone, LATER)).toBe(false);
  expect(isForgotten(gone, "2026-11-22T12:00:01.000Z")).toBe(true);
  expect(factsOf(gone, onuAt("0/1/1", 1), LATER)).toMatchObject({ status: "ONLINE", missing_since: null });
});

it("Power is news from half a decibel on, or where the signal becomes another grade", () => {
  const at = (rx_power_dbm: number | null) => factsOf(null, onuAt("0/1/1", 1, { rx_power_dbm }), NOW);
  expect(isNews(at(-20), at(-20.49), LIMITS)).toBe(false);
  expect(isNews(at(-20), at(-20.5), LIMITS)).toBe(true);
  expect(isNews(at(-25), at(-25.1), LIMITS)).toBe(true);
  expect(isNews(at(-24.9), at(-25), LIMITS)).toBe(true);
  expect(isNews(at(-20), at(null), LIMITS)).toBe(true);
});

const seen = fc.record({
  onu: fc.integer({ min: 1, max: 8 }),
  port: fc.constantFrom("0/1/1", "0/1/2"),
  number: fc.option(fc.integer({ min: 1, max: 6 })),
  status: fc.constantFrom(...ONU_STATUSES),
});
const reading = fc
  .array(seen, { maxLength: 14 })
  .map((all) =>
    all.map(({ onu, port, number, status }) =>
      onuAt(port, onu, { serial_number: number === null ? null : serial(number), status }),
    ),
  );

it("Whatever an OLT lists: nobody is two ONUs, no serial number is kept twice, and the same reading again is no news", () => {
  fc.assert(
    fc.property(reading, reading, (first, second) => {
      let all: KnownOnu[] = [];
      let next = 0;
      const take = (list: typeof first, now: string) => {
        const { matched, unlisted } = matchOnus(all, list);
        const taken = matched.flatMap((match) => match.known ?? []);
        expect(new Set(taken).size).toBe(taken.length);
        expect(taken.length + unlisted.length).toBe(all.length);
        const news = matched.filter((match) => {
          const facts = factsOf(match.known, match.seen, now);
          return match.known === null || isNews(match.known, facts, LIMITS);
        });
        all = [
          ...matched.map((match) => ({
            id: match.known?.id ?? `${next++}`,
            ...factsOf(match.known, match.seen, now),
          })),
          ...unlisted.map((one) => ({ ...one, ...factsOfUnlisted(one, now) })),
        ];
        const numbers = all.flatMap(({ serial_number }) => serial_number ?? []);
        expect(new Set(numbers).size).toBe(numbers.length);
        return news.length;
      };
      take(first, NOW);
      take(second, NOW);
      expect(take(second, LATER)).toBe(0);
    }),
  );
});

const figures = fc.array(
  fc.array(fc.option(fc.integer({ min: -3_400, max: -600 })), { minLength: 3, maxLength: 3 }),
  { minLength: 1, maxLength: 10 },
);

it("An hour's average lies between its lowest and its highest, whatever was measured and not", () => {
  fc.assert(
    fc.property(figures, (polls) => {
      const kept = polls.map((powers) =>
        keptReading(
          new Map(
            powers.map((power, at) => [
              at + 1,
              onuAt("0/1/1", at, { rx_power_dbm: power === null ? null : power / 100 }),
            ]),
          ),
        ),
      );
      const hour = rollUp(kept);
      for (const at of [0, 1, 2]) {
        const [low, mean, high] = [hour.rx_power_min?.[at], hour.rx_power[at], hour.rx_power_max?.[at]];
        const measured = polls.flatMap((powers) => powers[at] ?? []);
        expect(low ?? null).toBe(measured.length > 0 ? Math.min(...measured) : null);
        expect(high ?? null).toBe(measured.length > 0 ? Math.max(...measured) : null);
        if (measured.length > 0) {
          expect(Number(mean)).toBeGreaterThanOrEqual(Number(low));
          expect(Number(mean)).toBeLessThanOrEqual(Number(high));
        } else expect(mean).toBe(null);
        expect(hour.online?.[at]).toBe(100);
      }
    }),
  );
});
