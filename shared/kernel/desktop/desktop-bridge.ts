// What the renderer may ask of the desktop's main process, over tRPC through Electron's IPC. Nothing else gets across.
import { z } from "zod";
import { FAILURES, Failure, type FailureCode } from "../failure.ts";

/** The one origin of the desktop's own pages; requests from any other page are refused. */
export const DESKTOP_ORIGIN = "app://lastmile";

/** trpc-electron loses falsy inputs, so every input is an object, also where there is nothing to say. */
const nothing = z.strictObject({});
const done = z.object({ done: z.literal(true) });

/** Secrets of the renderer have plain names; the main process keeps its own under names that do not match. */
const secretName = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);
const proof = z.string().min(20).max(200);
const secretAnswer = z.discriminatedUnion("state", [
  z.object({ state: z.literal("open"), secret: z.string() }),
  z.object({ state: z.literal("wrong"), tries_left: z.number().int() }),
  z.object({ state: z.literal("locked") }),
  z.object({ state: z.literal("none") }),
]);
const fileName = z
  .string()
  .max(150)
  .regex(/^[^\\/:*?"<>|\p{Cc}]+\.pdf$/iu, "A plain file name that ends in .pdf");
const pdf = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && String.fromCharCode(...value.subarray(0, 5)) === "%PDF-",
  "A PDF document",
);

/** An address that may be handed to the operating system: a phone number or a place on the map. */
const externalUrl = z.url({ protocol: /^(tel|geo)$/, error: "Only tel and geo" }).max(2000);

const serverUrl = z.url({ protocol: /^https?$/ }).max(500);

const desktopInfo = z.object({
  version: z.string(),
  platform: z.string(),
  /** False: the operating system offers no key store, so secrets can be neither kept nor read. */
  secrets: z.boolean(),
  /** The address of the server to offer at the first sign-in; null: the person types one. */
  server: z.string().nullable(),
  /** Whether the page may call other machines over plain http. */
  allow_http: z.boolean(),
  /** Origins that were signed in to on this computer: the page may call no other. Empty before the first sign-in. */
  servers: z.array(z.string()),
});

export const agentSettings = z.strictObject({
  server: serverUrl,
  token: z.string().min(1).max(4000),
  /** Only devices of this site; unset: all of the tenant. */
  site: z.string().trim().min(1).max(200).optional(),
});

const watched = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  last_error: z.string().nullable(),
  error_code: z.string().nullable(),
});

/** What the agent on this computer does; the other members mean nothing while it is not running. */
export const desktopAgentStatus = z.object({
  running: z.boolean(),
  /** The server answered the last time. */
  connected: z.boolean(),
  server_error: z.string().nullable(),
  jobs_running: z.number().int(),
  routers: z.array(watched),
  olts: z.array(watched),
});

export const networkStatus = z.object({
  online: z.boolean(),
  /** Counts the wake-ups of the computer: a change means that open connections are dead even where nothing says so. */
  resumes: z.number().int(),
});

/** Every call: its tRPC path, its kind, what goes in and what comes out. */
export const bridgeContract = {
  info: { kind: "query", input: nothing, output: desktopInfo },
  /** Takes a server among those that the page may call; any but the first only after the person said yes to the main process. */
  "server.allow": {
    kind: "mutation",
    input: z.strictObject({ server: serverUrl }),
    output: z.object({ allowed: z.boolean() }),
  },
  /** Makes a secret of this computer that only this proof of the password opens, instead of the one before. */
  "secret.make": {
    kind: "mutation",
    input: z.strictObject({ name: secretName, proof }),
    output: z.object({ secret: z.string() }),
  },
  /** Wrong proofs are counted there, and lock it; with `online` (the server accepted the password) it opens again. */
  "secret.open": {
    kind: "mutation",
    input: z.strictObject({ name: secretName, proof, online: z.boolean() }),
    output: secretAnswer,
  },
  "secret.remove": { kind: "mutation", input: z.strictObject({ name: secretName }), output: done },
  "agent.start": { kind: "mutation", input: agentSettings, output: desktopAgentStatus },
  "agent.stop": { kind: "mutation", input: nothing, output: desktopAgentStatus },
  "agent.status": { kind: "query", input: nothing, output: desktopAgentStatus },
  /** The page as it is now, as print media. */
  print_to_pdf: {
    kind: "query",
    input: z.strictObject({ landscape: z.boolean().optional() }),
    output: z.object({ pdf }),
  },
  /** Asks where to put it; `saved` is false when the person cancelled. */
  save_pdf: {
    kind: "mutation",
    input: z.strictObject({ file_name: fileName, pdf }),
    output: z.object({ saved: z.boolean() }),
  },
  open_external: { kind: "mutation", input: z.strictObject({ url: externalUrl }), output: done },
  network: { kind: "subscription", input: nothing, output: networkStatus },
} as const;

type Contract = typeof bridgeContract;
export type BridgePath = keyof Contract;
export type BridgeWatchPath = {
  [P in BridgePath]: Contract[P]["kind"] extends "subscription" ? P : never;
}[BridgePath];
export type BridgeCallPath = Exclude<BridgePath, BridgeWatchPath>;
export type BridgeInput<P extends BridgePath> = z.infer<Contract[P]["input"]>;
export type BridgeOutput<P extends BridgePath> = z.infer<Contract[P]["output"]>;
export type AgentSettings = z.infer<typeof agentSettings>;
export type DesktopAgentStatus = z.infer<typeof desktopAgentStatus>;
export type NetworkStatus = z.infer<typeof networkStatus>;

/** What is needed of a tRPC client: `createTRPCUntypedClient({ links: [ipcLink()] })` fits. */
export interface BridgeTransport {
  query(path: string, input: unknown): Promise<unknown>;
  mutation(path: string, input: unknown): Promise<unknown>;
  subscription(
    path: string,
    input: unknown,
    handlers: { onData(value: unknown): void; onError(error: Error): void },
  ): { unsubscribe(): void };
}

/** The desktop's main process, as the renderer sees it. */
export interface DesktopBridge {
  /** @throws Failure where the call was refused; any other error is a defect or a lost main process. */
  call<P extends BridgeCallPath>(path: P, input: BridgeInput<P>): Promise<BridgeOutput<P>>;
  /** Returns the function that ends the watch. */
  watch<P extends BridgeWatchPath>(
    path: P,
    input: BridgeInput<P>,
    onData: (value: BridgeOutput<P>) => void,
    onError: (error: Error) => void,
  ): () => void;
}

const refusal = z.object({
  data: z.object({
    problem: z.looseObject({ code: z.string(), detail: z.string(), reason: z.string().optional() }),
  }),
});

/** The failure inside an error of tRPC, which trpc-electron wraps once more; an error without one comes back as it is. */
function failureOf(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { data } = refusal.safeParse(at);
    if (!data || !Object.hasOwn(FAILURES, data.data.problem.code)) continue;
    const { code, detail, reason } = data.data.problem;
    return new Failure(code as FailureCode, detail, reason ? { extra: { reason } } : {});
  }
  return error;
}

/**
 * Gives a tRPC client the types of the contract and checks every answer.
 * @example const { version } = await bridgeOver(client).call("info", {});
 */
export function bridgeOver(transport: BridgeTransport): DesktopBridge {
  return {
    async call(path, input) {
      const { kind, output } = bridgeContract[path];
      const answer = await transport[kind](path, input).catch((error: unknown) => {
        throw failureOf(error);
      });
      return output.parse(answer) as BridgeOutput<typeof path>;
    },
    watch(path, input, onData, onError) {
      const { output } = bridgeContract[path];
      const handlers = {
        onData: (value: unknown) => onData(output.parse(value) as BridgeOutput<typeof path>),
        onError,
      };
      const { unsubscribe } = transport.subscription(path, input, handlers);
      return unsubscribe;
    },
  };
}
