// Our poller before Debian's snmpsim, which replays walks recorded on real OLTs: neither device nor data is of our making.
import { type ChildProcess, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { chmod, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OltReader } from "../../../main/network/olt/olt-reader.ts";
import { openSnmp } from "../../../main/network/snmp/session.ts";
import type { OltVendor } from "../../../shared/network/olt/olt-wire.ts";
import { until } from "../helpers/fixtures.ts";
import { oltAccess } from "../snmp/helpers/access.ts";
import { recordingsHere } from "../snmp/helpers/peer.ts";
import { hasProgram } from "./debian-snmp.ts";

const WALKS = fileURLToPath(new URL("../../../../shared/data/olt/", import.meta.url));
const NAMES = ["zxa10_c320", "vsolution_v1600d", "edgeosolt", "smartax"] as const;
const present = hasProgram("snmpsimd") && recordingsHere;
if (!present)
  process.stdout.write("skipped: Debian's snmpsim or the recorded walks (../shared/data/olt) are not here\n");

async function freePort(): Promise<number> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
}

describe.runIf(present)("Debian's snmpsim with recorded walks", () => {
  let port: number;
  let folder: string;
  let snmpsim: ChildProcess;
  const said: string[] = [];

  beforeAll(async () => {
    port = await freePort();
    folder = await mkdtemp(join(tmpdir(), "lastmile-snmpsim-"));
    const data = join(folder, "data");
    const cache = join(folder, "cache");
    await mkdir(data);
    await mkdir(cache);
    // The community names the recording.
    for (const name of NAMES) await copyFile(join(WALKS, `${name}.snmprec`), join(data, `${name}.snmprec`));
    await chmod(folder, 0o755);
    await chmod(cache, 0o777);
    const where = [`--data-dir=${data}`, `--cache-dir=${cache}`, `--agent-udpv4-endpoint=127.0.0.1:${port}`];
    // It refuses to work as root.
    const who = process.getuid?.() === 0 ? ["--process-user=nobody", "--process-group=nogroup"] : [];
    snmpsim = spawn("snmpsimd", [...where, ...who], { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [snmpsim.stdout, snmpsim.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => said.push(text));
    await until("snmpsim to listen", () => said.join("").includes("Listening at UDP/IPv4"));
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => snmpsim.once("exit", resolve));
    snmpsim.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  async function read(community: (typeof NAMES)[number], vendor: OltVendor) {
    const access = oltAccess(port, { vendor, community });
    const session = openSnmp(access, { address: "127.0.0.1", role: "read", timeout_ms: 5_000 });
    try {
      return await new OltReader({ vendor, clock: () => performance.now(), now: Date.now }).readAll(session);
    } finally {
      session.close();
    }
  }

  test("A ZTE C320's distances are read in the tree that its ONUs answer in, though it names another", async () => {
    const { profile, reading } = await read("zxa10_c320", "ZTE");
    expect(profile).toBe("zte-c300");
    expect(reading?.onus).toHaveLength(125);
    // An ONU that is off has none.
    const far = (reading?.onus ?? []).flatMap(({ distance_m }) => distance_m ?? []);
    expect(far.length).toBeGreaterThan(90);
    expect(Math.max(...far)).toBeLessThan(20_000);
  });

  test("A V-SOL's optics are read from its texts, and a UFiber's ONUs by serial number", async () => {
    const vsol = await read("vsolution_v1600d", "VSOL");
    expect(vsol.profile).toBe("vsol-epon");
    expect(vsol.reading?.onus).toHaveLength(16);
    expect(vsol.reading?.onus.find(({ onu_index }) => onu_index === 7)?.rx_power_dbm).toBe(-27.45);
    const ufiber = await read("edgeosolt", "UFIBER");
    expect(ufiber.profile).toBe("ufiber");
    expect(ufiber.reading?.onus).toHaveLength(29);
    const nano = ufiber.reading?.onus.find(({ serial_number }) => serial_number === "UBNT20731888");
    expect(nano).toMatchObject({
      status: "ONLINE",
      rx_power_dbm: -24.81,
      tx_power_dbm: 2.28,
      model: "NanoG",
    });
  });

  test("A Huawei whose recording holds no ONU is told to be there, with no ONUs made up", async () => {
    const { sys_descr, reading } = await read("smartax", "HUAWEI");
    expect(sys_descr).toBe("Huawei Integrated Access Software");
    expect(reading?.onus ?? []).toEqual([]);
  });
});
