// A router's page and a job's: sensors in words, what is missing, what went wrong and what helps.
import { expect, test } from "vitest";
import type { DriverErrorCode } from "../../../main/network/driver.ts";
import type { SnmpErrorCode } from "../../../main/network/snmp/snmp-error.ts";
import { wordsIn } from "../../../renderer/kernel/i18n/index.ts";
import { faultText } from "../../../renderer/network/fault-text.ts";
import { sensorsOf } from "../../../renderer/network/router/sensors.ts";
import { faultsOf } from "../../../renderer/network/router/setup-faults.ts";
import { nextStepOf } from "../../../renderer/network/sync-job/job-view.ts";
import "../known-words.ts";

const t = wordsIn("en");
const sensors = (...all: [name: string, value: string, type?: string][]) =>
  sensorsOf(
    all.map(([name, value, type = ""]) => ({ name, value, type })),
    t,
    "en",
  ).map(({ label, text, is_bad }) => `${label}: ${text}${is_bad ? "!" : ""}`);

test("Sensors are told in words, with their units, the temperatures first", () => {
  expect(
    sensors(["fan1-speed", "4020", "RPM"], ["psu1-state", "ok"], ["cpu-temperature", "47", "C"]),
  ).toEqual(["CPU, temperature: 47 °C", "Power supply 1: works", "Fan 1: 4,020 rpm"]);
});

test("RouterOS 6 names no units, numbers stand at either end, and the device's own have no place", () => {
  expect(sensors(["voltage", "24.1"], ["board-temperature2", "31"], ["poe-in-voltage", "48"])).toEqual([
    "Router 2, temperature: 31 °C",
    "Router, voltage: 24.1 V",
    "PoE in, voltage: 48 V",
  ]);
});

test("A supply that failed is told apart, and what has no words is shown as the router says it", () => {
  expect(sensors(["heatsink-mood", "calm"], ["psu2-state", "fail"])).toEqual([
    "Power supply 2: failed (fail)!",
    "heatsink mood: calm",
  ]);
});

test("The severe faults come first, and a router on trial does not miss the right to write", () => {
  const missing = ["NOT_ENCRYPTED", "NO_RIGHT_WRITE", "NO_RIGHT_TEST"] as const;
  expect(faultsOf({ missing: [...missing], mode: "LIVE" })).toEqual([
    "NO_RIGHT_WRITE",
    "NOT_ENCRYPTED",
    "NO_RIGHT_TEST",
  ]);
  expect(faultsOf({ missing: [...missing], mode: "TRIAL" })).toEqual(["NOT_ENCRYPTED", "NO_RIGHT_TEST"]);
  expect(faultsOf({ missing: null, mode: "LIVE" })).toBeNull();
});

test("A job's failure is told in the reader's language where its code says it, else as the server said it", () => {
  const refused = { last_error: "connect ECONNREFUSED", error_code: "ECONNREFUSED" };
  expect(faultText(refused, wordsIn("bn"))).toMatch(/^রাউটার সংযোগ নেয়নি/);
  expect(faultText({ last_error: "no such item", error_code: "ETRAP" }, t)).toBe("no such item");
  expect(faultText({ last_error: null, error_code: null }, t)).toBeNull();
});

/** What an agent says of a device; the rest are the device's own words. */
const CODES: Record<Exclude<DriverErrorCode | SnmpErrorCode, "ETRAP" | "EFORBIDDEN">, true> = {
  ...{ ECONNREFUSED: true, ETIMEDOUT: true, EUNREACHABLE: true, EADDRESS: true, ETLS: true, ETLSPIN: true },
  ...{ EAUTH: true, EFATAL: true, ECLOSED: true, EPROTO: true, EREFUSED: true },
};

test("Who reads Bengali is told in Bengali what is wrong with a router and with an OLT, and who reads English in the agent's exact words", () => {
  const said = "The router wants the legacy login";
  expect(faultText({ last_error: said, error_code: "EAUTH" }, t)).toBe(said);
  for (const code of [...Object.keys(CODES), "NO_AGENT", "NOT_REACHED", "AFTER_TRIAL"])
    for (const device of ["router", "olt"] as const) {
      const words = faultText({ last_error: "said in English", error_code: code }, wordsIn("bn"), device);
      expect(words, code).toMatch(/[\u0980-\u09ff]/);
      expect(words, code).not.toMatch(device === "olt" ? /রাউটার(?!টি)/ : /OLT/);
    }
});

test("What helps is said while a job failed or waits, and not of one that is done or given up", () => {
  const job = { attempts: 1, error_code: "NO_PASSWORD" };
  expect(nextStepOf({ ...job, status: "QUEUED" })).toBe("net.next.password");
  expect(nextStepOf({ ...job, status: "SUCCEEDED" })).toBeNull();
  expect(nextStepOf({ ...job, status: "CANCELLED" })).toBeNull();
  expect(nextStepOf({ attempts: 0, error_code: null, status: "QUEUED" })).toBe("net.agent_hint");
});
