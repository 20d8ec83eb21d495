// Why syncing does not advance, as it is shown: what the last round met, and what handing in meets beside it.
import { LocalFailure, wordsOf } from "../../connection/local-failure.ts";
import { betweenOf } from "../../connection/refusals.ts";
import type { SyncState } from "../state.ts";

type Trouble = SyncState["problem"];

/** Somebody between who refuses, as a trouble; null where nobody does. */
function betweenTrouble(code: "BETWEEN" | "BETWEEN_PUSH", error: unknown): Trouble {
  const between = betweenOf(error);
  if (between === null) return null;
  return { code, message: wordsOf(error), problem: undefined, details: { between } };
}

export class Troubles {
  #round: Trouble = null;
  #handIn: Trouble = null;

  /** What is shown. @param waits whether anything is to be handed in. */
  shown(waits: boolean): Trouble {
    return this.#round ?? (waits ? this.#handIn : null);
  }

  /** A round failed. */
  failed(error: unknown): void {
    const { problem, code } = error instanceof LocalFailure ? error : { problem: undefined, code: "DEFECT" };
    this.#round = { code: problem?.code ?? code, message: wordsOf(error), problem };
  }

  /** A round got through. */
  passed(): void {
    this.#round = null;
  }

  /** The server was reached, or (with the error) was not: it may be that somebody between answered. */
  reached(error: unknown = null): void {
    const between = betweenTrouble("BETWEEN", error);
    if (between || this.#round?.code === "BETWEEN") this.#round = between;
  }

  /** Handing in failed; answers whether somebody between refuses it, which stops nothing else. */
  refused(error: unknown): boolean {
    this.#handIn = betweenTrouble("BETWEEN_PUSH", error);
    return this.#handIn !== null;
  }

  /** What was handed in reached the server. */
  taken(): void {
    this.#handIn = null;
  }
}
