// The simulated OLTs number and name their ports as recorded devices do: an arithmetic that only our reader understands proves
// nothing. Skipped where the recordings are not.
import { expect, test } from "vitest";
import type { OltModel } from "../../../main/network/simulators/olt/model.ts";
import { OLT_MODELS, oltModel } from "../../../main/network/simulators/olt/models/index.ts";
import { makeOnus, Onus } from "../../../main/network/simulators/olt/onus.ts";
import { recorded, recordingsHere } from "../snmp/helpers/peer.ts";

const here = test.skipIf(!recordingsHere);
const IF_NAME = "1.3.6.1.2.1.31.1.1.1.1.";
const IF_DESCR = "1.3.6.1.2.1.2.2.1.2.";
const PORTS = 8;

/** Which recording shows how a model's interfaces are called; the others' recordings hold none of their ports. */
const RECORDINGS: Readonly<Record<string, string>> = {
  "huawei-gpon": "smartax",
  "zte-c300": "zxa10_c320",
  "vsol-epon": "vsolution_v1600d",
  "bdcom-gpon": "bdcom",
  "cdata-epon": "cdata",
};

const named = Object.entries(RECORDINGS);

here.each(named)(
  "%s calls the interfaces that a recorded device (%s) has as that one does",
  (name, recording) => {
    const rows = recorded(recording);
    const text = (oid: string) => rows.get(oid)?.body.toString("latin1").trim();
    const model = oltModel(name);
    const same = Array.from({ length: PORTS }, (_, number) => model.port(number)).filter(({ if_index }) =>
      /pon[^:]*$/i.test(text(IF_NAME + if_index) ?? ""),
    );
    expect(same.length).toBeGreaterThan(0);
    for (const { if_index, name: called, descr = called } of same) {
      expect(called).toBe(text(IF_NAME + if_index));
      // Some recordings hold blanks there.
      expect([descr, ""]).toContain(text(IF_DESCR + if_index) ?? "");
    }
  },
);

/** Indexes of a model's ONUs below one of its columns. */
function indexes(model: OltModel): string[] {
  const onus = new Onus(makeOnus({ ports: 2, per_port: 4, media: model.media, first: model.first }), {
    now: () => 0,
    drift_db: 0,
    restart_ms: 0,
  });
  return onus.list().map((onu) => model.index(onu, model.port(onu.port)).join("."));
}

here.each([
  ["zte-c300", "zxa10_c320", "1.3.6.1.4.1.3902.1012.3.11.4.1.2."],
  ["vsol-epon", "vsolution_v1600d", "1.3.6.1.4.1.37950.1.1.5.12.2.1.8.1.7."],
  ["ufiber", "edgeosolt", "1.3.6.1.4.1.41112.1.5.6.2.1.3."],
])("%s numbers its ONUs in the form that a recorded device (%s) does", (name, recording, column) => {
  const real = [...recorded(recording).keys()]
    .filter((oid) => oid.startsWith(column))
    .map((oid) => oid.slice(column.length));
  const ours = indexes(oltModel(name));
  const form = (index: string) => index.split(".").length;
  expect(new Set(ours.map(form))).toEqual(new Set(real.map(form)));
  // The first port is the recorded one: its number is the same.
  if (name !== "ufiber") expect(real.map((index) => index.split(".")[0])).toContain(ours[0]?.split(".")[0]);
});

here("Optics of a simulated V-SOL OLT are written as the recorded one writes them", () => {
  const model = oltModel("vsol-epon");
  const forms = /^-?\d+\.\d\d mW \(-?\d+\.\d\d dBm\)$/;
  const column = "1.3.6.1.4.1.37950.1.1.5.12.2.1.8.1.7.";
  const real = [...recorded("vsolution_v1600d")].filter(([oid]) => oid.startsWith(column));
  for (const [, { body }] of real) expect(body.toString()).toMatch(forms);
  const onus = new Onus(makeOnus({ ports: 1, per_port: 4, media: "EPON", first: 1 }), {
    now: () => 0,
    drift_db: 0,
    restart_ms: 0,
  });
  const rx = model.columns.find(({ oid }) => `${oid}.` === column);
  for (const onu of onus.list()) {
    const told = rx?.value(onu, model.port(onu.port));
    if (typeof told === "string") expect(told).toMatch(forms);
  }
});

test("Every vendor whose ports a recording names is held to it", () => {
  for (const [name] of named) expect(OLT_MODELS.map((model) => model.name)).toContain(name);
});
