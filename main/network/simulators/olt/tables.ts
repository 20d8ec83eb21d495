// A model's tables laid out as SNMP instances; values are read when they are asked for.
import { dateAndTime, type OltModel, type PonPort, type Value, type ValueType } from "./model.ts";
import type { OnuNow, Onus } from "./onus.ts";
import { arcsOf, encode, encodeInteger, encodeOid, TAG } from "./snmp/ber.ts";
import { type Instance, instance, Tree } from "./snmp/tree.ts";

const SYSTEM = "1.3.6.1.2.1.1";
const IF_TABLE = "1.3.6.1.2.1.2.2.1";
const IF_X_TABLE = "1.3.6.1.2.1.31.1.1.1";
const HR_DATE = "1.3.6.1.2.1.25.1.2.0";
/** ifType gpon, and EPON's ethernet. */
const IF_TYPE = { GPON: 250, EPON: 6 } as const;

const TAGS = {
  integer: TAG.INTEGER,
  gauge: TAG.GAUGE32,
  ticks: TAG.TIMETICKS,
  counter64: TAG.COUNTER64,
} as const;

function encodeValue(type: ValueType, value: Value): Buffer | null {
  if (value === null) return null;
  if (type === "oid") return encodeOid(arcsOf(String(value)));
  if (type === "octets")
    return encode(TAG.OCTETS, value instanceof Uint8Array ? value : Buffer.from(String(value), "utf8"));
  if (typeof value !== "number" && typeof value !== "bigint") throw new Error(`${value} is no ${type}`);
  return encodeInteger(value, TAGS[type]);
}

export interface TableOptions {
  model: OltModel;
  name: string;
  ports: readonly PonPort[];
  onus: Onus;
  unconfigured: readonly { port: number; serial: Buffer }[];
  uptime_ms: () => number;
  clock: () => Date;
  /** The device writes its times by its own clock. */
  clock_ahead_ms: number;
}

type Add = (oid: string, suffix: readonly number[], type: ValueType, value: () => Value) => void;

function addInterface(
  add: Add,
  model: OltModel,
  { if_index, name, descr = name }: { if_index: number; name: string; descr?: string },
  up: () => boolean,
): void {
  add(`${IF_TABLE}.1`, [if_index], "integer", () => if_index | 0);
  add(`${IF_TABLE}.2`, [if_index], "octets", () => descr);
  add(`${IF_TABLE}.3`, [if_index], "integer", () => IF_TYPE[model.media]);
  add(`${IF_TABLE}.7`, [if_index], "integer", () => 1);
  add(`${IF_TABLE}.8`, [if_index], "integer", () => (up() ? 1 : 2));
  add(`${IF_X_TABLE}.1`, [if_index], "octets", () => name);
}

export function buildTree(options: TableOptions): Tree {
  const { model, ports, onus, clock_ahead_ms } = options;
  const instances: Instance[] = [];
  const add: Add = (oid, suffix, type, value) =>
    instances.push(instance([...arcsOf(oid), ...suffix], () => encodeValue(type, value())));
  const own = (at: Date | null): Date | null => at && new Date(at.getTime() + clock_ahead_ms);
  const byDevice = (serial: string): OnuNow => {
    const onu = onus.at(serial);
    if (clock_ahead_ms === 0) return onu;
    return { ...onu, last_up_at: own(onu.last_up_at) ?? onu.last_up_at, last_down_at: own(onu.last_down_at) };
  };
  add(`${SYSTEM}.1`, [0], "octets", () => model.descr);
  add(`${SYSTEM}.2`, [0], "oid", () => model.object_id);
  add(`${SYSTEM}.3`, [0], "ticks", () => Math.floor(options.uptime_ms() / 10) + 8_640_000);
  add(`${SYSTEM}.4`, [0], "octets", () => "noc@example.net");
  add(`${SYSTEM}.5`, [0], "octets", () => options.name);
  add(`${SYSTEM}.6`, [0], "octets", () => "");
  if (model.tells_date) add(HR_DATE, [], "octets", () => dateAndTime(options.clock()));
  const all = onus.list();
  for (const port of ports) {
    const here = all.filter((onu) => onu.port === port.number).map(({ serial }) => serial);
    const now = () => here.map((serial) => onus.at(serial));
    addInterface(add, model, port, () => now().some(({ state }) => state === "ONLINE"));
    for (const column of model.port_columns ?? [])
      add(column.oid, [port.if_index], column.type, () => column.value(port, now()));
  }
  for (const onu of all) {
    const port = ports[onu.port];
    if (!port) throw new Error(`ONU ${onu.serial} is on port ${onu.port} of ${ports.length}`);
    const index = model.index(onu, port);
    for (const { oid, type, value, suffix = [] } of model.columns)
      add(oid, [...index, ...(typeof suffix === "function" ? suffix(port) : suffix)], type, () =>
        value(byDevice(onu.serial), port),
      );
    const own_interface = model.onu_interface?.(onu, port);
    if (own_interface) addInterface(add, model, own_interface, () => onus.at(onu.serial).state === "ONLINE");
  }
  for (const [at, { port: number, serial }] of options.unconfigured.entries()) {
    const port = ports[number];
    const table = model.unconfigured;
    if (port && table) add(table.oid, table.index(port, at + 1), table.type, () => serial);
  }
  return new Tree(instances);
}
