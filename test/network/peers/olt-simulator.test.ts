// The simulated OLTs as Debian's SNMP tools read them: what we test our poller with is believed only because these agree.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { huawei } from "../../../main/network/simulators/olt/models/huawei.ts";
import { OLT_MODELS } from "../../../main/network/simulators/olt/models/index.ts";
import { type OltSimulator, startOltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import { ask, hasProgram } from "./debian-snmp.ts";

const present = hasProgram("snmpbulkwalk") && hasProgram("snmpset");
if (!present) process.stdout.write("skipped: Debian's SNMP tools (package snmp) are not installed\n");

const HUAWEI = ".1.3.6.1.4.1.2011.6.128.1.1.2";
const FIRST_PORT = 4_194_312_192;
const auth = { password: "auth-password" };
const priv = { password: "priv-password" };
const USERS = [
  { name: "md5", auth: { ...auth, protocol: "md5" } },
  {
    name: "sha-aes",
    auth: { ...auth, protocol: "sha" },
    priv: { ...priv, protocol: "aes" },
    may_write: true,
  },
  { name: "sha256-aes256", auth: { ...auth, protocol: "sha256" }, priv: { ...priv, protocol: "aes256b" } },
  { name: "sha512-aes256c", auth: { ...auth, protocol: "sha512" }, priv: { ...priv, protocol: "aes256r" } },
  { name: "open" },
] as const;
const V3: Record<(typeof USERS)[number]["name"], string[]> = {
  md5: ["-l", "authNoPriv", "-a", "MD5", "-A", auth.password],
  "sha-aes": ["-l", "authPriv", "-a", "SHA", "-A", auth.password, "-x", "AES", "-X", priv.password],
  "sha256-aes256": [
    "-l",
    "authPriv",
    "-a",
    "SHA-256",
    "-A",
    auth.password,
    "-x",
    "AES-256",
    "-X",
    priv.password,
  ],
  "sha512-aes256c": [
    "-l",
    "authPriv",
    "-a",
    "SHA-512",
    "-A",
    auth.password,
    "-x",
    "AES-256-C",
    "-X",
    priv.password,
  ],
  open: ["-l", "noAuthNoPriv"],
};

describe.runIf(present)("a simulated OLT before Debian's SNMP tools", () => {
  let olt: OltSimulator;
  let at: string;
  const read = ["-v2c", "-c", "public"];

  beforeAll(async () => {
    olt = await startOltSimulator({
      model: huawei,
      ports: 4,
      users: USERS,
      restart_ms: 300,
      unconfigured: [{ port: 2, serial: "HWTC0DDBA11E" }],
    });
    at = `127.0.0.1:${olt.port}`;
  });
  afterAll(() => olt.close());

  test.each(OLT_MODELS.map((model) => [model.name, model] as const))(
    "%s: A walk by GETBULK and one by GETNEXT read the same tables, each OID once and in order",
    async (_name, model) => {
      const other = await startOltSimulator({ model, ports: 2 });
      try {
        const place = `127.0.0.1:${other.port}`;
        const bulk = await ask("snmpbulkwalk", ...read, "-Cr25", place, ".1.3.6.1.4.1");
        const next = await ask("snmpwalk", ...read, place, ".1.3.6.1.4.1");
        expect(bulk.complaint + next.complaint).toBe("");
        // The last line is the device's "no more", which only the bulk walk repeats.
        const rows = (lines: string[]) => lines.filter((line) => !line.includes("No more variables"));
        // Power drifts between two walks: what is compared is which instances there are.
        const oids = (lines: string[]) => rows(lines).map((line) => line.split(" = ")[0]);
        expect(oids(bulk.lines)).toEqual(oids(next.lines));
        // An ONU that is off has no row in some columns.
        expect(rows(bulk.lines).length).toBeGreaterThanOrEqual(model.columns.length * 30);
      } finally {
        await other.close();
      }
    },
  );

  test("Numbers above 2147483647 in an OID, bytes of a serial number and a power below zero arrive unharmed", async () => {
    const [onu] = olt.onus();
    const { lines } = await ask(
      "snmpget",
      ...read,
      at,
      `${HUAWEI}.43.1.3.${FIRST_PORT}.0`,
      `${HUAWEI}.51.1.4.${FIRST_PORT}.0`,
      `${HUAWEI}.51.1.4.${FIRST_PORT}.99`,
    );
    const bytes = `48 57 54 43 ${onu?.serial.slice(4).match(/../g)?.join(" ")}`;
    expect(lines[0]).toBe(`${HUAWEI}.43.1.3.${FIRST_PORT}.0 = Hex-STRING: ${bytes} `);
    expect(lines[1]).toMatch(/= INTEGER: -1[67]\d\d$/);
    expect(lines[2]).toMatch(/No Such Instance/);
  });

  test.each(USERS.map(({ name }) => name))("SNMP version 3 as %s reads the device's name", async (name) => {
    const { lines, complaint } = await ask(
      "snmpget",
      "-v3",
      "-u",
      name,
      ...V3[name],
      at,
      ".1.3.6.1.2.1.1.5.0",
    );
    expect({ lines, complaint }).toEqual({
      lines: ['.1.3.6.1.2.1.1.5.0 = STRING: "huawei-gpon"'],
      complaint: "",
    });
  });

  test("A wrong password, an unknown user and a level below the user's own are refused, a wrong community is not heard", async () => {
    const once = ["-t", "0.3", "-r", "0"];
    const oid = ".1.3.6.1.2.1.1.5.0";
    const asked = async (...words: string[]) => (await ask("snmpget", ...once, ...words, at, oid)).complaint;
    expect(
      await asked("-v3", "-u", "md5", "-l", "authNoPriv", "-a", "MD5", "-A", "another-password"),
    ).toMatch(/Authentication failure/);
    expect(await asked("-v3", "-u", "nobody", ...V3.md5)).toMatch(/Unknown user name/);
    expect(await asked("-v3", "-u", "md5", "-l", "noAuthNoPriv")).toMatch(/Unsupported security level/);
    expect(await asked("-v2c", "-c", "wrong")).toMatch(/Timeout/);
  });

  test("The one allowed write restarts an ONU, which goes and comes back; every other one is refused and remembered", async () => {
    const reset = `${HUAWEI}.46.1.2.${FIRST_PORT}.3`;
    const write = (community: string, ...words: string[]) =>
      ask("snmpset", "-v2c", "-c", community, at, ...words);
    const serial = olt.onus()[3]?.serial ?? "";
    expect((await write("private", `${HUAWEI}.43.1.10.${FIRST_PORT}.3`, "i", "6")).complaint).toMatch(
      /notWritable/,
    );
    expect((await write("private", reset, "i", "2")).complaint).toMatch(/wrongValue/);
    expect((await write("private", reset, "s", "1")).complaint).toMatch(/wrongType/);
    expect((await write("public", reset, "i", "1")).complaint).toMatch(/noAccess/);
    expect(olt.onu(serial)).toMatchObject({ state: "ONLINE", reboots: 0 });
    expect((await write("private", reset, "i", "1")).complaint).toBe("");
    expect(olt.onu(serial)).toMatchObject({ state: "OFFLINE", reboots: 1, last_cause: "REBOOT", rx: null });
    await expect.poll(() => olt.onu(serial).state).toBe("ONLINE");
    const v3 = await ask("snmpset", "-v3", "-u", "sha-aes", ...V3["sha-aes"], at, reset, "i", "1");
    expect(v3.complaint).toBe("");
    expect(olt.onu(serial).reboots).toBe(2);
    expect(olt.sets.map(({ done, error }) => [done, error])).toEqual([
      [false, 17],
      [false, 10],
      [false, 7],
      [false, 6],
      [true, 0],
      [true, 0],
    ]);
  });
});
