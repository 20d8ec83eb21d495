// Whatever jobs are given to whatever router over TCP: what is written, by the commands that the router received.
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { ADOPT_AS, type LeasedJob, ROW_WHATS, type RowWhat } from "../../../shared/network/agent-wire.ts";
import { parseMarker } from "../../../shared/network/comment.rules.ts";
import { KINDS } from "../../../shared/network/plan/row-kinds.ts";
import type { ActualState } from "../../../shared/network/plan/rows.ts";
import { lot } from "../../helpers/lot.ts";
import { job, TENANT } from "../helpers/fixtures.ts";
import { clear, router, run, simulator } from "../helpers/job-bench.ts";
import { anyAdoption, anyDesired, anyRouter } from "../helpers/plan-arbitraries.ts";

/** Of each property here, over TCP. `LASTMILE_RUNS=10000` tries as many as the plan's own properties do, in two minutes. */
const RUNS = Number(process.env.LASTMILE_RUNS ?? lot(300, 10_000));

afterEach(clear);

/** Puts as much of a state on the router as a router takes. */
async function furnish(state: ActualState): Promise<void> {
  await router();
  for (const what of ROW_WHATS) {
    const { path, columns } = KINDS[what];
    for (const { fields } of state[what]) {
      const { dynamic, ...rest } = fields;
      const given = Object.fromEntries(
        Object.entries(rest).filter(([field, value]) => columns.includes(field) && value !== ""),
      );
      try {
        simulator.put(path, given, dynamic === "true");
      } catch {
        // RouterOS would refuse this row: it can not be there.
      }
    }
  }
}

const everything = () =>
  Object.fromEntries(ROW_WHATS.map((what) => [what, simulator.table(KINDS[what].path)]));

interface Written {
  command: string;
  attributes: Readonly<Record<string, string>>;
  /** The row as it was when the command came. */
  row: Record<string, string> | undefined;
}

function recordWrites(): Written[] {
  const written: Written[] = [];
  simulator.onWrite((command, attributes) => {
    const path = command.slice(0, command.lastIndexOf("/"));
    const row = simulator.table(path).find((one) => one[".id"] === attributes[".id"]);
    written.push({ command, attributes, row });
  });
  return written;
}

const PATHS = ROW_WHATS.flatMap((what) =>
  ["add", "set", "unset", "remove"].map((verb) => [`${KINDS[what].path}/${verb}`, what] as const),
);
const BY_COMMAND = new Map<string, RowWhat>(PATHS);
const BESIDE_ROWS = ["/ppp/active/remove", "/ip/hotspot/active/remove", "/system/reboot"];

/** What no job may ever send, judged by the command and the row that it met. */
function judge({ command, attributes, row }: Written, { adopt, desired }: LeasedJob): void {
  const what = BY_COMMAND.get(command);
  if (what === undefined) {
    expect(BESIDE_ROWS, "no other command is sent").toContain(command);
    return;
  }
  const own = what === "profile" || what === "hotspot_profile";
  expect(own && ["default", "default-encryption"].includes(attributes["name"] ?? "")).toBe(false);
  if (command.endsWith("/add")) return;
  const name = row?.[what === "address_list" ? "address" : "name"] ?? "";
  expect(row?.["dynamic"], "the router's own doing").not.toBe("true");
  expect(own && (["*0", "*FFFFFFFE"].includes(row?.[".id"] ?? "") || name === "default")).toBe(false);
  expect(name).not.toBe("default-trial");
  const marker = parseMarker(row?.["comment"] ?? "");
  if (marker?.tenant_marker === TENANT) return;
  expect(command, "only rows of ours are removed").not.toMatch(/remove$/);
  expect(marker, "another tenant's row").toBeNull();
  const remembered = desired.profiles.some((one) => one.name === name && Boolean(one.written));
  if (!(what === "hotspot_profile" && remembered)) expect(adopt[ADOPT_AS[what]]).toContain(name);
}

const kinds = fc.constantFrom(
  ...(["ENABLE_USER", "DISABLE_USER", "UPSERT_USER", "REMOVE_USER", "SYNC_PROFILE", "SYNC_ROUTER"] as const),
  ...(["KICK_SESSION", "REBOOT_ROUTER"] as const),
);

test("Property: over all operations no default profile, built-in, dynamic or foreign row is ever written, whatever is confirmed", async () => {
  let writes = 0;
  const property = fc.asyncProperty(
    anyDesired,
    anyRouter,
    anyAdoption,
    fc.array(fc.record({ kind: kinds, attempts: fc.nat({ max: 1 }) }), { minLength: 1, maxLength: 3 }),
    async (state, actual, adopt, asked) => {
      await furnish(actual);
      const written = recordWrites();
      for (const { kind, attempts } of asked) {
        const complete = kind === "SYNC_ROUTER";
        const kick = state.users.map(({ username }) => ({
          ...{ username, connection: "PPPOE" as const },
          ...{ ros_id: null, session_id: null, uptime_seconds: null },
        }));
        const leased = job(kind, { ...state, complete, kick }, { adopt, attempts });
        const seen = await run({ ...leased, dry_run: true });
        expect(written.splice(0), "a dry run writes nothing").toEqual([]);
        await run({ ...leased, trial: true });
        expect(written.splice(0), "a router on trial is not written to").toEqual([]);
        if (kind === "REBOOT_ROUTER") continue;
        await run({ ...leased, confirm: seen.result?.plan_id ?? null });
        writes += written.length;
        for (const one of written.splice(0)) judge(one, leased);
      }
      await clear();
    },
  );
  await fc.assert(property, { numRuns: RUNS });
  expect(writes).toBeGreaterThan(RUNS);
}, 600_000);

test("Property: a sync of any router reaches a state that a second one finds nothing to write in", async () => {
  const property = fc.asyncProperty(anyDesired, anyRouter, anyAdoption, async (state, actual, adopt) => {
    await furnish(actual);
    const before = everything();
    const leased = job("SYNC_ROUTER", { ...state, complete: true }, { adopt });
    const dry = await run({ ...leased, dry_run: true });
    const done = await run({ ...leased, confirm: dry.result?.plan_id ?? null });
    // A profile that the router lacks is refused row by row; the rest is done all the same.
    if (done.outcome !== "SUCCEEDED") expect(done.error?.code).toMatch(/ETRAP|NOT_VERIFIED/);
    else {
      const now = simulator.writes;
      const profiles = state.profiles.map((one) => ({
        ...one,
        written:
          done.result?.hotspot_profiles.find(({ name }) => name === one.name)?.rate_limit ?? one.written,
      }));
      const again = await run(
        job("SYNC_ROUTER", { ...state, profiles, complete: true }, { adopt, confirm: "" }),
      );
      if (again.error?.code !== "NEEDS_CONFIRMATION") expect(simulator.writes).toBe(now);
    }
    const foreign = (before["secret"] ?? []).filter(
      (row) =>
        parseMarker(row["comment"] ?? "")?.tenant_marker !== TENANT &&
        !adopt.secrets.includes(row["name"] ?? ""),
    );
    for (const row of foreign) expect(simulator.table("/ppp/secret")).toContainEqual(row);
    await clear();
  });
  await fc.assert(property, { numRuns: RUNS });
}, 600_000);
