// Money at the keyboard, in a currency without decimals: what is typed replaces what is proposed, only fresh key presses
// take money, amounts far above the usual are asked about, and after each deed the keys go on working.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Desktop } from "./helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "./helpers/e2e-environment.ts";

let environment: E2eEnvironment;
let till: Desktop;
let boss: Desktop | undefined;

const page = () => till.page;
const receipt = () => page().getByRole("region", { name: /^Receipt / });
const dialog = () => page().getByRole("dialog");
const amount = () => page().getByLabel(/^Amount/);
const search = () => page().getByRole("combobox", { name: /Search by name/ });

/** Letters of a customer, until only that one is found. */
async function find(letters: string): Promise<void> {
  await search().focus();
  await page().keyboard.type(letters);
  await page().getByText("1 found").waitFor();
}

/** As the switch of a key bounces. */
const BOUNCE_MS = 100;

/**
 * An Enter so soon after these words first stood on the page, by the page's own clock: keys from outside come late on a busy
 * machine. To be called, not awaited, before the stroke that bounces. Answers whether there was something to press.
 */
const bounceOnce = (words: string): Promise<boolean> =>
  page().evaluate(
    ({ wanted, ms }) =>
      new Promise<boolean>((pressed) => {
        const press = () => {
          const focused = document.activeElement;
          const form = focused?.closest("form") ?? null;
          if (focused instanceof HTMLButtonElement) focused.click();
          else form?.requestSubmit();
          pressed(focused instanceof HTMLButtonElement || form !== null);
        };
        const look = () => {
          if (document.body.textContent?.includes(wanted)) setTimeout(press, ms);
          else requestAnimationFrame(look);
        };
        look();
      }),
    { wanted: words, ms: BOUNCE_MS },
  );

const takings = async (): Promise<number> => {
  const { body } = await environment.tenant.owner.get("/transactions/?page_size=1");
  return body.count;
};

beforeAll(async () => {
  environment = await openE2eEnvironment({ currency: "UGX", timezone: "Africa/Kampala", locale: "en-UG" });
  till = await environment.desktop();
  await till.signIn("clerk");
  await till.inSync();
});

afterAll(async () => {
  await environment?.close();
});

afterEach(async (context) => {
  if (context.task.result?.state === "fail") {
    await till?.photograph(`till-${context.task.id}`);
    await boss?.photograph(`till-boss-${context.task.id}`);
  }
});

describe("the amount", () => {
  test("Digits typed at once after Enter replace the proposal: 2500 is booked as 2,500", async () => {
    await find("rahim");
    await page().keyboard.press("Enter");
    await page().keyboard.type("2500");
    await till.armed();
    expect(await amount().inputValue()).toBe("2500");
    await page().keyboard.press("Enter");
    expect(await receipt().innerText()).toContain("UGX 2,500");
    await page().getByText("Booked at the server").waitFor();
    const { body } = await environment.tenant.owner.get("/transactions/?page_size=1");
    expect(body.results[0].amount).toBe("2500");
    await till.next();
  });

  test("A proposal that is on screen is selected, however long one waits before typing", async () => {
    await find("nusrat");
    await page().keyboard.press("Enter");
    await till.armed();
    expect(await amount().inputValue()).toBe("700");
    await page().keyboard.type("800");
    expect(await amount().inputValue()).toBe("800");
    // Alt and a digit choose a proposal; what is typed then replaces it, too.
    await page().keyboard.press("Alt+Digit1");
    expect(await amount().inputValue()).toBe("700");
    await page().keyboard.type("900");
    expect(await amount().inputValue()).toBe("900");
    await page().keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  });

  test("What is typed stays when the server answers about the customer before", async () => {
    till.cut();
    await till.connection.filter({ hasText: /^Offline/ }).waitFor();
    await till.recharge("শাপলা");
    await till.next();
    await find("nusrat");
    await page().keyboard.press("Enter");
    await till.armed();
    await page().keyboard.type("1");
    const waiting = page().getByLabel("Waiting for the server");
    expect(await waiting.count()).toBe(1);
    till.mend();
    await waiting.waitFor({ state: "detached" });
    await page().keyboard.type("500");
    expect(await amount().inputValue()).toBe("1500");
    await page().keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  });

  test("More than ten times the usual is asked about once more, and a comma that groups nothing is refused", async () => {
    const before = await takings();
    await find("nusrat");
    await page().keyboard.press("Enter");
    await page().keyboard.type("70,01");
    await till.armed();
    await page().getByText("Not an amount. Write it as 1,200").waitFor();
    await amount().fill("7001");
    // The question takes a bounce of the same Enter no more than the form did.
    const bounce = bounceOnce("is far more than usual");
    await page().keyboard.press("Enter");
    expect(await bounce).toBe(true);
    await till.armed();
    expect(await receipt().count()).toBe(0);
    await page().keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    expect(await takings()).toBe(before);
  });
});

describe("keys", () => {
  test("Keys find, recharge, receipt are four keys: two letters, Enter, Enter", async () => {
    await find("ta");
    await page().keyboard.press("Enter");
    await till.armed();
    await page().keyboard.press("Enter");
    expect(await receipt().innerText()).toContain("UGX 700");
    await till.next();
    // And the next customer is one key away from the first letter.
    await expect.poll(() => search().evaluate((box) => box === document.activeElement)).toBe(true);
  });

  test("Esc and Alt+P while money is being taken change nothing: the receipt comes all the same, and it is taken once", async () => {
    const before = await takings();
    await find("farhana");
    await page().keyboard.press("Enter");
    await till.armed();
    const write = await till.holdWrites();
    await page().keyboard.press("Enter");
    await dialog().locator("[data-loading]").first().waitFor();
    await page().keyboard.press("Escape");
    await page().keyboard.press("Alt+p");
    await dialog().getByLabel("Close").click();
    await write();
    expect(await receipt().innerText()).toContain("UGX 700");
    await till.next();
    await till.inSync();
    expect(await takings()).toBe(before + 1);
  });

  test("A held Enter opens the dialog and takes nothing", async () => {
    const before = await takings();
    await find("karim");
    const keys = await page().context().newCDPSession(page());
    const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" };
    await keys.send("Input.dispatchKeyEvent", { type: "keyDown", ...enter });
    await till.armed();
    for (let times = 0; times < 30; times++)
      await keys.send("Input.dispatchKeyEvent", { type: "keyDown", autoRepeat: true, ...enter });
    await keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
    await keys.detach();
    await amount().waitFor();
    expect(await receipt().count()).toBe(0);
    expect(await takings()).toBe(before);
    await page().keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  });

  test("A bounced Enter takes no money before the effect could be read, and a bounce on it does not leave the receipt", async () => {
    await find("karim");
    const onForm = bounceOnce("What this will do");
    await page().keyboard.press("Enter");
    expect(await onForm).toBe(true);
    await till.armed();
    expect(await receipt().count()).toBe(0);
    const onReceipt = bounceOnce("Print & next");
    await page().keyboard.press("Enter");
    expect(await onReceipt).toBe(true);
    await till.armed();
    expect(await receipt().count()).toBe(1);
    await till.next();
  });

  test("Shift+Enter takes a payment without days; M changes the method; the change is computed", async () => {
    await find("imran");
    await page().keyboard.press("Shift+Enter");
    await dialog().getByText("Take a payment").waitFor();
    await till.armed();
    await page().getByLabel("Received").fill("1000");
    await dialog().getByText("Change 300").waitFor();
    await page().keyboard.press("Alt+p");
    await dialog().getByLabel("Days").waitFor();
    await page().keyboard.press("Alt+p");
    await till.armed();
    await amount().press("m");
    await page().keyboard.press("Enter");
    const text = await receipt().innerText();
    expect(text).toMatch(/Method\s+Mobile/);
    expect(text).not.toMatch(/Valid until|Plan/);
  });

  test("Keys after printing the focus is where it was, and P, N and Enter go on working", async () => {
    await till.armed();
    await page().evaluate(() => {
      Object.assign(window, { printed: 0 });
      window.print = () => {
        Object.assign(window, { printed: (window as never as { printed: number }).printed + 1 });
        (document.activeElement as HTMLElement).blur();
        window.dispatchEvent(new Event("afterprint"));
      };
    });
    const printed = () => page().evaluate(() => (window as never as { printed: number }).printed);
    expect(await page().locator(".print-only").count()).toBe(0);
    await page().keyboard.press("p");
    await expect.poll(printed).toBe(1);
    await expect
      .poll(() => page().evaluate(() => document.activeElement?.textContent))
      .toContain("Print & next");
    await page().keyboard.press("Enter");
    await dialog().waitFor({ state: "detached" });
    expect(await printed()).toBe(2);
    await expect.poll(() => search().evaluate((box) => box === document.activeElement)).toBe(true);
  });

  test("A browser that never says when printing is over keeps no key waiting", async () => {
    await page().evaluate(() => {
      window.print = () => {};
    });
    await find("farhana");
    await page().keyboard.press("Enter");
    await till.armed();
    await page().keyboard.press("Enter");
    await receipt().waitFor();
    await till.armed();
    await page().keyboard.press("Enter");
    await dialog().waitFor({ state: "detached" });
    await expect.poll(() => search().evaluate((box) => box === document.activeElement)).toBe(true);
    // Its sheet waits unseen, and the next one takes its place.
    expect(await page().locator(".print-only").isVisible()).toBe(false);
    expect(await page().locator(".print-only").count()).toBe(1);
  });

  test("The same customer a moment later is noticed; below price the role is told that it gives no days", async () => {
    await find("rahim");
    await page().keyboard.press("Enter");
    await dialog()
      .getByText(/2,500 was taken from this customer at/)
      .waitFor();
    await amount().fill("100");
    await dialog()
      .getByText(/your role gives no days/)
      .waitFor();
    await till.armed();
    await page().keyboard.press("Enter");
    expect(await receipt().innerText()).not.toMatch(/Valid until/);
    await page().getByText("Booked at the server").waitFor();
    const { body } = await environment.tenant.owner.get("/transactions/?page_size=1&ordering=-received_at");
    expect(body.results[0]).toMatchObject({ amount: "100", recharge: null });
    await till.next();
  });
});

describe("the list of all money in", () => {
  const copy = async (desktop: Desktop, number: string) => {
    await desktop.page.getByRole("button", { name: `Actions for ${number}` }).click();
    await desktop.page.getByRole("menuitem", { name: "Show receipt" }).click();
    const text = await desktop.page.getByRole("region", { name: `Receipt ${number}` }).innerText();
    await desktop.page.keyboard.press("Escape");
    await desktop.page.getByRole("dialog").waitFor({ state: "detached" });
    return text;
  };

  test("A plain payment is printed again as it was, reversed with two keys, and its copy then says so", async () => {
    boss = await environment.desktop();
    await boss.signIn("boss");
    await boss.inSync();
    const { id } = environment.customer("Imran Chowdhury");
    const { body: paid } = await environment.tenant.owner.get(`/transactions/?customer=${id}`);
    const number: string = paid.results[0].receipt_number;
    // What is due today is not what was due then.
    await environment.tenant.owner.post("/adjustments/", {
      customer: id,
      adjustment_type: "DEBIT",
      amount: "50",
      reason: "Cable",
      idempotency_key: "cable-1",
    });
    await boss.page.goto(`${boss.line.url}/#/customers/${id}?tab=payments`);
    const before = await copy(boss, number);
    expect(before).toContain("COPY");
    expect(before).toMatch(/Still due\s+UGX 0\b/);
    expect(before).not.toContain("REVERSED");

    await boss.page.getByRole("button", { name: `Actions for ${number}` }).click();
    await boss.page.getByRole("menuitem", { name: "Reverse" }).click();
    await boss.page.getByText("What reversing will change").waitFor();
    await boss.armed();
    await boss.page.keyboard.press("1");
    await boss.page.keyboard.press("Enter");
    await boss.page.getByText(`${number} is reversed`).waitFor();
    await boss.page.getByRole("cell", { name: /Reversed boss/ }).waitFor();
    const { body } = await environment.tenant.owner.get(`/transactions/${paid.results[0].id}/`);
    expect(body).toMatchObject({
      status: "REFUNDED",
      reversed_by: "boss",
      reversal_reason: "Wrong customer",
    });
    const after = await copy(boss, number);
    expect(after).toMatch(/COPY[\s\S]*REVERSED[\s\S]*boss/);
    expect(after.replace(/\*\*\* REVERSED[\s\S]*?(?=Receipt)/, "")).toBe(before);
    expect(boss.complaints).toEqual([]);
  });

  test("Ctrl+Enter in the reason suspends, and it is said", async () => {
    if (!boss) throw new Error("The test before did not get to its desktop");
    const { id } = environment.customer("Tanvir Ahmed");
    await boss.page.goto(`${boss.line.url}/#/customers/${id}`);
    await boss.page.getByRole("button", { name: "Suspend" }).click();
    await boss.armed();
    await boss.page.getByLabel("Reason").fill("Found a\nloop in the building");
    await boss.page.keyboard.press("Control+Enter");
    await boss.page.getByText("Tanvir Ahmed is suspended").waitFor();
    await expect
      .poll(async () => (await environment.tenant.owner.get(`/customers/${id}/`)).body.status)
      .toBe("SUSPENDED");
  });
});

describe("what is told", () => {
  test("The account says in one sentence what is owed and since when; carrying on is behind a switch", async () => {
    if (!boss) throw new Error("The test before did not get to its desktop");
    const { id } = environment.customer("Sadia Rahman");
    const next = { customer: id, billing_month: "2031-01" };
    expect((await environment.tenant.owner.post("/invoices/", next)).status).toBe(201);
    await boss.page.goto(`${boss.line.url}/#/customers/${id}?tab=account`);
    const sentence = boss.page.getByTestId("account-sentence");
    await expect
      .poll(() => sentence.innerText())
      .toMatch(/^Owes USh\s1,400: \S+ 20\d\d 700 \+ January 2031 700\./);
    expect(await boss.page.locator("main").innerText()).not.toContain("Moved to");
    await boss.page.getByRole("switch", { name: "Bookkeeping view" }).click();
    await boss.page.getByText("Moved to a later bill").waitFor();
    expect(await boss.page.locator("main").innerText()).not.toMatch(/[-−]1,400/);
    await boss.page.getByRole("switch", { name: "Bookkeeping view" }).click();
    await boss.page.getByRole("button", { name: "Pay this" }).click();
    await boss.armed();
    expect(await boss.page.getByLabel(/^Amount/).inputValue()).toBe("1400");
    await boss.page.keyboard.press("Escape");
  });

  test("What is told while payments still arrive, takings are no zero and nobody is told that there are none", async () => {
    const fresh = await environment.desktop();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await fresh.page.route(/sync\.pull/, async (route) => {
      if (decodeURIComponent(route.request().url()).includes('"transactions"')) await gate;
      await route.continue();
    });
    await fresh.page.getByLabel("Company").fill("office");
    await fresh.page.getByLabel("Username").fill("clerk");
    await fresh.page.getByLabel("Password", { exact: true }).fill("clerk-secret");
    await fresh.page.keyboard.press("Enter");
    await fresh.page.getByText("customers are on this computer").waitFor();
    await fresh.page.getByText("Still arriving on this computer").first().waitFor();
    const page = await fresh.page.locator("main").innerText();
    expect(page).not.toMatch(/USh\s?0|No receipts yet|0 customers|0 receipts/);
    release();
    await fresh.page
      .getByTestId("takings-total")
      .filter({ hasText: /USh\s?[1-9]/ })
      .waitFor();
    expect(fresh.complaints).toEqual([]);
  });
});
