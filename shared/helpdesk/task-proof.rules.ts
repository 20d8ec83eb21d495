// The proof that a work order needs before it counts as done, and the hours of its visit. Pure.
import { Failure, type FieldError, invalid } from "../kernel/failure.ts";
import { planEnd, planStep, type TASK_TYPES, type Worked } from "./task.rules.ts";
import type { Task } from "./task.ts";

/** Power at which an ONU has no light at all, whatever a tenant's limits are (experience.md, Defaults). */
const NO_LIGHT = { from: 0, to: -35 } as const;

/** Whether a line with this power at the ONU (dBm) can't be called fixed. `critical`: the tenant's `signal_critical_dbm`. */
export const isTooWeak = (rx_dbm: number, critical: number): boolean =>
  rx_dbm < critical || rx_dbm >= NO_LIGHT.from || rx_dbm <= NO_LIGHT.to;

/** What a technician shows for the work at its end. */
export interface Proof {
  readonly rx_after_dbm?: number | null | undefined;
  readonly signed_by?: string | null | undefined;
  /** How many pictures there are of it. */
  readonly photos?: number;
  /** Why the trouble is not over, though they go: the work goes on another day. */
  readonly left_unfixed?: string | null | undefined;
}

/** What is asked for: nothing where the work order has no template. */
export interface Asked {
  readonly needs_rx: boolean;
  readonly needs_signature: boolean;
  readonly needs_photo: boolean;
}

/**
 * Refuses to call a line fixed whose light is too weak. Who leaves it so says why.
 * @throws Failure SIGNAL_TOO_WEAK.
 */
function refuseTooWeak(
  { task_type }: { readonly task_type: (typeof TASK_TYPES)[number] },
  { rx_after_dbm, left_unfixed }: Proof,
  critical: number,
): void {
  if (task_type === "INSPECTION" || left_unfixed || typeof rx_after_dbm !== "number") return;
  if (!isTooWeak(rx_after_dbm, critical)) return;
  const detail = `${rx_after_dbm} dBm at the ONU is no line that works: at least ${critical} dBm are needed`;
  throw new Failure("SIGNAL_TOO_WEAK", detail, { extra: { rx_after_dbm, limit_dbm: critical } });
}

/**
 * Refuses to end a work order without what its template asks for. Who leaves the trouble as it is shows nothing.
 * @throws Failure VALIDATION, naming all that is missing.
 */
export function refuseWithoutProof(
  asked: Asked | null,
  { rx_after_dbm, signed_by, photos = 0, left_unfixed }: Proof,
): void {
  if (!asked || left_unfixed) return;
  const missing: FieldError[] = [];
  const need = (field: string, message: string) => missing.push({ field, code: "REQUIRED", message });
  if (asked.needs_rx && typeof rx_after_dbm !== "number")
    need("rx_after_dbm", "A reading of the light is needed");
  if (asked.needs_signature && !signed_by) need("signed_by", "The customer's signature is needed");
  if (asked.needs_photo && photos === 0) need("photos", "A picture of the work is needed");
  if (missing.length === 0) return;
  const detail = missing.map(({ message }) => message).join("; ");
  throw new Failure("VALIDATION", detail, { errors: missing });
}

/**
 * The end of the work: its notes, what is shown for it, and its times.
 * @throws Failure ILLEGAL_TRANSITION, SIGNAL_TOO_WEAK.
 */
export function planComplete(
  task: Worked & { readonly task_type: (typeof TASK_TYPES)[number] },
  { completion_notes, ...proof }: Proof & { readonly completion_notes: string },
  { at, critical }: { at: string; critical: number },
) {
  const step = planStep(task, { status: "COMPLETED" as const, completed_at: at, completion_notes });
  refuseTooWeak(task, proof, critical);
  const { rx_after_dbm = null, signed_by = null, left_unfixed = null } = proof;
  return { ...step, ...planEnd(task, at), rx_after_dbm, signed_by, left_unfixed };
}

const DESCRIPTION_MAX = 10_000;

/** The work order that goes on with the trouble which another one left: not assigned, on no day. */
export function planFollowUp(left: Task, left_unfixed: string) {
  const { id, title, task_type, priority, customer, location, ticket, incident, template } = left;
  return {
    ...{ title, task_type, priority, customer, location, ticket, incident, template },
    description: `${left_unfixed}\n\n${left.description}`.slice(0, DESCRIPTION_MAX),
    checklist: left.checklist.filter(({ done }) => !done),
    follows: id,
  };
}

/**
 * The hours of the visit: both or none, on one day.
 * @throws Failure VALIDATION.
 */
export function checkWindow({
  window_from = null,
  window_to = null,
}: {
  readonly window_from?: string | null;
  readonly window_to?: string | null;
}): void {
  if (window_from === null && window_to === null) return;
  if (window_from === null) throw invalid("window_from", "From when? Give both, or none", "REQUIRED");
  if (window_to === null) throw invalid("window_to", "Until when? Give both, or none", "REQUIRED");
  if (window_to <= window_from) throw invalid("window_to", "Not after its beginning", "TOO_SMALL");
}
