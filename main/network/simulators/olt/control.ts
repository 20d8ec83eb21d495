// The simulated OLTs' part of the control door: `/olts` and what stands below it.
import { z } from "zod";
import type { OltFault } from "./faults.ts";
import type { OltSimulator } from "./olt.ts";

const scope = { oid: z.string().optional(), times: z.number().int().positive().optional() };
const bounded = { ...scope, oid: z.string() };
const fault: z.ZodType<OltFault> = z.discriminatedUnion("kind", [
  z.strictObject({ ...scope, kind: z.literal("loss"), share: z.number().min(0).max(1) }),
  z.strictObject({ ...scope, kind: z.literal("silent") }),
  z.strictObject({ ...scope, kind: z.literal("delay"), ms: z.number().int().min(0) }),
  z.strictObject({ ...scope, kind: z.literal("duplicate") }),
  z.strictObject({
    ...scope,
    kind: z.literal("malformed"),
    how: z.enum(["cut", "noise", "length", "version", "empty"]),
  }),
  z.strictObject({ ...scope, kind: z.literal("stall_bulk"), over: z.number().int().min(0).optional() }),
  z.strictObject({ ...scope, kind: z.literal("repeat") }),
  z.strictObject({ ...bounded, kind: z.literal("loop") }),
  z.strictObject({ ...bounded, kind: z.literal("endless") }),
  z.strictObject({ ...scope, kind: z.literal("wrong_type") }),
  z.strictObject({ ...scope, kind: z.literal("huge"), bytes: z.number().int().positive() }),
  z.strictObject({ ...scope, kind: z.literal("wrong_id") }),
  z.strictObject({ ...scope, kind: z.literal("error"), code: z.number().int().min(1).max(18) }),
]);
const state = z.enum(["ONLINE", "LOS", "DYING_GASP", "OFFLINE", "AUTH_FAILED", "DISABLED"]);
const change = z.strictObject({
  serial: z.string(),
  state: state.optional(),
  rx: z.number().optional(),
  olt_rx: z.number().optional(),
});
const portChange = z.strictObject({
  port: z.number().int().min(0),
  /** Null: what was cut comes back. */
  cut: z.enum(["LOS", "DYING_GASP"]).nullable(),
});

/** `route` behind `/olts/<name>`; null: there is no such one. */
async function actOn(olt: OltSimulator, route: string, body: () => Promise<unknown>): Promise<object | null> {
  switch (route) {
    case "GET /state":
      return {
        onus: olt.onus(),
        sets: olt.sets,
        counts: Object.fromEntries(olt.counts),
        faults: olt.faults.list(),
      };
    case "POST /faults":
      olt.faults.add(fault.parse(await body()));
      return olt.faults.list();
    case "DELETE /faults":
      olt.faults.clear();
      return [];
    case "POST /onu": {
      const { serial, ...changes } = change.parse(await body());
      olt.change(serial, changes);
      return olt.onu(serial);
    }
    case "POST /port": {
      const { port, cut } = portChange.parse(await body());
      if (cut === null) olt.mendPort(port);
      else olt.cutPort(port, cut);
      return olt.onus().filter((onu) => onu.port === port);
    }
    case "POST /down":
      await olt.down();
      return {};
    case "POST /up":
      await olt.up();
      return {};
    default:
      return null;
  }
}

/** Answers `GET /olts` and `… /olts/<name>/…`; null for any other route. */
export async function actOnOlts(
  olts: readonly OltSimulator[],
  method: string,
  path: string,
  body: () => Promise<unknown>,
): Promise<object | null> {
  if (`${method} ${path}` === "GET /olts")
    return olts.map(({ name, host, port, model }) => ({ name, host, port, model: model.name }));
  const [, name, rest] = /^\/olts\/([^/]+)(\/\w+)$/.exec(path) ?? [];
  const olt = olts.find((one) => one.name === name);
  return olt && rest !== undefined ? actOn(olt, `${method} ${rest}`, body) : null;
}
