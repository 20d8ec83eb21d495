// The desktop's main process as the page meets it, where Electron itself can't be had: its own code under Node, its bridge to
// a page in Chromium, and what trpc-electron sends between them.
import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape } from "@trpc/server";
import { isObservable } from "@trpc/server/observable";
import type { BrowserContext, Page } from "playwright";
import { z } from "zod";
import { createAccountSecrets } from "../../../main/electron/account-secrets.ts";
import {
  type BridgeContext,
  type BridgePorts,
  createBridgeProcedures,
  type SecretStore,
} from "../../../main/electron/bridge-procedures.ts";

declare global {
  interface Window {
    /** What the page does with what the main process says. */
    heardFromMain?: (message: unknown) => void;
    toldMain(body: unknown): Promise<void>;
  }
}

const request = z.object({
  method: z.literal("request"),
  operation: z.object({
    id: z.union([z.string(), z.number()]),
    type: z.enum(["query", "mutation", "subscription"]),
    path: z.string(),
    input: z.unknown(),
  }),
});

/** A key store in memory: what one page keeps is gone with the test. */
export function secretsInMemory(): SecretStore {
  const kept = new Map<string, string>();
  return {
    available: async () => true,
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  };
}

/** A desktop's ports on a computer that is always on-line, prints nothing and opens nothing; with an agent of the test's. */
export function desktopPorts(server: string, secrets: SecretStore, agent: BridgePorts["agent"]): BridgePorts {
  const nothing = () => Promise.reject(new Error("No test asks for this"));
  return {
    version: "1.0.0",
    platform: process.platform,
    server,
    allow_http: true,
    secrets,
    servers: { list: async () => [server], allow: async (wanted) => wanted === server },
    accountSecrets: createAccountSecrets(secrets),
    agent,
    printToPdf: nothing,
    savePdf: nothing,
    openExternal: nothing,
    watchNetwork: (listener) => {
      listener({ online: true, resumes: 0 });
      return () => {};
    },
  };
}

/** Serves the main process's side to every page that the context opens from now on. */
export async function serveMain(context: BrowserContext, ports: () => BridgePorts): Promise<void> {
  const ctx: BridgeContext = { trusted: true };
  const answer = async (page: Page, body: unknown): Promise<void> => {
    const asked = request.safeParse(body);
    // The end of a subscription: nothing here is worth ending.
    if (!asked.success) return;
    const { id, type, path, input } = asked.data.operation;
    const router = createBridgeProcedures(ports());
    const say = (message: object) =>
      page
        .evaluate((said) => window.heardFromMain?.(said), { id, ...message })
        .catch((error: unknown) => {
          // Its window was closed meanwhile.
          if (!page.isClosed()) throw error;
        });
    try {
      const result = await callTRPCProcedure({
        ...{ router, path, type, ctx, batchIndex: 0 },
        getRawInput: async () => input,
        signal: undefined,
      });
      if (isObservable(result))
        result.subscribe({ next: (data) => void say({ result: { type: "data", data } }) });
      else await say({ result: { type: "data", data: result } });
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      await say({ error: getTRPCErrorShape({ config: router._def._config, error, type, path, input, ctx }) });
    }
  };
  await context.exposeBinding("toldMain", ({ page }, body: unknown) => answer(page, body));
  await context.addInitScript(() => {
    Object.assign(window, {
      electronTRPC: {
        sendMessage: (body: unknown) => void window.toldMain(body),
        onMessage: (hear: (message: unknown) => void) => {
          window.heardFromMain = hear;
        },
      },
    });
  });
}
