// The verdict on a customer's line: properties over all combinations of facts.
import fc from "fast-check";
import { expect, test } from "vitest";
import { diagnose, VERDICTS } from "../../../shared/network/diagnosis/diagnosis.rules.ts";
import type { AccountFacts, LineFacts, RouterFacts } from "../../../shared/network/diagnosis/line-facts.ts";
import { lineSteps } from "../../../shared/network/diagnosis/line-steps.rules.ts";
import { lot } from "../../helpers/lot.ts";

const NOW = "2026-11-20T10:00:00Z";
const PAID: AccountFacts = {
  status: "ACTIVE",
  suspended_for: null,
  access_until: null,
  is_closed_by_itself: true,
  due: null,
  connection_type: "PPPOE",
};
const ANSWERING: RouterFacts = {
  name: "Core 1",
  is_active: true,
  status: "ONLINE",
  last_seen_at: NOW,
  last_error: null,
  error_code: null,
};

const instant = fc.constantFrom("2026-11-19T10:00:00Z", "2026-11-20T08:00:00Z", NOW);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
/** The key itself may be absent: that is "not known". */
const known = <T>(arbitrary: fc.Arbitrary<T>) => maybe(arbitrary);
const anyFacts: fc.Arbitrary<LineFacts> = fc.record(
  {
    now: fc.constant(NOW),
    today: fc.constant("2026-11-20"),
    account: fc.record({
      status: fc.constantFrom("ACTIVE", "SUSPENDED", "EXPIRED", "TERMINATED"),
      suspended_for: fc.constantFrom(null, "NONPAYMENT", "STAFF"),
      access_until: fc.constantFrom(null, "2026-11-19", "2026-11-20", "2026-12-01"),
      is_closed_by_itself: fc.boolean(),
      due: fc.constantFrom(null, "0.00", "500.00"),
      connection_type: fc.constantFrom("PPPOE", "HOTSPOT", "STATIC"),
    }),
    router: known(
      fc.record({
        name: fc.constant("Core 1"),
        is_active: fc.boolean(),
        status: fc.constantFrom("UNKNOWN", "ONLINE", "OFFLINE"),
        last_seen_at: maybe(instant),
        last_error: maybe(fc.constant("timed out")),
        error_code: maybe(fc.constant("ETIMEDOUT")),
      }),
    ),
    job: known(
      fc.record({
        kind: fc.constantFrom("ENABLE_USER", "DISABLE_USER", "UPSERT_USER", "REMOVE_USER"),
        status: fc.constantFrom("QUEUED", "LEASED", "SUCCEEDED", "FAILED", "CANCELLED"),
        last_error: maybe(fc.constant("refused")),
        error_code: fc.constantFrom(null, "NO_PASSWORD", "NO_ADDRESS", "TRIAL", "SUPERSEDED", "CONFLICT"),
        created_at: instant,
        finished_at: maybe(instant),
      }),
    ),
    session: known(
      fc.record({ started_at: maybe(instant), ip_address: fc.constant("10.0.0.5"), observed_at: instant }),
    ),
    login: known(
      fc.record({
        asked_at: fc.constant(NOW),
        is_on_router: fc.boolean(),
        is_disabled: fc.boolean(),
        was_signed_in: fc.boolean(),
        last_logged_out: maybe(instant),
        refused: maybe(
          fc.record({
            first_at: maybe(instant),
            last_at: maybe(instant),
            tries: fc.nat({ max: 99 }),
            reason: fc.constantFrom("WRONG_PASSWORD", "OTHER"),
          }),
        ),
      }),
    ),
    onu: known(
      fc.record({
        olt_name: fc.constant("OLT 1"),
        olt_status: fc.constantFrom("UNKNOWN", "ONLINE", "OFFLINE"),
        olt_last_error: fc.constant(null),
        olt_error_code: fc.constant(null),
        pon_port: fc.constant("0/1/3"),
        serial_number: fc.constant("HWTC1234ABCD"),
        status: fc.constantFrom("ONLINE", "OFFLINE", "LOS", "DYING_GASP", "UNKNOWN"),
        signal: fc.constantFrom("TOO_STRONG", "GOOD", "WEAK", "CRITICAL", "NONE"),
        rx_power_dbm: maybe(fc.double({ min: -35, max: 0, noNaN: true })),
        signal_since: maybe(instant),
        last_down_cause: fc.constantFrom(null, "POWER", "FIBRE", "DEACTIVATED", "REBOOT", "UNKNOWN"),
        last_down_at: maybe(instant),
        last_up_at: maybe(instant),
        last_polled_at: maybe(instant),
      }),
    ),
    port: known(fc.record({ onus: fc.integer({ min: 1, max: 64 }), down: fc.nat({ max: 64 }) })),
    incident: known(
      fc.record({
        pon_port: fc.constantFrom(null, "0/1/3"),
        olt_name: fc.constant("OLT 1"),
        kind: fc.constantFrom("PORT_DOWN", "OLT_DOWN", "POWER", "FIBRE"),
        started_at: instant,
        onus: fc.nat({ max: 64 }),
      }),
    ),
  },
  { requiredKeys: ["now", "today", "account"] },
);

test("Every combination of facts about a line has one verdict, the same each time, and all six steps", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const verdict = diagnose(facts);
      expect(VERDICTS[verdict.code]).toEqual({ step: verdict.step, tone: verdict.tone });
      expect(diagnose(structuredClone(facts))).toEqual(verdict);
      expect(lineSteps(facts).map(({ step }) => step)).toEqual([
        "account",
        "router",
        "job",
        "session",
        "onu",
        "port",
      ]);
    }),
    { numRuns: lot(1_000, 10_000) },
  );
});

test("Every verdict of the table is the verdict of some line", () => {
  const seen = new Set<string>();
  for (const facts of fc.sample(anyFacts, { numRuns: lot(4_000, 10_000), seed: 7 })) {
    // As it is, and farther along the way: paid for, on a router that answers, with nobody signed in.
    const paid: LineFacts = { ...facts, account: PAID };
    const dialling: LineFacts = { ...paid, router: ANSWERING, session: null };
    const idle: LineFacts = { ...dialling, account: facts.account, job: null };
    for (const each of [facts, paid, dialling, idle]) seen.add(diagnose(each).code);
  }
  expect([...seen].sort()).toEqual(Object.keys(VERDICTS).sort());
});

test("What is decided in the office does not depend on what devices say", () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, (facts, other) => {
      const verdict = diagnose(facts);
      fc.pre(verdict.step === "account");
      const { account: kept, today, now, job: same } = facts;
      const { job: _, ...rest } = other;
      const elsewhere: LineFacts = {
        ...{ ...rest, account: kept, today, now },
        ...(same === undefined ? {} : { job: same }),
      };
      expect(diagnose(elsewhere)).toEqual(verdict);
    }),
  );
});

test("A cause in the office's router does not depend on the fibre", () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, (facts, { onu: other, port, incident: news }) => {
      const verdict = diagnose(facts);
      fc.pre(verdict.step === "router");
      expect(diagnose({ ...facts, onu: other ?? null, port: port ?? null, incident: news ?? null })).toEqual(
        verdict,
      );
    }),
  );
});

test("Nobody is told that all is well while their linked ONU was read dark", () => {
  fc.assert(
    fc.property(anyFacts, ({ onu, ...facts }) => {
      fc.pre(onu?.olt_status === "ONLINE" && ["OFFLINE", "LOS", "DYING_GASP"].includes(onu.status));
      expect(VERDICTS[diagnose({ ...facts, onu: onu ?? null }).code].tone).not.toBe("good");
    }),
    { numRuns: lot(1_000, 10_000) },
  );
});

test("The step that the verdict lies in never says that all is well there", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const verdict = diagnose(facts);
      const step = lineSteps(facts).find(({ step: name }) => name === verdict.step);
      if (verdict.tone === "bad") expect(["bad", "unknown", "idle"]).toContain(step?.tone);
      if (verdict.code === "ONLINE") expect(step?.tone).toBe("good");
    }),
    { numRuns: lot(1_000, 10_000) },
  );
});
