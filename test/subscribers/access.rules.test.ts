// Who has access, and how grace, suspension and expiry change it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../../shared/kernel/day.ts";
import {
  accessUntil,
  hasAccess,
  isExpired,
  planGrace,
  planToggle,
} from "../../shared/subscribers/access.rules.ts";
import { customer, m, TODAY } from "../billing/helpers/samples.ts";

const YESTERDAY = "2026-11-19";
const lapsed = customer({ status: "EXPIRED", expiry_date: YESTERDAY });

describe("access", () => {
  it.each([
    [null, null, true],
    [null, "2020-01-01", true],
    [TODAY, null, true],
    [YESTERDAY, null, false],
    [YESTERDAY, TODAY, true],
    [YESTERDAY, YESTERDAY, false],
    ["2026-11-21", YESTERDAY, true],
  ])(
    "Access that is paid until %s, with grace until %s, is there: %s",
    (expiry_date, grace_period_until, expected) => {
      expect(hasAccess({ expiry_date, grace_period_until }, TODAY)).toBe(expected);
    },
  );

  it("Access lasts until the later of expiry and grace", () => {
    expect(accessUntil({ expiry_date: YESTERDAY, grace_period_until: TODAY })).toBe(TODAY);
    expect(accessUntil({ expiry_date: TODAY, grace_period_until: null })).toBe(TODAY);
  });

  it("Access runs out for an ACTIVE customer alone", () => {
    const active = { ...lapsed, status: "ACTIVE" as const };
    expect(isExpired(active, TODAY)).toBe(true);
    expect(isExpired({ ...active, expiry_date: TODAY }, TODAY)).toBe(false);
    for (const status of ["SUSPENDED", "EXPIRED", "TERMINATED"] as const) {
      expect(isExpired({ ...active, status }, TODAY)).toBe(false);
    }
  });
});

describe("grace", () => {
  it("Grace of days counts from today, a promise_date is taken as it is; both end a suspension", () => {
    const suspended = customer({ status: "SUSPENDED", suspended_for: "STAFF", expiry_date: YESTERDAY });
    expect(planGrace({ days: 3 }, suspended, TODAY)).toEqual({
      customer: {
        ...suspended,
        status: "ACTIVE",
        suspended_for: null,
        promise_date: "2026-11-23",
        grace_period_until: "2026-11-23",
      },
      network: "ENABLE_USER",
    });
    expect(planGrace({ promise_date: TODAY }, lapsed, TODAY).customer.grace_period_until).toBe(TODAY);
  });

  it.each([
    ["days", {}],
    ["days", { days: 3, promise_date: TODAY }],
    ["days", { days: 0 }],
    ["days", { days: 91 }],
    ["days", { days: 1.5 }],
    ["promise_date", { promise_date: YESTERDAY }],
    ["promise_date", { promise_date: "2026-02-30" }],
  ])("Grace refuses a wrong %s: %o", (field, input) => {
    const expected = expect.objectContaining({
      code: "VALIDATION",
      errors: [expect.objectContaining({ field })],
    });
    expect(() => planGrace(input, lapsed, TODAY)).toThrow(expected);
  });

  it("Grace always leaves access", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), (days) => {
        const plan = planGrace({ days }, lapsed, TODAY);
        expect(hasAccess(plan.customer, addDays(TODAY, days))).toBe(true);
        expect(hasAccess(plan.customer, addDays(TODAY, days + 1))).toBe(false);
      }),
    );
  });
});

describe("toggling the status", () => {
  it.each([
    ["Non-payment", "0", "NONPAYMENT"],
    ["nonpayment of October", "0", "NONPAYMENT"],
    ["UNPAID bill", "0", "NONPAYMENT"],
    ["overdue", "0", "NONPAYMENT"],
    ["did not pay", "0", "NONPAYMENT"],
    ["Dues of two months", "0", "NONPAYMENT"],
    ["abuse", "500.00", "STAFF"],
    ["", "500.00", "NONPAYMENT"],
    [null, "500.00", "NONPAYMENT"],
    ["  ", "0", "STAFF"],
  ])("Toggling the status suspends for %o with %s due as %s", (reason, due, suspended_for) => {
    const plan = planToggle(customer({ due_amount: m(due) }), { reason }, TODAY);
    expect(plan).toMatchObject({ customer: { status: "SUSPENDED", suspended_for }, network: "DISABLE_USER" });
  });

  it("Toggling the status resumes with access left", () => {
    const suspended = customer({ status: "SUSPENDED", suspended_for: "STAFF" });
    const plan = planToggle(suspended, {}, TODAY);
    expect(plan).toEqual({ customer: customer(), network: "ENABLE_USER" });
  });

  it("Toggling the status refuses without access left, unless forced: then until the end of the day", () => {
    expect(() => planToggle(lapsed, {}, TODAY)).toThrow(expect.objectContaining({ code: "SERVICE_EXPIRED" }));
    const forced = planToggle(lapsed, { force: true }, TODAY);
    expect(forced).toMatchObject({ customer: { status: "ACTIVE" }, network: "ENABLE_USER" });
    expect(isExpired(forced.customer, TODAY)).toBe(false);
    expect(isExpired(forced.customer, addDays(TODAY, 1))).toBe(true);
  });

  it("Toggling the status never brings a terminated customer back", () => {
    const run = () => planToggle(customer({ status: "TERMINATED" }), { force: true }, TODAY);
    expect(run).toThrow(expect.objectContaining({ code: "ILLEGAL_TRANSITION" }));
  });
});
