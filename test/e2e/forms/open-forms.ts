// Opens forms one after the other, as a person would, and says of each what is wrong with it.
import type { Page } from "playwright";
import { OPEN } from "../../../renderer/kernel/page-actions/dialog-open.ts";
import { HANGS_MS } from "../../helpers/process/wait.ts";
import type { Client } from "../../helpers/server.ts";
import type { Desktop } from "../helpers/desktop.ts";
import type { DeclaredForm, Shows } from "./declared.ts";

type Found = { readonly form: DeclaredForm; readonly id: string | null };

/** For each form a record that it is offered for; null where none fits, or none is needed. */
async function recordsFor(forms: readonly DeclaredForm[], api: Client): Promise<Found[]> {
  const lists = new Map<string, Promise<readonly { id: string }[]>>();
  const listed = async (path: string) => {
    const { status, body } = await api.get(`/${path}/?page_size=100`);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body.results;
  };
  const recordsAt = (path: string) => {
    const known = lists.get(path) ?? listed(path);
    lists.set(path, known);
    return known;
  };
  return Promise.all(
    forms.map(async (form) => ({
      form,
      id: form.kind === "create" ? null : ((await recordsAt(form.path)).find(form.fits)?.id ?? null),
    })),
  );
}

const shown = (page: Page) => page.locator(OPEN).filter({ visible: true }).last();

/** @throws Error saying what a dialog lacks. */
async function look(page: Page, shows: Shows): Promise<void> {
  const crash = page.getByText("Details: UNEXPECTED");
  const dialog = shown(page);
  await dialog.or(crash).first().waitFor();
  const wanted =
    "fields" in shows
      ? shows.fields.map((name) => dialog.locator(`[id="field-${name}"]`))
      : shows.other === "reason"
        ? [dialog.locator("textarea")]
        : [dialog.locator("button:not(.mantine-Modal-close), input, textarea, [role=status]").first()];
  for (const input of wanted) await input.or(crash).first().waitFor({ state: "attached" });
  if ((await crash.count()) > 0)
    throw new Error(`It crashed: ${await page.getByRole("alert").first().innerText()}`);
}

/** An open list of choices takes the first Esc. */
async function close(page: Page): Promise<void> {
  const gone = (timeout: number) => page.locator(OPEN).first().waitFor({ state: "detached", timeout });
  await page.keyboard.press("Escape");
  await gone(1_000).catch(async () => {
    await page.keyboard.press("Escape");
    await gone(HANGS_MS);
  });
}

/** Away from what went wrong, whatever still stands open there. */
async function leave(page: Page, origin: string): Promise<void> {
  for (let n = 0; n < 3 && (await page.locator(OPEN).count()) > 0; n++) await page.keyboard.press("Escape");
  const throwAway = page.getByRole("button", { name: "Throw away" });
  if (await throwAway.isVisible()) await throwAway.click();
  await page.goto(`${origin}/#/`);
}

async function open(page: Page, origin: string, { form, id }: Found): Promise<void> {
  if (form.kind === "create") {
    await page.goto(`${origin}/#/${form.path}?new=1`);
    return;
  }
  const address = `${origin}/#/${form.path}/${id}`;
  if (page.url() !== address) await page.goto(address);
  await page.getByRole("main").getByRole("button", { name: form.button, exact: true }).first().click();
}

/**
 * Opens each of the forms and closes it again.
 * @param api Whose records they are opened on.
 * @param all Whether a form that no record is offered for is wrong, too: so that the furniture holds all.
 * @returns what is wrong, form by form.
 */
export async function openForms(
  { page, line, complaints }: Desktop,
  forms: readonly DeclaredForm[],
  api: Client,
  all = true,
): Promise<string[]> {
  const wrong: string[] = [];
  const found = await recordsFor(forms, api);
  for (const one of found) {
    if (one.form.kind !== "create" && one.id === null) {
      if (all) wrong.push(`${one.form.name}: no record is in the state in which it is offered`);
      continue;
    }
    const before = complaints.length;
    try {
      await open(page, line.url, one);
      await look(page, one.form.shows);
      await close(page);
    } catch (error) {
      wrong.push(`${one.form.name}: ${String(error).slice(0, 300)}`);
      await leave(page, line.url);
    }
    if (complaints.length > before) wrong.push(`${one.form.name}: ${complaints.splice(before).join("; ")}`);
  }
  return wrong;
}
