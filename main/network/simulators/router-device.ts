// What the simulated router tells of itself: users and their rights, services, sensors, clock and log.
import { matches } from "./query.ts";
import { toBytes } from "./wire.ts";

interface Request {
  attributes: Readonly<Record<string, string>>;
  queries: readonly string[];
}

interface Answer {
  rows: Record<string, string>[];
}

interface LogEntry {
  at: number;
  topics: string;
  message: string;
}

/** The router's own tables beside those of its subscribers. */
export interface RouterDevice {
  serial_number: string;
  users: readonly { name: string; group: string }[];
  /** Group → its policies. */
  groups: Readonly<Record<string, string>>;
  services: readonly { name: string; address: string; disabled: boolean }[];
  use_radius: boolean;
  health: readonly { name: string; value: string; type: string }[];
  log: LogEntry[];
}

const GROUPS: Readonly<Record<string, string>> = {
  read: "read,test,api,reboot,!write,!policy,!ftp",
  write: "read,write,test,api,reboot,!policy,!ftp,!sensitive",
  full: "local,telnet,ssh,ftp,reboot,read,write,policy,test,winbox,password,web,sniff,sensitive,api,romon,rest-api",
};

/** A router whose users are these, each in the group of its name. */
export function routerDevice(
  users: readonly { username: string; group?: string }[],
  more: Partial<RouterDevice> = {},
): RouterDevice {
  return {
    serial_number: "HEX0A1B2C3D",
    users: users.map(({ username, group = "write" }) => ({ name: username, group })),
    groups: GROUPS,
    services: [
      { name: "api", address: "", disabled: false },
      { name: "api-ssl", address: "", disabled: false },
    ],
    use_radius: false,
    health: [
      { name: "cpu-temperature", value: "47", type: "C" },
      { name: "psu1-state", value: "ok", type: "" },
      { name: "fan1-speed", value: "4020", type: "RPM" },
    ],
    log: [],
    ...more,
  };
}

/** Rows as `print` shows them: those that the queries pick, with the columns that were asked for. */
function printed(rows: readonly Record<string, string>[], request: Request): Answer {
  const columns = request.attributes[".proplist"]?.split(",");
  const found = rows.filter((row) => matches(row, request.queries));
  const shown = (row: Record<string, string>) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => columns?.includes(name) ?? true));
  return { rows: found.map(shown) };
}

const two = (number: number): string => String(number).padStart(2, "0");
const timeOf = (at: number): string => {
  const date = new Date(at);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
};

type Handler = (state: { device: RouterDevice; options: { now: () => number } }, request: Request) => Answer;

export const DEVICE_READS: Readonly<Record<string, Handler>> = {
  "/system/routerboard/print": ({ device }, request) =>
    printed([{ routerboard: "true", "serial-number": device.serial_number }], request),
  "/system/health/print": ({ device }, request) =>
    printed(
      device.health.map((row, index) => ({ ".id": `*${index + 1}`, ...row })),
      request,
    ),
  "/system/clock/print": ({ options }, request) => {
    const now = options.now();
    return printed([{ date: new Date(now).toISOString().slice(0, 10), time: timeOf(now) }], request);
  },
  "/user/print": ({ device }, request) =>
    printed(
      device.users.map(({ name, group }, index) => ({ ".id": `*${index + 1}`, name: toBytes(name), group })),
      request,
    ),
  "/user/group/print": ({ device }, request) =>
    printed(
      Object.entries(device.groups).map(([name, policy]) => ({ name, policy })),
      request,
    ),
  "/ip/service/print": ({ device }, request) =>
    printed(
      device.services.map(({ disabled, ...row }) => ({ ...row, disabled: String(disabled) })),
      request,
    ),
  "/ppp/aaa/print": ({ device }, request) => printed([{ "use-radius": String(device.use_radius) }], request),
  "/log/print": ({ device, options }, request) =>
    printed(
      device.log.map(({ at, topics, message }) => ({
        time:
          options.now() - at < 86_400_000
            ? timeOf(at)
            : `${new Date(at).toISOString().slice(5, 10)} ${timeOf(at)}`,
        topics,
        message: toBytes(message),
      })),
      request,
    ),
};
