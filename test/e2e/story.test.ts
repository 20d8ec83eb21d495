// The one story that no other product tells, from the keyboard to the router, on real parts: taking money with the line
// up, with the router down, with the line cut; and everything arriving exactly once when it is back.
import { PDFDocument } from "pdf-lib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { checkBooks } from "../billing/helpers/check-books.ts";
import { eventually } from "../helpers/process/wait.ts";
import type { Desktop } from "./helpers/desktop.ts";
import { type E2eEnvironment, LEAVING, NAMES, openE2eEnvironment } from "./helpers/e2e-environment.ts";

let environment: E2eEnvironment;
let first: Desktop;
let second: Desktop;
let sql: Sql;

const secretOf = (name: string) => {
  const { username } = environment.customer(name);
  const secret = environment.router.secrets().find((one) => one.name === username);
  if (!secret) throw new Error(`The router has no secret ${username}`);
  return secret;
};

async function record(name: string) {
  const { body } = await environment.tenant.owner.get(`/customers/${environment.customer(name).id}/`);
  return body as { status: string; due_amount: string; advance_amount: string; expiry_date: string };
}

/** Receipt number on a receipt's text. */
const numberOn = (receipt: string) => /Receipt\s+(\S+)/.exec(receipt)?.[1];

beforeAll(async () => {
  environment = await openE2eEnvironment();
  sql = openPool(environment.server.database_url, null, 2);
  first = await environment.desktop();
  await first.signIn("clerk");
  await first.inSync();
});

afterAll(async () => {
  await sql?.end();
  await environment?.close();
});

// What the screens showed when a step failed, for whoever has to find out why.
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  const name = task.name.replaceAll(/\W+/g, "-").slice(0, 60);
  await first?.photograph(`${name}-first`);
  await second?.photograph(`${name}-second`);
});

describe("a day at the counter", () => {
  test("Escape goes back, and never out of the application", async () => {
    const { page } = first;
    // In a field Escape belongs to the field.
    const pressEscape = async (heading: string) => {
      await page.getByRole("heading", { name: heading }).click();
      await page.keyboard.press("Escape");
    };
    await pressEscape("Counter");
    await page.keyboard.press("F4");
    await pressEscape("Customers");
    await page.getByRole("heading", { name: "Counter" }).waitFor();
    await pressEscape("Counter");
    await page.getByRole("combobox", { name: /Search by name/ }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/counter");
  });

  test("A few letters, Enter, Enter: a receipt, and the line is open", async () => {
    await eventually(() => secretOf("Rahim Uddin").disabled);
    const receipt = await first.recharge("rahim");
    expect(numberOn(receipt)).toBe("D1-1");
    expect(receipt).toContain("BDT 700.00");
    const { page } = first;
    await page.getByText("Booked at the server").waitFor();
    await page.getByText(/Session up for/).waitFor();
    expect(secretOf("Rahim Uddin").disabled).toBe(false);
    expect(await record("Rahim Uddin")).toMatchObject({ status: "ACTIVE", due_amount: "0.00" });
    await first.next();
  });

  test("The receipt comes as a PDF as wide as the paper", async () => {
    const { page } = first;
    const receipt = await first.recharge("nusrat");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`receipt-${numberOn(receipt)}.pdf`);
    const bytes = Buffer.concat(await (await download.createReadStream()).toArray());
    const { width } = (await PDFDocument.load(bytes)).getPage(0).getSize();
    const POINTS_PER_MM = 72 / 25.4;
    expect(width / POINTS_PER_MM).toBeCloseTo(80, 0);
    await first.next();
  });

  test("A day at the counter with the router switched off the screen says why, and it is done when the router is back", async () => {
    await environment.router.down();
    await first.recharge("karim");
    const { page } = first;
    await page.getByText("Booked at the server").waitFor();
    const strip = page
      .getByRole("list", { name: "Payment, router, line" })
      .or(page.getByLabel("Payment, router, line"))
      .first();
    await expect.poll(() => strip.innerText()).toMatch(/refused|not reach|unreachable|did not answer/i);
    expect(secretOf("Karim Hossain").disabled).toBe(true);
    await environment.router.up();
    await page.getByText(/Session up for/).waitFor();
    expect(secretOf("Karim Hossain").disabled).toBe(false);
    await first.next();
  });

  test("The line is cut: after a restart every customer is there, money is taken, receipts have their final numbers", async () => {
    second = await environment.desktop();
    await second.signIn("boss");
    await second.inSync();
    first.cut();
    second.cut("swallow");
    await first.restart();
    await first.unlock("clerk-secret");
    await first.connection.getByText(/Offline since/).waitFor();
    const { page } = first;
    await page.keyboard.press("F4");
    await page.getByText(`${NAMES.length + 1} customers`, { exact: true }).waitFor();
    await page.keyboard.press("F2");

    const receipts: (string | undefined)[] = [];
    for (const letters of ["farhana", "tanvir", "শাপলা"]) {
      receipts.push(numberOn(await first.recharge(letters)));
      await page.getByText("Saved here; waits for the server").waitFor();
      await first.next();
    }
    expect(receipts).toEqual(["D1-4", "D1-5", "D1-6"]);
    await first.connection.getByText(/3 waiting/).waitFor();
  });

  test("Grace without a line: shown as pending with its expected end", async () => {
    const { page } = first;
    await page.goto(`${first.line.url}/#/customers/${environment.customer("Sadia Rahman").id}`);
    await page.getByRole("button", { name: "Grace" }).click();
    await page.getByRole("button", { name: "Give grace" }).click();
    await page.getByText(/Grace until/).waitFor();
    await page.getByLabel("Waiting for the server").first().waitFor();
    await first.connection.getByText(/4 waiting/).waitFor();
  });

  test("A screen that was never opened on a desktop opens there without a line", async () => {
    await second.page.goto(`${second.line.url}/#/month-end`);
    await second.page.getByRole("heading", { name: "Month end", level: 1 }).waitFor();
    await second.page.goto(`${second.line.url}/#/counter`);
    await second.page.getByRole("heading", { name: "Counter" }).waitFor();
  });

  test("A second desktop, also offline, recharges one of the same customers, and one who is deleted meanwhile", async () => {
    expect(numberOn(await second.recharge("farhana"))).toBe("D2-1");
    // The PDF's maker was never loaded on this desktop before, and there is no line to fetch it now.
    const [download] = await Promise.all([
      second.page.waitForEvent("download"),
      second.page.getByRole("button", { name: "Save PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("receipt-D2-1.pdf");
    await second.next();
    expect(numberOn(await second.recharge("habib"))).toBe("D2-2");
    await second.next();
    const deleted = await environment.tenant.owner.delete(`/customers/${environment.customer(LEAVING).id}/`);
    expect(deleted.status).toBe(204);
  });

  test("The line is back: everything arrives, each exactly once, and both desktops show the same truth", async () => {
    first.mend();
    second.mend();
    await first.inSync();
    await second.connection.getByText(/Online|waiting for you/).waitFor();
    // Eight receipts; the money of the deleted customer is one of them, and no recharge.
    await eventually(
      async () => (await environment.tenant.owner.get("/transactions/?page_size=1")).body.count === 8,
    );
    expect((await environment.tenant.owner.get("/recharges/?page_size=1")).body.count).toBe(7);
    const { body } = await environment.tenant.owner.get("/transactions/?ordering=created_at&page_size=100");
    const numbers = body.results.map((one: { receipt_number: string }) => one.receipt_number);
    expect([...numbers].sort()).toEqual(["D1-1", "D1-2", "D1-3", "D1-4", "D1-5", "D1-6", "D2-1", "D2-2"]);
    // In each desktop's order.
    expect(numbers.filter((number: string) => number.startsWith("D1"))).toEqual([
      "D1-1",
      "D1-2",
      "D1-3",
      "D1-4",
      "D1-5",
      "D1-6",
    ]);

    expect(await record("Farhana Islam")).toMatchObject({
      due_amount: "0.00",
      advance_amount: "700.00",
      status: "ACTIVE",
    });
    expect(await record("Sadia Rahman")).toMatchObject({ status: "ACTIVE" });
    expect(await checkBooks(sql)).toEqual([]);
    await eventually(() => !secretOf("শাপলা বেগম").disabled && !secretOf("Sadia Rahman").disabled);

    for (const desktop of [first, second]) {
      const { page } = desktop;
      await page.goto(`${desktop.line.url}/#/customers/${environment.customer("Farhana Islam").id}`);
      await page.getByRole("heading", { name: "Farhana Islam" }).waitFor();
      await expect.poll(() => page.locator("main").innerText()).toMatch(/700\.00 ahead/);
    }
  });

  test("The money of the deleted customer waits on the review list, in SUSPENSE", async () => {
    const { page } = second;
    await page.goto(`${second.line.url}/#/sync`);
    await page.getByRole("tab", { name: /To decide/ }).click();
    await page.getByText("Money in suspense").first().waitFor();
    const { body } = await environment.tenant.owner.get("/reports/trial-balance/");
    expect(body.balanced).toBe(true);
    const suspense = body.accounts.find((one: { account: string }) => one.account === "SUSPENSE");
    expect(suspense.credit).toBe("700.00");
  });

  test("A mistaken recharge is reversed with a preview; expiry, invoice, ledger and router follow", async () => {
    const { page } = second;
    await page.goto(`${second.line.url}/#/customers/${environment.customer("Rahim Uddin").id}`);
    await page.getByRole("tab", { name: "Payments" }).click();
    await page.getByRole("button", { name: "Actions for D1-1" }).click();
    await page.getByRole("menuitem", { name: "Reverse" }).click();
    const preview = page.getByRole("dialog");
    await preview.getByText("What reversing will change").waitFor();
    expect(await preview.innerText()).toMatch(/cuts the line/);
    await second.armed();
    await preview.getByLabel("Reason").fill("Wrong customer");
    await preview.getByRole("button", { name: "Reverse recharge" }).click();
    await eventually(() => secretOf("Rahim Uddin").disabled);
    expect(await record("Rahim Uddin")).toMatchObject({
      status: "EXPIRED",
      due_amount: "700.00",
      expiry_date: "2020-01-31",
    });
    expect(await checkBooks(sql)).toEqual([]);
    await page.getByText("Reversed").first().waitFor();
  });

  test("Nothing on either screen complained", () => {
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  });
});
