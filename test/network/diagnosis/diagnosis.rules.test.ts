// The verdict on a customer's line: one per situation that a desk hears of.
import { expect, test } from "vitest";
import { diagnose } from "../../../shared/network/diagnosis/diagnosis.rules.ts";
import type {
  AccountFacts,
  LineFacts,
  LineJobFacts,
  LoginFacts,
  OnuFacts,
  RouterFacts,
} from "../../../shared/network/diagnosis/line-facts.ts";
import { lineSteps } from "../../../shared/network/diagnosis/line-steps.rules.ts";

const NOW = "2026-11-20T10:00:00Z";
const account: AccountFacts = {
  status: "ACTIVE",
  suspended_for: null,
  access_until: "2026-11-30",
  is_closed_by_itself: true,
  due: "0.00",
  connection_type: "PPPOE",
};
const router: RouterFacts = {
  name: "Core 1",
  is_active: true,
  status: "ONLINE",
  last_seen_at: NOW,
  last_error: null,
  error_code: null,
};
const job: LineJobFacts = {
  kind: "ENABLE_USER",
  status: "SUCCEEDED",
  last_error: null,
  error_code: null,
  created_at: "2026-11-10T09:00:00Z",
  finished_at: "2026-11-10T09:00:01Z",
};
const session = { started_at: "2026-11-17T10:00:00Z", ip_address: "10.0.0.5", observed_at: NOW };
const login: LoginFacts = {
  asked_at: NOW,
  is_on_router: true,
  is_disabled: false,
  was_signed_in: true,
  last_logged_out: "2026-11-20T08:00:00Z",
  refused: null,
};
const onu: OnuFacts = {
  olt_name: "OLT 1",
  olt_status: "ONLINE",
  olt_last_error: null,
  olt_error_code: null,
  pon_port: "0/1/3",
  serial_number: "HWTC1234ABCD",
  status: "ONLINE",
  signal: "GOOD",
  rx_power_dbm: -21.4,
  signal_since: null,
  last_down_cause: null,
  last_down_at: null,
  last_up_at: null,
  last_polled_at: NOW,
};
const well: LineFacts = {
  now: NOW,
  today: "2026-11-20",
  account,
  router,
  job,
  session,
  login,
  onu,
  port: { onus: 15, down: 0 },
  incident: null,
};
const down: LineFacts = { ...well, session: null };
const refused = {
  first_at: "2026-11-20T09:02:00Z",
  last_at: "2026-11-20T09:59:00Z",
  tries: 41,
  reason: "WRONG_PASSWORD" as const,
};
const incident = {
  ...{ pon_port: "0/1/3", olt_name: "OLT 1", kind: "POWER" },
  ...{ started_at: "2026-11-20T09:30:00Z", onus: 14 },
};
const off = (status: OnuFacts["status"], last_down_cause: OnuFacts["last_down_cause"] = null): OnuFacts => ({
  ...onu,
  status,
  signal: "NONE",
  last_down_cause,
  last_down_at: "2026-11-20T08:10:00Z",
});

const readAt = (last_polled_at: string): OnuFacts => ({ ...off("LOS"), last_polled_at });

test.each<[string, LineFacts, object]>([
  [
    "who is signed in and has good light is on-line since the session began",
    well,
    { code: "ONLINE", told: { since: session.started_at } },
  ],
  [
    "who has not paid was cut on the day after the last paid one",
    {
      ...down,
      account: { ...account, status: "EXPIRED", access_until: "2026-10-31", due: "500.00" },
      onu: off("LOS"),
    },
    { code: "UNPAID", told: { day: "2026-11-01", since: null, due: "500.00" } },
  ],
  [
    "who was suspended for nonpayment before the last day was cut when the job was made",
    {
      ...down,
      account: { ...account, status: "SUSPENDED", suspended_for: "NONPAYMENT" },
      job: { ...job, kind: "DISABLE_USER" },
    },
    { code: "UNPAID", told: { day: null, since: job.created_at } },
  ],
  [
    "who was suspended by the staff is not told to pay",
    { ...down, account: { ...account, status: "SUSPENDED", suspended_for: "STAFF" } },
    { code: "SUSPENDED_BY_STAFF" },
  ],
  [
    "who is over the last day stays open where lines are not closed by themselves",
    { ...well, account: { ...account, access_until: "2026-10-31", is_closed_by_itself: false } },
    { code: "ONLINE" },
  ],
  [
    "a router that does not answer explains that nobody is signed in",
    { ...down, router: { ...router, status: "OFFLINE", last_error: "timed out" }, onu: off("LOS") },
    { code: "ROUTER_OFFLINE", told: { router: "Core 1", error: "timed out" } },
  ],
  [
    "a session that was seen before the router went silent is no sign of life",
    { ...well, router: { ...router, status: "UNKNOWN", last_seen_at: "2026-11-20T09:40:00Z" } },
    { code: "AGENT_OFFLINE", told: { since: "2026-11-20T09:40:00Z" } },
  ],
  [
    "a router that nobody ever reached is not called off-line since some time",
    { ...down, router: { ...router, status: "UNKNOWN", last_seen_at: null } },
    { code: "ROUTER_NEVER_SEEN" },
  ],
  ["a customer without a router is told so", { ...down, router: null }, { code: "NO_ROUTER" }],
  [
    "a paid customer whose job is queued waits for the router",
    { ...down, job: { ...job, status: "QUEUED", finished_at: null } },
    { code: "JOB_WAITING" },
  ],
  [
    "a job without a password to write asks for one",
    { ...down, job: { ...job, status: "QUEUED", error_code: "NO_PASSWORD" } },
    { code: "NO_PASSWORD" },
  ],
  [
    "a job that a router on trial keeps waiting does not hide a cut fibre",
    { ...down, job: { ...job, status: "QUEUED", error_code: "TRIAL" }, onu: off("LOS") },
    { code: "FIBRE_CUT" },
  ],
  [
    "nobody signed in on a router on trial, and good light: the trial is named",
    { ...down, job: { ...job, status: "QUEUED", error_code: "TRIAL" } },
    { code: "ON_TRIAL" },
  ],
  [
    "a refused job is the cause while the router does not hold the login",
    {
      ...down,
      login: { ...login, is_on_router: false },
      job: { ...job, status: "FAILED", last_error: "a foreign secret" },
    },
    { code: "JOB_FAILED", told: { error: "a foreign secret" } },
  ],
  [
    "a failed job of long ago is no cause once the router holds the login",
    { ...down, job: { ...job, status: "FAILED" }, onu: off("LOS") },
    { code: "FIBRE_CUT" },
  ],
  [
    "who is on-line while the last change was not written is told of both",
    { ...well, job: { ...job, status: "FAILED", last_error: "no such profile" } },
    { code: "ONLINE_UNWRITTEN", told: { since: session.started_at, error: "no such profile" } },
  ],
  [
    "a wrong password is told with the first refusal",
    { ...down, login: { ...login, refused } },
    { code: "WRONG_PASSWORD", told: { since: refused.first_at, tries: 41 } },
  ],
  [
    "a refusal of an hour ago is forgotten: a device that is refused dials again within minutes",
    { ...down, login: { ...login, refused: { ...refused, last_at: "2026-11-20T09:00:00Z" } } },
    { code: "NOT_DIALLING" },
  ],
  [
    "a login that the router lacks is named",
    { ...down, login: { ...login, is_on_router: false } },
    { code: "NOT_ON_ROUTER" },
  ],
  [
    "a login that is disabled on the router although it is paid for is named",
    { ...down, login: { ...login, is_disabled: true } },
    { code: "CLOSED_ON_ROUTER" },
  ],
  [
    "who never signed in has never connected",
    { ...down, login: { ...login, was_signed_in: false, last_logged_out: null } },
    { code: "NEVER_CONNECTED" },
  ],
  [
    "a dying gasp is a power cut at the customer's",
    { ...down, onu: off("DYING_GASP") },
    { code: "POWER_CUT", told: { since: "2026-11-20T08:10:00Z" } },
  ],
  [
    "an ONU that is off-line for want of power is a power cut",
    { ...down, onu: off("OFFLINE", "POWER") },
    { code: "POWER_CUT" },
  ],
  ["lost light of one ONU is a cut fibre", { ...down, onu: off("LOS") }, { code: "FIBRE_CUT" }],
  [
    "an ONU that was switched off at the OLT is no fault of the fibre",
    { ...down, onu: off("OFFLINE", "DEACTIVATED") },
    { code: "ONU_DEACTIVATED" },
  ],
  [
    "most ONUs of a port are the port, with how many",
    { ...down, onu: off("LOS"), port: { onus: 15, down: 14 } },
    { code: "PORT_DOWN", told: { port: "0/1/3", down: 14, total: 15 } },
  ],
  [
    "two of two ONUs of a port are single faults still",
    { ...down, onu: off("LOS"), port: { onus: 2, down: 2 } },
    { code: "FIBRE_CUT" },
  ],
  [
    "an open incident explains the ONU, with its kind and begin",
    { ...down, onu: off("DYING_GASP"), port: { onus: 15, down: 14 }, incident },
    { code: "PORT_DOWN", told: { kind: "POWER", since: incident.started_at } },
  ],
  [
    "who is signed in while the linked ONU has been dark for long: the contradiction is named, not that all is well",
    { ...well, onu: off("LOS") },
    { code: "ONLINE_ONU_DARK", told: { since: "2026-11-20T08:10:00Z" } },
  ],
  [
    "who is signed in on a port that lost all its ONUs long ago has another ONU than the linked one",
    { ...well, onu: off("DYING_GASP"), port: { onus: 15, down: 14 }, incident },
    { code: "ONLINE_ONU_DARK" },
  ],
  [
    "a session that began after the ONU was last read says that the reading is old",
    {
      ...well,
      session: { ...session, started_at: "2026-11-20T09:59:30Z" },
      onu: readAt("2026-11-20T09:59:00Z"),
    },
    { code: "ONLINE_ONU_UNREAD", told: { since: "2026-11-20T09:59:00Z" } },
  ],
  [
    "light that went within two minutes is the cause although the router still counts the session",
    { ...well, onu: { ...off("LOS"), last_down_at: "2026-11-20T09:58:40Z" } },
    { code: "FIBRE_CUT", told: { since: "2026-11-20T09:58:40Z" } },
  ],
  [
    "a dark ONU of an OLT that nobody hears does not contradict a session",
    { ...well, onu: { ...off("LOS"), olt_status: "OFFLINE" } },
    { code: "ONLINE" },
  ],
  [
    "an incident of the whole OLT is the OLT's",
    { ...down, onu: off("OFFLINE"), incident: { ...incident, pon_port: null } },
    { code: "OLT_DOWN" },
  ],
  [
    "an OLT that does not answer explains the line",
    { ...down, onu: { ...onu, olt_status: "OFFLINE" } },
    { code: "OLT_DOWN" },
  ],
  [
    "weak light of who is on-line is told with its number and since when",
    {
      ...well,
      onu: { ...onu, signal: "WEAK", rx_power_dbm: -26.1, signal_since: "2026-11-17T12:00:00Z" },
    },
    { code: "FIBRE_WEAK", told: { rx: -26.1, since: "2026-11-17T12:00:00Z" } },
  ],
  [
    "light that is hardly there comes before the login",
    { ...down, login: { ...login, refused }, onu: { ...onu, signal: "CRITICAL", rx_power_dbm: -28 } },
    { code: "FIBRE_CRITICAL" },
  ],
  [
    "a wrong password comes before light that is merely weak",
    { ...down, login: { ...login, refused }, onu: { ...onu, signal: "WEAK" } },
    { code: "WRONG_PASSWORD" },
  ],
  [
    "good light and nobody signed in is the customer's own router",
    down,
    { code: "NOT_DIALLING", told: { since: login.last_logged_out } },
  ],
  ["nobody signed in and no ONU known is simply down", { ...down, onu: null }, { code: "DOWN" }],
  [
    "a static line has no session to miss",
    { ...down, account: { ...account, connection_type: "STATIC" } },
    { code: "STATIC_OPEN" },
  ],
  [
    "a hotspot customer who is not signed in is no fault",
    { ...down, account: { ...account, connection_type: "HOTSPOT" } },
    { code: "HOTSPOT_AWAY" },
  ],
  [
    "who may not see sessions is not told that there is none",
    { now: NOW, today: "2026-11-20", account },
    { code: "NOT_KNOWN" },
  ],
])("The facts of a line lead to this verdict: %s", (_title, facts, expected) => {
  expect(diagnose(facts)).toMatchObject(expected);
});

test("A step that was not looked at says that it is not known, never that there is none", () => {
  const steps = lineSteps({ now: NOW, today: "2026-11-20", account });
  expect(steps.slice(1).map(({ code }) => code)).toEqual([
    "UNKNOWN",
    "UNKNOWN",
    "UNKNOWN",
    "UNKNOWN",
    "UNKNOWN",
  ]);
});
