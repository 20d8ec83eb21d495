// How long and how often somebody may be served on a promise, for whom the company's policy counts and for whom it does not.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../../shared/kernel/day.ts";
import {
  checkPromise,
  planPromise,
  promiseLimit,
  withPromise,
} from "../../shared/subscribers/promise.rules.ts";
import { customer, TODAY } from "../billing/helpers/samples.ts";

const FREE = { promise_max_days: null, promise_max_times: null, promise_period_days: 30 };
const STRICT = { promise_max_days: 5, promise_max_times: 2, promise_period_days: 30 };
const ago = (days: number) => addDays(TODAY, -days);
const lapsed = { ...customer({ status: "EXPIRED", expiry_date: ago(1) }), promised_on: [] as string[] };
const refusal = (extra: object) =>
  expect.objectContaining({ code: "PROMISE_LIMIT", extra: expect.objectContaining(extra) });

describe("the promise policy", () => {
  it("A company that set nothing lets anybody promise what the contract lets them", () => {
    expect(() =>
      planPromise({ days: 90 }, { ...lapsed, promised_on: [ago(2), ago(1)] }, TODAY, FREE),
    ).not.toThrow();
  });

  it("A promise lasts as long as the policy lets it and not a day longer", () => {
    expect(() => checkPromise(STRICT, [], addDays(TODAY, 5), TODAY)).not.toThrow();
    const last_day = addDays(TODAY, 5);
    expect(() => checkPromise(STRICT, [], addDays(TODAY, 6), TODAY)).toThrow(
      refusal({ promise_max_days: 5, last_day }),
    );
  });

  it("The promise after the last permitted one is refused, and names the days of those before", () => {
    const given = [ago(40), ago(29), ago(3)];
    expect(promiseLimit(STRICT, given, TODAY).left).toBe(0);
    expect(() => checkPromise(STRICT, given, TODAY, TODAY)).toThrow(
      refusal({ promise_max_times: 2, given_on: [ago(29), ago(3)] }),
    );
    // A day later the first of them is out of the period.
    const tomorrow = addDays(TODAY, 1);
    expect(() => checkPromise(STRICT, given, tomorrow, tomorrow)).not.toThrow();
  });

  it("A promise that is put right on the same day stays one promise", () => {
    const given = withPromise(withPromise([ago(3)], TODAY), TODAY);
    expect(given).toEqual([ago(3), TODAY]);
    expect(() => checkPromise(STRICT, given, TODAY, TODAY)).not.toThrow();
  });

  it("Somebody who may go beyond the policy does, and their promise counts for the next one", () => {
    const given = [ago(2), ago(1)];
    const { customer: after } = planPromise({ days: 30 }, { ...lapsed, promised_on: given }, TODAY, null);
    expect(after).toMatchObject({ status: "ACTIVE", grace_period_until: addDays(TODAY, 30) });
    expect(after.promised_on).toEqual([...given, TODAY]);
  });

  it("A wrong input is a wrong input, whatever the policy", () => {
    const used_up = { ...lapsed, promised_on: [ago(2), ago(1)] };
    expect(() => planPromise({ days: 0 }, used_up, TODAY, STRICT)).toThrow(
      expect.objectContaining({ code: "VALIDATION" }),
    );
  });

  it("However they follow each other, no period holds more promises than the policy lets be given", () => {
    const days = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 40 });
    const policies = fc.record({
      promise_max_days: fc.constant(null),
      promise_max_times: fc.integer({ min: 1, max: 30 }),
      promise_period_days: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(policies, days, (policy, steps) => {
        let given: string[] = [];
        const all = new Set<string>();
        for (const step of [...steps].sort((a, b) => a - b)) {
          const day = addDays(TODAY, step);
          if (promiseLimit(policy, given, day).left === 0) continue;
          given = withPromise(given, day);
          all.add(day);
          const first = addDays(day, 1 - policy.promise_period_days);
          const inPeriod = [...all].filter((one) => one >= first && one <= day);
          expect(inPeriod.length).toBeLessThanOrEqual(policy.promise_max_times);
        }
      }),
    );
  });
});
