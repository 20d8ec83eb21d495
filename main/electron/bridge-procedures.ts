// The desktop's side of shared/kernel/desktop/desktop-bridge.ts: a tRPC router over ports, so that it runs and is tested without Electron.
import { type AnyTRPCProcedure, initTRPC, TRPCError } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import type { z } from "zod";
import type {
  AgentSettings,
  BridgeCallPath,
  BridgeInput,
  BridgeOutput,
  BridgePath,
  DesktopAgentStatus,
  NetworkStatus,
} from "../../shared/kernel/desktop/desktop-bridge.ts";
import { bridgeContract } from "../../shared/kernel/desktop/desktop-bridge.ts";
import { isPlainHttp } from "../../shared/kernel/desktop/server-address.ts";
import { Failure, invalid, type Problem, toProblem } from "../../shared/kernel/failure.ts";
import type { KnownServers } from "./known-servers.ts";

/** Names and values that only this computer's user can read again. */
export interface SecretStore {
  /** False where the operating system has no key store worth the name. */
  available(): Promise<boolean>;
  /** Null: nothing kept under this name. */
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The computer's halves of the accounts' keys, see account-secrets.ts. */
export interface AccountSecrets {
  make(name: string, proof: string): Promise<string>;
  open(name: string, proof: string, online: boolean): Promise<BridgeOutput<"secret.open">>;
  remove(name: string): Promise<void>;
}

/** What the router needs of the computer it runs on. Electron gives it in index.ts, the tests give their own. */
export interface BridgePorts {
  version: string;
  platform: string;
  /** Offered at the first sign-in. */
  server: string | null;
  /** Whether plain http to other machines is allowed here. */
  allow_http: boolean;
  secrets: Pick<SecretStore, "available">;
  servers: KnownServers;
  accountSecrets: AccountSecrets;
  agent: {
    start(settings: AgentSettings): Promise<DesktopAgentStatus>;
    stop(): Promise<DesktopAgentStatus>;
    status(): DesktopAgentStatus;
  };
  printToPdf(options: BridgeInput<"print_to_pdf">): Promise<Uint8Array>;
  savePdf(fileName: string, pdf: Uint8Array): Promise<boolean>;
  openExternal(url: string): Promise<void>;
  /** Tells the present status at once and every later one; returns the function that ends it. */
  watchNetwork(listener: (status: NetworkStatus) => void): () => void;
}

const t = initTRPC.context<BridgeContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => ({ ...shape, data: { ...shape.data, problem: problemOf(error) } }),
});

/** The problem of a refusal, as the server words it too; undefined for a defect. */
function problemOf(error: TRPCError): Problem | undefined {
  if (error.cause instanceof Failure) return toProblem(error.cause);
  if (error.code === "BAD_REQUEST") return toProblem(new Failure("VALIDATION", error.message));
  return undefined;
}

type Calls = { [P in BridgeCallPath]: (input: BridgeInput<P>) => Promise<BridgeOutput<P>> };

function callsOver(ports: BridgePorts): Calls {
  const done = { done: true } as const;
  return {
    info: async () => ({
      version: ports.version,
      platform: ports.platform,
      server: ports.server,
      allow_http: ports.allow_http,
      servers: [...(await ports.servers.list())],
      secrets: await ports.secrets.available(),
    }),
    "server.allow": async ({ server }) => {
      if (isPlainHttp(server) && !ports.allow_http)
        throw invalid("server", "Only https: over plain http passwords can be read on the way", "PLAIN_HTTP");
      return { allowed: await ports.servers.allow(server) };
    },
    "secret.make": async ({ name, proof }) => ({ secret: await ports.accountSecrets.make(name, proof) }),
    "secret.open": ({ name, proof, online }) => ports.accountSecrets.open(name, proof, online),
    "secret.remove": async ({ name }) => {
      await ports.accountSecrets.remove(name);
      return done;
    },
    "agent.start": async (settings) => {
      if (isPlainHttp(settings.server) && !ports.allow_http)
        throw invalid(
          "server",
          "Only https: over plain http the routers' passwords can be read on the way",
          "PLAIN_HTTP",
        );
      return ports.agent.start(settings);
    },
    "agent.stop": () => ports.agent.stop(),
    "agent.status": async () => ports.agent.status(),
    print_to_pdf: async (options) => ({ pdf: await ports.printToPdf(options) }),
    save_pdf: async ({ file_name, pdf }) => ({ saved: await ports.savePdf(file_name, pdf) }),
    open_external: async ({ url }) => {
      await ports.openExternal(url);
      return done;
    },
  };
}

/** Runs a call; a failure of ours becomes tRPC's error, anything else is a defect and stays one. */
async function answer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new TRPCError({ code: "PRECONDITION_FAILED", message: error.message, cause: error });
  }
}

/** Each request says whether it came from our own page; from any other nothing is answered but a refusal. */
export interface BridgeContext {
  trusted: boolean;
}

/**
 * The router that serves the whole contract. An observable, not a generator: trpc-electron cannot run those on Node 24.
 * @example createIPCHandler({ router: createBridgeProcedures(ports), createContext })
 */
export function createBridgeProcedures(ports: BridgePorts) {
  const calls = callsOver(ports);
  const ours = t.procedure.use(({ ctx, next }) => {
    if (ctx.trusted) return next();
    const failure = new Failure("PERMISSION_DENIED", "Only the application's own page may ask this");
    throw new TRPCError({ code: "FORBIDDEN", message: failure.message, cause: failure });
  });
  const procedures: Record<string, AnyTRPCProcedure> = {};
  for (const path of Object.keys(bridgeContract) as BridgePath[]) {
    const { kind, input, output } = bridgeContract[path];
    const procedure = ours.input(input as z.ZodType);
    if (kind === "subscription") {
      procedures[path] = procedure.subscription(() =>
        observable<NetworkStatus>((observer) => ports.watchNetwork((status) => observer.next(status))),
      );
      continue;
    }
    const call = calls[path as BridgeCallPath] as (input: unknown) => Promise<unknown>;
    const work = ({ input: given }: { input: unknown }) => answer(() => call(given));
    const typed = procedure.output(output as z.ZodType);
    procedures[path] = kind === "query" ? typed.query(work) : typed.mutation(work);
  }
  return t.router(procedures);
}

export type BridgeProcedures = ReturnType<typeof createBridgeProcedures>;
