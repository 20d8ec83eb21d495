// An accountant's books by keyboard: from a figure to its document and back, each undo with what it will do said before,
// cash between two people, money in suspense, a closed month, a statement.
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addDays, monthOf } from "../../../shared/kernel/day.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment, today } from "../helpers/e2e-environment.ts";
import { Story } from "../helpers/story.ts";

/** The company's day: at the browser's it may be another one already. */
const day = today();

let office: E2eEnvironment;
let books: Desktop;
let page: Page;
let keys: Story;

beforeAll(async () => {
  office = await openE2eEnvironment({ earn_prepaid: true });
  const { owner } = office.tenant;
  const paid = { amount: "900.00", method: "CASH", customer: office.customer("Rahim Uddin").id };
  expect(await owner.post("/transactions/", paid)).toMatchObject({ status: 201 });
  const lost = { provider: "paygate", event_id: "lost-1", amount: "500.00", account_ref: "nobody" };
  expect((await owner.post("/payments/events/", lost)).status).toBeLessThan(300);
  await office.tenant.staff("books", "Accountant");
  books = await office.desktop({ keepsFiles: false });
  await books.signIn("books");
  await books.inSync();
  page = books.page;
  // Without movement everything appears at once, under the same key press.
  await page.emulateMedia({ reducedMotion: "reduce" });
});
afterAll(() => office?.close());
afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await books?.photograph(`books-failed-${task.id}`);
});

const begin = async (path: string) => {
  await page.goto(`${books.line.url}/#${path}`);
  keys = new Story(page);
};
const dialog = (name: string | RegExp = /./) => page.getByRole("dialog", { name });
const closed = () => page.getByRole("dialog").waitFor({ state: "detached" });
const booked = () => dialog().getByTestId("journal-preview");
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
/** A dialog's own focus comes a moment after it: keys before that are the page's. */
const inDialog = (on = page) =>
  expect
    .poll(() =>
      on.evaluate(() => {
        const here = document.activeElement;
        return here?.closest("[role=dialog]") != null && !here.matches("[role=dialog]");
      }),
    )
    .toBe(true);
const get = async (path: string) => (await office.tenant.owner.get(path)).body;
const billOf = async (name: string) =>
  (await get(`/invoices/?customer=${office.customer(name).id}`)).results[0];

test("From the trial balance to the cash account's entries, their journal, the payment itself, and back to the same row: 6 keys", async () => {
  await begin("/books");
  await page.getByRole("table", { name: "Chart of accounts and trial balance" }).waitFor();
  await expect.poll(focused).toBe("Cash");
  await keys.press("Enter");
  await page.getByRole("table", { name: "Entries" }).waitFor();
  await expect.poll(focused).toContain("900.00");
  expect(await focused()).not.toContain("Chart of accounts");
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.press("Enter");
  await page.getByRole("table", { name: "Lines of the journal" }).waitFor();
  await expect.poll(focused).toBe("Payment");
  await keys.press("Enter");
  await page.getByText("What it paid").or(page.getByText("900.00").first()).first().waitFor();
  expect(page.url()).toContain("/transactions/");
  for (let back = 0; back < 3; back += 1) await keys.press("Escape");
  await page.getByRole("table", { name: "Chart of accounts and trial balance" }).waitFor();
  await expect.poll(focused).toBe("Cash");
  expect(keys.told("accountant: from the trial balance to a payment and back")).toBe(6);
});

test("A deed that is under way keeps its dialog open, also for Esc and Cancel, and says there that it failed", async () => {
  const bill = await billOf("Karim Hossain");
  await begin(`/invoices/${bill.id}`);
  let refuse = () => {};
  const held = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route(/\/void\/$/, async (route) => {
    await held;
    await route.fulfill({
      status: 500,
      json: { code: "INTERNAL", status: 500, detail: "Later.", title: "" },
    });
  });
  await page.getByRole("button", { name: "Void…" }).click();
  await books.armed();
  await inDialog();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await dialog().locator("[data-loading]").first().waitFor();
  await page.keyboard.press("Escape");
  await dialog().getByRole("button", { name: "Cancel" }).click();
  refuse();
  await dialog().getByRole("alert").waitFor();
  await page.unroute(/\/void\/$/);
  await page.keyboard.press("Escape");
  await closed();
});

test("A bill is voided in 3 keys, and what will be booked is said before", async () => {
  const bill = await billOf("Nusrat Akter");
  await begin(`/invoices/${bill.id}`);
  await page.getByRole("button", { name: "Void…" }).waitFor();
  await keys.press("v");
  await booked()
    .getByText("What customers owe")
    .or(
      booked()
        .getByText(/700.00/)
        .first(),
    )
    .first()
    .waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.aside(() => books.picture("void-preview"));
  await books.armed();
  await keys.press("1");
  await keys.press("Enter");
  await closed();
  expect(keys.told("accountant: a bill voided")).toBe(3);
  await expect.poll(async () => (await get(`/invoices/${bill.id}/`)).status).toBe("VOID");
});

test("A paid bill is credited in 3 keys; its note, slip and PDF stand there", async () => {
  const bill = await billOf("Rahim Uddin");
  await begin(`/invoices/${bill.id}`);
  await page.getByRole("button", { name: "Credit note…" }).waitFor();
  await keys.press("c");
  await booked()
    .getByText(/700.00/)
    .first()
    .waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.aside(() => books.picture("credit-preview"));
  await books.armed();
  await keys.press("1");
  await keys.press("Enter");
  await page.getByRole("button", { name: "Slip…" }).waitFor();
  expect(keys.told("accountant: a credit note")).toBe(3);
  await page.getByRole("button", { name: "Slip…" }).click();
  const paper = page.getByRole("region", { name: /^Receipt CN-00001/ });
  await paper.getByText("CREDIT NOTE").waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.aside(() => books.picture("credit-slip"));
  await page.keyboard.press("Escape");
  await closed();
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "PDF", exact: true }).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe("CN-00001.pdf");
});

test("An advance is paid out in 5 keys, and its slip is there to be signed", async () => {
  const { id } = office.customer("Rahim Uddin");
  const before = await get(`/customers/${id}/`);
  await begin(`/customers/${id}?tab=account`);
  await page.getByRole("button", { name: "Pay out…" }).waitFor();
  await keys.press("o");
  await booked().waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await inDialog();
  await keys.press("Tab");
  await keys.press("Tab");
  await keys.press("Enter");
  await keys.press("Enter");
  await page.getByRole("button", { name: "Slip…" }).waitFor();
  expect(keys.told("accountant: an advance paid out")).toBe(5);
  const [made] = (await get(`/refunds/?customer=${id}`)).results;
  expect(made.amount).toBe(before.advance_amount);
  await page.getByRole("button", { name: "Slip…" }).click();
  await page.getByText("PAID BACK").waitFor();
  await keys.aside(() => books.picture("refund-slip"));
  await page.keyboard.press("Escape");
  await closed();
});

test("Cash that a clerk sends with the amount and Enter is confirmed by another person with 2, and has a slip for both to sign", async () => {
  const clerk = await office.desktop({ keepsFiles: false });
  await clerk.signIn("clerk");
  // What somebody hands over they have taken in before.
  await clerk.recharge("rahim");
  await clerk.next();
  const sending = new Story(clerk.page);
  await clerk.page.goto(`${clerk.line.url}/#/cash-transfers?new=1`);
  await clerk.page.getByRole("dialog", { name: "Hand over" }).waitFor();
  await inDialog(clerk.page);
  await sending.type("250");
  await sending.press("Enter");
  await clerk.page.getByRole("dialog").waitFor({ state: "detached" });
  await clerk.inSync();
  expect(sending.told("clerk: cash handed over")).toBe(1 + "250".length);
  const transfer = async () => (await get("/cash-transfers/")).results[0];
  await expect.poll(async () => (await transfer())?.status).toBe("IN_TRANSIT");
  const { id } = await transfer();
  await begin(`/cash-transfers/${id}`);
  const arrived = page.getByRole("button", { name: "It has arrived" });
  await arrived.waitFor();
  await arrived.focus();
  await keys.press("Enter");
  await dialog().waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.press("Enter");
  await closed();
  await expect.poll(async () => (await transfer()).status).toBe("CONFIRMED");
  expect(keys.told("whoever gets it: cash that has arrived")).toBe(2);
  await page.getByRole("button", { name: "Slip…" }).click();
  await page.getByText("CASH HANDOVER").waitFor();
  await keys.aside(() => books.picture("handover-slip"));
  await page.keyboard.press("Escape");
  await closed();
});

test("Money in suspense is given to its customer in 4 keys and the beginning of their name, once the books of it were said", async () => {
  await begin("/sync?tab=review");
  const row = page.getByRole("row", { name: /Money in suspense/ });
  await row.waitFor();
  await row.focus();
  await keys.press("Enter");
  await dialog("Money in suspense").waitFor();
  await expect.poll(focused).toContain("Decide");
  await keys.press("Enter");
  await dialog(/^Whose are these/).waitFor();
  const search = dialog(/^Whose are these/).getByRole("textbox");
  await expect.poll(() => search.evaluate((box) => box === document.activeElement)).toBe(true);
  await keys.type("karim");
  await page.getByRole("radio", { name: "Karim Hossain" }).waitFor();
  await keys.press("ArrowDown");
  await booked()
    .getByText("Money in suspense")
    .or(
      booked()
        .getByText(/500.00/)
        .first(),
    )
    .first()
    .waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.aside(() => books.picture("suspense-preview"));
  await keys.press("Enter");
  await page.getByText("The money is booked to Karim Hossain").waitFor();
  expect(keys.told("accountant: money in suspense to its customer")).toBe(4 + "karim".length);
});

test("Money in suspense that is nobody's is paid back from its card in 4 keys and the reason, once the books of it were said", async () => {
  const lost = { provider: "paygate", event_id: "lost-2", amount: "350.00", account_ref: "nobody" };
  expect((await office.tenant.owner.post("/payments/events/", lost)).status).toBeLessThan(300);
  await begin("/sync?tab=review");
  const row = page.getByRole("row", { name: /Money in suspense.*350/ });
  await row.waitFor();
  await row.focus();
  await keys.press("Enter");
  await dialog("Money in suspense").waitFor();
  await expect.poll(focused).toContain("Decide");
  await keys.press("Tab");
  await expect.poll(focused).toBe("Refund…");
  await keys.press("Enter");
  const end = dialog(/^Pay .*350\.00 back/);
  const reason = end.getByRole("textbox", { name: /Reason/ });
  await expect.poll(() => reason.evaluate((box) => box === document.activeElement)).toBe(true);
  await keys.type("Wrong number");
  await booked()
    .getByText(/350\.00/)
    .first()
    .waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.aside(() => books.picture("suspense-refund"));
  await keys.press("Control+Enter");
  await page.getByText(/350\.00 is paid back/).waitFor();
  await closed();
  expect(keys.told("accountant: money in suspense paid back")).toBe(4 + "Wrong number".length);
  const [item] = (await get("/review-items/?kind=SUSPENSE&ordering=-occurred_at")).results;
  expect(item).toMatchObject({ status: "RESOLVED", amount: "350.00" });
  expect(await get(`/transactions/${item.payment_transaction}/`)).toMatchObject({
    suspense_resolution: "REFUNDED",
  });
});

test("The books are closed up to a month's end in 3 keys, and what is booked into it is refused in words", async () => {
  await begin("/books?view=periods");
  const last = page.getByRole("table", { name: "Months" }).getByRole("button").first();
  await last.waitFor();
  await last.focus();
  await keys.press("Enter");
  await dialog().waitFor();
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  await inDialog();
  await keys.press("Tab");
  await keys.press("Enter");
  await closed();
  expect(keys.told("accountant: the books closed up to a month")).toBe(3);
  await expect.poll(async () => (await get("/settings/")).lock_date).toBe(addDays(`${monthOf(day)}-01`, -1));
  await page.goto(`${books.line.url}/#/closings?new=1`);
  await dialog().getByRole("button", { name: "Close a month" }).waitFor();
  await inDialog();
  await page.keyboard.press("Enter");
  await dialog()
    .getByText(/books are closed/i)
    .first()
    .waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.aside(() => books.picture("locked-in-words"));
  await page.keyboard.press("Escape");
});

test("A customer's statement is saved as PDF from their page", async () => {
  const { id } = office.customer("Karim Hossain");
  await begin(`/customers/${id}?tab=account`);
  const button = page.getByRole("button", { name: "Statement…" });
  await button.waitFor();
  await button.focus();
  await keys.press("Enter");
  const save = page.getByRole("dialog", { name: "Statement…" }).getByRole("button", { name: "PDF" });
  await save.waitFor();
  await inDialog();
  await keys.press("Tab");
  await keys.press("Tab");
  const [pdf] = await Promise.all([page.waitForEvent("download"), keys.press("Enter")]);
  expect(pdf.suggestedFilename()).toMatch(/^statement-.*\.pdf$/);
  const [bytes] = await (await pdf.createReadStream()).toArray();
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(keys.told("accountant: a statement as PDF")).toBe(4);
});

test("The general ledger's file is looked at before it is saved, and has every line once", async () => {
  await begin("/books?view=export");
  await page.getByRole("table", { name: "General ledger" }).waitFor();
  await page.getByText("In balance: debits equal credits").waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await keys.aside(() => books.picture("ledger-export"));
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the CSV" }).click(),
  ]);
  const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString();
  const ledger = await office.tenant.owner.get(`/reports/general-ledger/?from=${monthOf(day)}-01&to=${day}`);
  expect(text.replace("\uFEFF", "")).toBe(String(ledger.body));
});

test("Before a reseller's top-up is taken the dialog says the balance after it and what it books, by the way that is chosen", async () => {
  const { owner } = office.tenant;
  const made = await owner.post("/resellers/", { company_name: "Turag Net", credit_limit: "2000" });
  expect(made.status).toBe(201);
  await begin(`/resellers/${made.body.id}`);
  await page.getByRole("button", { name: "Top up" }).click();
  await dialog().getByLabel("Amount").fill("1500");
  await dialog().getByText("Balance after").waitFor();
  await booked()
    .getByRole("row", { name: /^Cash · books.*1,500\.00/ })
    .waitFor();
  expect(await keys.aside(() => findings(page))).toEqual([]);
  await dialog().getByRole("combobox", { name: "Paid by" }).click();
  await page.getByRole("option", { name: "Bank" }).click();
  await booked()
    .getByRole("row", { name: /^Bank.*1,500\.00/ })
    .waitFor();
  await keys.aside(() => books.picture("top-up-preview"));
  await dialog().getByRole("button", { name: "Top up" }).click();
  await closed();
  await expect.poll(async () => Number((await get(`/resellers/${made.body.id}/`)).balance)).toBe(1500);
});
