// Every form and every operation's dialog that the screens declare is opened in every kind of session that has it, with its
// fields: what is declared tomorrow is opened tomorrow, or this fails.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import { SUPERUSER } from "../../helpers/config.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { furnishFibre } from "../helpers/furnish-fibre.ts";
import { furnishOffice, furnishPlatform } from "../helpers/furnish-office.ts";
import { PHONE } from "../helpers/phone.ts";
import { furnishPlatformStates, furnishStates } from "./furnish-states.ts";
import { loadDeclared } from "./load-declared.ts";
import { openForms } from "./open-forms.ts";

let office: E2eEnvironment;
let olt: OltSimulator;
let declared: Awaited<ReturnType<typeof loadDeclared>>;
/** Nothing is animated: it is a matter of some hundred dialogs. */
const STILL = { reducedMotion: "reduce" } as const;
/** Some hundred dialogs each: one session after the other, for each keeps a core busy. */
const HUNDREDS = { timeout: 600_000 };

beforeAll(async () => {
  [office, declared] = await Promise.all([openE2eEnvironment({ earn_prepaid: true }), loadDeclared()]);
  await office.tenant.staff("chief", "Owner");
  await furnishOffice(office.tenant.owner, office);
  await furnishPlatform(office);
  await furnishPlatformStates(office);
  olt = await furnishFibre(office.tenant.owner, office);
  await furnishStates(office);
});

afterAll(async () => {
  await office?.close();
  await olt?.close();
});

async function signedIn(username: string, window = {}): Promise<Desktop> {
  const desktop = await office.desktop({ ...STILL, ...window, keepsFiles: false });
  await desktop.signIn(username);
  await desktop.inSync();
  return desktop;
}

test("The operator's console opens each of its forms, with its fields", HUNDREDS, async () => {
  const operator = await office.desktop({ ...STILL, keepsFiles: false });
  const { page } = operator;
  await page.getByLabel("Username").fill(SUPERUSER.username);
  await page.getByLabel("Password", { exact: true }).fill(SUPERUSER.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(await openForms(operator, declared.CONSOLE_FORMS, await office.server.superuser())).toEqual([]);
});

test("An owner at a desk opens each form of the company's screens, with its fields", HUNDREDS, async () => {
  const desk = await signedIn("chief");
  expect(await openForms(desk, declared.OFFICE_FORMS, office.tenant.owner)).toEqual([]);
});

test("An owner on a phone opens each form of the company's screens, with its fields", HUNDREDS, async () => {
  const phone = await signedIn("chief", PHONE);
  expect(await openForms(phone, declared.OFFICE_FORMS, office.tenant.owner)).toEqual([]);
});

test("A clerk opens each form that their role has", HUNDREDS, async () => {
  const counter = await signedIn("clerk");
  const clerk = await office.server.signIn("clerk", "clerk-secret", office.tenant.tenant.subdomain);
  const { permissions } = (await clerk.get("/auth/me/")).body;
  const mine = declared.OFFICE_FORMS.filter(({ right }) => right === null || permissions.includes(right));
  expect(mine.length).toBeGreaterThan(5);
  expect(await openForms(counter, mine, clerk, false)).toEqual([]);
});

test("Whoever practises opens each form of what this computer holds", HUNDREDS, async () => {
  const practice = await signedIn("chief");
  const { page } = practice;
  await page.keyboard.press("Control+k");
  await page.keyboard.type("practi");
  await page.getByRole("button", { name: "Practise with fake money" }).click();
  await page.getByRole("region", { name: "Practice", exact: true }).waitFor();
  // What needs the server is not offered there, but a form says that it needs it.
  const mine = declared.OFFICE_FORMS.filter(
    ({ held, offline, kind }) => held && (offline || kind === "create" || kind === "update"),
  );
  expect(mine.length).toBeGreaterThan(5);
  expect(await openForms(practice, mine, office.tenant.owner)).toEqual([]);
});
