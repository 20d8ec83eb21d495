// The network agent of an office's computer, started and stopped by the page through the desktop's own main-process code.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createAgent } from "../../../main/agent.ts";
import { createDesktopAgent, type DesktopAgent } from "../../../main/electron/desktop-agent.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { desktopPorts, secretsInMemory, serveMain } from "./main-process.ts";

let environment: E2eEnvironment;
let desk: Desktop;
let agent: DesktopAgent;

beforeAll(async () => {
  environment = await openE2eEnvironment();
  await environment.tenant.staff("chief", "Owner");
  const secrets = secretsInMemory();
  agent = createDesktopAgent(
    ({ server, token, site }) =>
      createAgent({
        ...{ link: createServerLink({ url: server, token }), agent_id: newId(), name: "Front desk" },
        ...(site ? { site } : {}),
        ...{ log: () => {}, allowLoopback: true },
      }),
    secrets,
  );
  desk = await environment.desktop({ keepsFiles: false }, (context, url) =>
    serveMain(context, () => desktopPorts(url, secrets, agent)),
  );
});

afterAll(async () => {
  await agent?.close();
  await environment?.close();
});

afterEach(async (context) => {
  if (context.task.result?.state === "fail") await desk?.photograph(`agent-here-${context.task.id}`);
});

test("An owner starts this computer's agent with a token made for it, sees what it reaches, and takes both back", async () => {
  const { page } = desk;
  const { owner } = environment.tenant;
  const tokens = async () =>
    (await owner.get("/api-tokens/?page_size=100")).body.results.filter(({ name }: { name: string }) =>
      name.startsWith("Network agent:"),
    ).length;
  await desk.enter("chief");
  await page.goto(`${desk.line.url}/#/routers`);
  await page.getByRole("button", { name: "This computer…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Start the agent here" }).click();
  await dialog.getByRole("status").getByText("The agent runs and hears the server").waitFor();
  expect(await tokens()).toBe(1);
  expect(agent.status()).toMatchObject({ running: true, connected: true });
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Stop the agent" }).click();
  await dialog.getByRole("button", { name: "Start the agent here" }).waitFor();
  expect(await tokens()).toBe(0);
  expect(agent.status().running).toBe(false);
});
