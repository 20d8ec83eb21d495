// Whether a router is set up as it should be: who it is, what the API user may do, who may reach the API. Writes nothing.
import type { RouterAccess } from "../../../shared/network/agent-wire.ts";
import type { HealthReading, RouterCheck, SetupFault } from "../../../shared/network/live/question-wire.ts";
import { DriverError, type RouterSession, type Row } from "../driver.ts";
import { readDevice } from "../routeros/provisioning.ts";

/** Policies that the product's user needs on no account (design: own groups, never `full`). */
const NEEDLESS = ["policy", "ftp", "ssh", "telnet", "winbox", "web", "sniff", "password"];

const nothing: RouterCheck = {
  is_reachable: false,
  error: null,
  identity: null,
  serial_number: null,
  ros_version: null,
  board_name: null,
  group: null,
  rights: [],
  tls_fingerprint: null,
  agent_address: null,
  health: [],
  missing: [],
};

/** Rows of a print; null where the router has no such menu or does not let the user read it. */
async function rowsOf(
  session: RouterSession,
  command: string,
  proplist: string[],
  queries: string[] = [],
): Promise<Row[] | null> {
  try {
    return (await session.run(command, { proplist, queries })).rows;
  } catch (error) {
    if (error instanceof DriverError && error.code === "ETRAP") return null;
    throw error;
  }
}

/** The device's sensors: RouterOS 7 has a row each, 6 one row with a column each. Throws DriverError. */
async function readHealth(session: RouterSession): Promise<HealthReading[]> {
  let rows: readonly Row[];
  try {
    ({ rows } = await session.run("/system/health/print"));
  } catch (error) {
    // Virtual routers have none.
    if (error instanceof DriverError && error.code === "ETRAP") return [];
    throw error;
  }
  const readings = rows.flatMap((row): HealthReading[] =>
    row["name"] !== undefined && row["value"] !== undefined
      ? [{ name: row["name"], value: row["value"], type: row["type"] ?? "" }]
      : Object.entries(row).flatMap(([name, value]) =>
          name.startsWith(".") || value === "" ? [] : [{ name, value, type: "" }],
        ),
  );
  return readings.slice(0, 100).map(({ name, value, type }) => ({
    name: name.slice(0, 60),
    value: value.slice(0, 60),
    type: type.slice(0, 20),
  }));
}

/** The user's group and what it allows; rights null: the router does not show it. */
async function readRights(
  session: RouterSession,
  username: string,
): Promise<{ group: string | null; rights: string[] | null }> {
  const users = await rowsOf(session, "/user/print", ["name", "group"], [`=name=${username}`]);
  const group = users?.[0]?.["group"] ?? null;
  if (group === null) return { group, rights: null };
  const groups = await rowsOf(session, "/user/group/print", ["name", "policy"], [`=name=${group}`]);
  const policy = groups?.[0]?.["policy"];
  if (policy === undefined) return { group, rights: null };
  return { group, rights: policy.split(",").filter((right) => right !== "" && !right.startsWith("!")) };
}

function faultsOfRights(rights: readonly string[] | null): SetupFault[] {
  if (rights === null) return ["RIGHTS_UNKNOWN"];
  const faults: SetupFault[] = [];
  if (!rights.includes("read")) faults.push("NO_RIGHT_READ");
  if (!rights.includes("write")) faults.push("NO_RIGHT_WRITE");
  if (!rights.includes("test")) faults.push("NO_RIGHT_TEST");
  if (!rights.includes("reboot")) faults.push("NO_RIGHT_REBOOT");
  if (NEEDLESS.some((right) => rights.includes(right))) faults.push("TOO_MANY_RIGHTS");
  return faults;
}

/** What an open session tells. Throws DriverError. */
export async function checkSession(session: RouterSession, access: RouterAccess): Promise<RouterCheck> {
  const [device, boards, { group, rights }, services, aaa, health] = await Promise.all([
    readDevice(session),
    rowsOf(session, "/system/routerboard/print", ["serial-number"]),
    readRights(session, access.username),
    rowsOf(session, "/ip/service/print", ["name", "address", "disabled"]),
    rowsOf(session, "/ppp/aaa/print", ["use-radius"]),
    readHealth(session),
  ]);
  const missing = faultsOfRights(rights);
  const service = services?.find((row) => row["name"] === (access.use_tls ? "api-ssl" : "api"));
  if (!access.use_tls) missing.push("NOT_ENCRYPTED");
  if (service && (service["address"] ?? "") === "") missing.push("API_OPEN_TO_ALL");
  if (aaa?.[0]?.["use-radius"] === "true" || aaa?.[0]?.["use-radius"] === "yes") missing.push("USES_RADIUS");
  return {
    ...nothing,
    is_reachable: true,
    identity: device.identity,
    serial_number: boards?.[0]?.["serial-number"] || null,
    ros_version: device.ros_version,
    board_name: device.board_name,
    group,
    rights: (rights ?? []).slice(0, 60),
    agent_address: session.local_address,
    health,
    missing,
  };
}

/** What a failure to open a session tells. */
export function checkOfFailure(error: DriverError): RouterCheck {
  if (error.code === "ETRAP")
    return { ...nothing, is_reachable: true, error: error.message, missing: ["NO_RIGHT_READ"] };
  const fault: SetupFault = (() => {
    switch (error.code) {
      case "EAUTH":
        return /legacy login/.test(error.message) ? "LEGACY_LOGIN" : "WRONG_PASSWORD";
      case "ETLSPIN":
        return /not confirmed yet/.test(error.message) ? "TLS_NOT_PINNED" : "TLS_CHANGED";
      case "ETLS":
        return "TLS_NO_CERTIFICATE";
      default:
        return "NOT_REACHED";
    }
  })();
  return { ...nothing, error: error.message, tls_fingerprint: error.fingerprint, missing: [fault] };
}
