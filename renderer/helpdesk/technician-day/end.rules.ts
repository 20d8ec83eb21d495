// What the end of a work order is typed with, and what is still missing or can't be read. Pure.
import { refuseWithoutProof, type TaskTemplate } from "../../../shared/helpdesk/index.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { plainDigits } from "../../kernel/money-format.ts";

/** What a field for a power holds: a power, nothing (null), or an unreadable text. */
export type TypedPower = number | null | "UNREADABLE";

/**
 * Power as a meter shows it, in dBm. What reaches an ONU is always below zero, so that the sign, which a phone's keyboard of
 * digits may not have, need not be typed. A point and a comma mean the same: the digits of a power are never grouped.
 */
export function typedPower(text: string): TypedPower {
  const plain = plainDigits(text)
    .trim()
    .replace(/^[−–-]\s*/, "")
    .replace(/\s*dBm$/i, "")
    .replace(/[,٫]/, ".");
  if (text.trim() === "") return null;
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(plain)) return "UNREADABLE";
  const dbm = Number(plain);
  return dbm === 0 ? 0 : -dbm;
}

interface TypedEnd {
  readonly notes: string;
  readonly signed_by: string;
  readonly left: boolean;
  readonly why: string;
}

/** What is shown beside what was typed. */
interface Shown {
  readonly rx_before_dbm: TypedPower;
  readonly rx_after_dbm: TypedPower;
  readonly photos: number;
}

/** Fields that keep the work from being finished: the server would ask for them, or what they hold can't be read. */
export function missingOf(asked: TaskTemplate | null, typed: TypedEnd, shown: Shown): ReadonlySet<string> {
  const missing = new Set<string>();
  for (const field of ["rx_before_dbm", "rx_after_dbm"] as const)
    if (shown[field] === "UNREADABLE") missing.add(field);
  if (typed.notes.trim() === "") missing.add("completion_notes");
  if (typed.left && typed.why.trim() === "") missing.add("left_unfixed");
  const rx_after_dbm = shown.rx_after_dbm === "UNREADABLE" ? null : shown.rx_after_dbm;
  const proof = { rx_after_dbm, photos: shown.photos, signed_by: typed.signed_by.trim() };
  try {
    refuseWithoutProof(asked, { ...proof, left_unfixed: typed.left ? "left" : null });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    for (const { field } of error.errors ?? []) missing.add(field);
  }
  return missing;
}
