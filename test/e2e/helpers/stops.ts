// How the lists of screens get from one to the next.
import type { Page } from "playwright";
import { OPEN } from "../../../renderer/kernel/page-actions/dialog-open.ts";

export interface ScreenStop {
  name: string;
  /** Its address, where it is a screen of the navigation. */
  path?: string;
  /** A phone has no such thing. */
  desk_only?: true;
  /** Brings the page there, signed in and in sync; resolves when it can be read. */
  open(page: Page, origin: string, customerId: string): Promise<void>;
}

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name }).first().waitFor();

/**
 * Goes to an address inside the app; a dialog left open by the stop before is gone then. Where none is open Escape would lead
 * back, some time after it was pressed: perhaps away from where this goes.
 */
export async function go(page: Page, origin: string, path: string): Promise<void> {
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  if ((await page.locator(OPEN).count()) > 0 && !(await question.isVisible()))
    await page.keyboard.press("Escape");
  // A changed form lets nobody go by an address either.
  if (await question.isVisible()) await question.getByRole("button", { name: "Throw away" }).click();
  await page.goto(`${origin}/#${path}`);
}

/** A list, with its rows, or the words that there are none. */
export async function toList(
  page: Page,
  origin: string,
  path: string,
  title: string | RegExp,
): Promise<void> {
  await go(page, origin, path);
  await heading(page, title);
  await page.getByRole("status", { name: "The server is asked" }).waitFor({ state: "detached" });
}
