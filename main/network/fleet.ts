// What the agent's frame (../agent.ts) and one kind of devices (routers, OLTs) ask of each other.
import type { HelloOutput, LeaseInput, LeaseOutput, ReportInput } from "../../shared/network/agent-wire.ts";
import type { AskedQuestion } from "../../shared/network/live/question-wire.ts";
import type { AgentOptions, AgentTimings } from "../agent-settings.ts";

export type JobReport = Omit<ReportInput, "job_id" | "lease_id">;

/** A leased job, ready to be carried out. */
export interface Work {
  id: string;
  kind: string;
  lease_id: string;
  lease_seconds: number;
  /** Carries it out. `lost` is aborted when the lease was lost: it stops before its next write and answers null. */
  run(lost: AbortSignal): Promise<JobReport | null>;
}

/** What the frame gives each kind of devices. */
export interface FleetContext {
  options: AgentOptions;
  timings: AgentTimings;
  /** Monotonic milliseconds. */
  clock: () => number;
  /** Aborted when the agent stops. */
  stopping: AbortSignal;
  /** Asks the server for jobs now: a device came within reach. */
  askForJobs(): void;
  /** Some device was left to another agent: the server is soon asked whether that one is still there. */
  standBy(): void;
}

/** The devices of one kind. Its calls do not throw: a device that fails is its own affair. */
export interface Fleet {
  /** Takes over the list of devices as the server now has it, and looks at those that are due. */
  take(answer: HelloOutput): void;
  /** Some devices are left to another agent, whose end is to be noticed soon. */
  readonly stands_by: boolean;
  /** What jobs it could do just now, as its part of the question for them; null: none. */
  ready(): Partial<LeaseInput> | null;
  /** Live questions about devices; those about other kinds are ignored. */
  ask?(questions: readonly AskedQuestion[]): void;
  /** Devices that people wait for: those that did not answer are tried now. */
  probe(devices: readonly string[]): void;
  /** Its jobs among those leased. */
  work(answer: LeaseOutput): Work[];
  /** Begins no further look; resolves when the one that was being begun has. */
  stop(): Promise<void>;
  /** After the last job: leaves nothing open. */
  close(): Promise<void>;
}
