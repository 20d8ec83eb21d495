// Another program is told what happens: its address, its secret, a test, what became of it, and what was missed, by the screens.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../helpers/process/wait.ts";
import { type Receiver, startReceiver, status } from "../integrations/helpers/receiver.ts";
import { findings } from "./helpers/axe.ts";
import type { Desktop } from "./helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "./helpers/e2e-environment.ts";
import { Story } from "./helpers/story.ts";

let office: E2eEnvironment;
let boss: Desktop;
let receiver: Receiver;
beforeAll(async () => {
  office = await openE2eEnvironment();
  receiver = await startReceiver();
  boss = await office.desktop({ viewport: { width: 1280, height: 800 } });
  await boss.signIn("boss");
});
afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await boss?.photograph(`webhooks-failed-${task.id}`);
});
afterAll(async () => {
  await office?.close();
  await receiver?.close();
});

const dialog = () => boss.page.getByRole("dialog");
const go = (path: string) => boss.page.goto(`${boss.line.url}/#${path}`);
const row = (name: RegExp) => boss.page.getByRole("row", { name });

test("A program is told what happens: address, events, role; its secret is shown once, and its test arrives and is opened", async () => {
  const { page } = boss;
  await go("/webhook-endpoints");
  await page.getByRole("heading", { name: "Webhooks" }).waitFor();
  const story = new Story(page);
  await story.touch(() => page.getByRole("button", { name: "New webhook" }).first().click());
  await dialog().getByLabel("Address").fill(receiver.url);
  await story.touch(() =>
    dialog()
      .getByRole("checkbox", { name: /^customer\.created/ })
      .click(),
  );
  await dialog().getByRole("combobox", { name: "Role" }).fill("Mana");
  await story.touch(() => page.getByRole("option", { name: "Manager" }).click());
  await story.aside(async () => {
    expect(await findings(page)).toEqual([]);
    await boss.picture("webhooks-new");
  });
  await story.touch(() => dialog().getByRole("button", { name: "Save" }).click());
  const secret = dialog().getByLabel("Secret");
  await secret.waitFor();
  receiver.secrets = [await secret.inputValue()];
  await boss.picture("webhooks-secret");
  await story.touch(() => dialog().getByRole("button", { name: "Close" }).last().click());
  await story.touch(() => row(/127\.0\.0\.1/).click());
  await story.touch(() => page.getByRole("button", { name: "Send a test" }).click());
  await eventually(() => receiver.ofType("webhook.test").length === 1);
  await go("/webhook-deliveries");
  await row(/webhook\.test.*Arrived/).click();
  await page.getByText(`webhook-id: ${receiver.told[0]?.id}`).waitFor();
  await page.getByText(/"type": "webhook.test"/).waitFor();
  await page.getByText("answered").waitFor();
  expect(await findings(page)).toEqual([]);
  await boss.picture("webhooks-delivery");
  expect(story.told("owner: a program told what happens")).toBe(7);
});

test("What did not arrive is sent again, and how many there are is said before", async () => {
  const { page } = boss;
  const { owner } = office.tenant;
  const { results } = (await owner.get("/webhook-endpoints/")).body;
  await owner.post("/customers/", { name: "Told", username: "told", phone: "01711000099" });
  await eventually(() => receiver.ofType("customer.created").length === 1);
  await go(`/webhook-endpoints/${results[0].id}`);
  await page.getByRole("button", { name: "Send a range again" }).click();
  const day = (at: number) => new Date(Date.now() + at * 86_400_000).toLocaleDateString("en-US");
  await dialog().getByRole("textbox", { name: "From", exact: true }).fill(day(-1));
  await dialog().getByRole("textbox", { name: "To", exact: true }).fill(day(2));
  await dialog().getByLabel("To, Time").fill("12:00");
  await dialog().getByText("One event will be sent again").waitFor();
  expect(await findings(page)).toEqual([]);
  await boss.picture("webhooks-replay");
  await dialog().getByRole("button", { name: "Send a range again" }).click();
  await eventually(() => receiver.ofType("customer.created").length === 2);
  expect(receiver.refused).toEqual([]);
});

test("A new secret is shown once, too, and the page says until when the old one signs", async () => {
  const { page } = boss;
  await page.getByRole("button", { name: "New secret" }).click();
  await dialog().getByRole("button", { name: "New secret" }).click();
  const secret = dialog().getByLabel("Secret");
  await secret.waitFor();
  expect(await secret.inputValue()).not.toBe(receiver.secrets[0]);
  await dialog().getByRole("button", { name: "Close" }).last().click();
  await page.getByText(/Signed with the old secret as well until .*\d/).waitFor();
  await boss.picture("webhooks-rotating");
});

test("An endpoint that answered it is gone is named above the list, until it is switched on again", async () => {
  const { page } = boss;
  receiver.answer = status(410);
  await office.tenant.owner.post("/customers/", { name: "Gone", username: "gone", phone: "01711000098" });
  await eventually(async () => {
    const { results } = (await office.tenant.owner.get("/webhook-endpoints/")).body;
    return results[0].disabled_reason === "GONE";
  });
  await go("/webhook-endpoints");
  await page.getByText("Switched off, since nothing arrived there").waitFor();
  expect(await findings(page)).toEqual([]);
  await boss.picture("webhooks-switched-off");
  await page.getByRole("link", { name: receiver.url }).click();
  await page.getByText("This webhook is switched off").waitFor();
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("This webhook is switched off").waitFor({ state: "detached" });
  await go("/webhook-endpoints");
  await row(/127\.0\.0\.1/).waitFor();
  await page.getByText("Switched off, since nothing arrived there").waitFor({ state: "detached" });
});
