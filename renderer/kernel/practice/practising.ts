// Whether practice is on, and its records: asked by everything that must not take practice for earnest.
import { create } from "zustand";
import type { Replica } from "../replica/index.ts";

interface Practising {
  /** What screens read and write; null: practice is off. */
  readonly replica: Replica | null;
  /** Another one each time that practice begins. */
  readonly id: string | null;
  /** Where they were when it began, as the address says it. */
  readonly from: string;
}

export const NOBODY: Practising = { replica: null, id: null, from: "" };

export const usePractice = create<Practising>(() => NOBODY);

export const isPractising = (): boolean => usePractice.getState().replica !== null;

/** Stands across everything that leaves the window on paper or as a file; in both languages, for any reader. */
export const STAMP = ["PRACTICE", "অনুশীলন"] as const;
