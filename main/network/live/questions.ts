// Live questions about routers, which people wait for: answered over the router's one session, beside looks and jobs.
import type {
  Answer,
  AnswerInput,
  AnswerOutput,
  AskedQuestion,
  Question,
} from "../../../shared/network/live/question-wire.ts";
import { subjectOf } from "../../../shared/network/live/question-wire.ts";
import { DriverError } from "../driver.ts";
import { pause } from "../loop.ts";
import type { Device } from "../router/device.ts";
import { checkOfFailure, checkSession } from "./check-router.ts";
import { readLine } from "./read-line.ts";
import { busiestInterface, readTraffic } from "./read-traffic.ts";

/** Between two samples of an interface. */
const SAMPLE_MS = 1_000;
/** Interfaces and lines of one router that are asked about at the same time. */
const AT_ONCE_MAX = 20;

export interface QuestionsOptions {
  device: (router: string) => Device | undefined;
  send: (input: Omit<AnswerInput, "agent_id">) => Promise<AnswerOutput>;
  /** Monotonic milliseconds. */
  clock: () => number;
  stopping: AbortSignal;
  /** A router that was down answered: it is due for a look. */
  onReached: () => void;
  onFault: (error: unknown, device: Device) => void;
}

interface Asked {
  router: string;
  until_ms: number;
}

export class Questions {
  readonly #options: QuestionsOptions;
  /** By router and subject. */
  readonly #asked = new Map<string, Asked>();
  readonly #running = new Set<Promise<void>>();

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** Takes a question up; one that is being answered lasts longer. */
  ask({ router, question, seconds }: AskedQuestion): void {
    const { device: find, clock, stopping } = this.#options;
    const device = find(router);
    if (!device || device.standby || stopping.aborted) return;
    const key = `${router} ${subjectOf(question)}`;
    const until_ms = clock() + seconds * 1000;
    const known = this.#asked.get(key);
    if (known) {
      known.until_ms = Math.max(known.until_ms, until_ms);
      return;
    }
    if ([...this.#asked.values()].filter((one) => one.router === router).length >= AT_ONCE_MAX) return;
    const asked: Asked = { router, until_ms };
    this.#asked.set(key, asked);
    const running: Promise<void> = this.#follow(device, question, asked)
      .catch((error: unknown) => this.#options.onFault(error, device))
      .finally(() => {
        this.#asked.delete(key);
        this.#running.delete(running);
      });
    this.#running.add(running);
  }

  /** Says what a first look found, without having been asked. */
  async tellCheck(device: Device, failure: DriverError | null): Promise<void> {
    const { access } = device;
    const check = failure
      ? checkOfFailure(failure)
      : await device.use((session) => checkSession(session, access));
    await this.#options.send({
      router: access.id,
      question: { kind: "CHECK" },
      answer: { kind: "CHECK", check },
    });
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#running]);
  }

  async #follow(device: Device, question: Question, asked: Asked): Promise<void> {
    const { send, clock, stopping } = this.#options;
    const { id: router } = device.access;
    let name = question.kind === "TRAFFIC" ? question.interface : null;
    do {
      const answer = await this.#answer(device, question, name);
      if (answer === null || stopping.aborted) return;
      if (answer.kind === "TRAFFIC") name = answer.sample.interface;
      const { wanted } = await send({ router, question, answer });
      if (question.kind !== "TRAFFIC" || answer.kind === "FAILED" || !wanted) return;
      await pause(SAMPLE_MS, stopping);
    } while (clock() < asked.until_ms && !stopping.aborted);
  }

  /** Null: the router could not be asked, which the next look tells. */
  async #answer(device: Device, question: Question, name: string | null): Promise<Answer | null> {
    try {
      return await device.use(async (session): Promise<Answer> => {
        switch (question.kind) {
          case "LINE":
            return { kind: "LINE", line: await readLine(session, question) };
          case "CHECK":
            // Somebody did not wait for the next try of a router that was down: it is up now.
            if (device.status !== "ONLINE") {
              device.next_look_ms = 0;
              this.#options.onReached();
            }
            return { kind: "CHECK", check: await checkSession(session, device.access) };
          case "TRAFFIC": {
            const one = name ?? (await busiestInterface(session));
            if (one === null)
              return { kind: "FAILED", code: "NO_INTERFACE", message: "The router shows no interface." };
            return { kind: "TRAFFIC", sample: await readTraffic(session, one) };
          }
        }
      });
    } catch (error) {
      if (!(error instanceof DriverError)) throw error;
      if (question.kind === "CHECK") return { kind: "CHECK", check: checkOfFailure(error) };
      return error.code === "ETRAP" ? { kind: "FAILED", code: error.code, message: error.message } : null;
    }
  }
}
