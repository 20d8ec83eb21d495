// What a change of package comes to: by the server's word where it can be asked, else by the same rule on what this computer has.
import { useMemo } from "react";
import type { ChangePreview } from "../../../shared/billing/service/service-change.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { usePreview } from "../../kernel/connection/server-answers.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { usePractice } from "../../kernel/practice/practising.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { type TillRecords, tillChange, type Wanted } from "./till-change.ts";

interface Shown {
  /** Null until it is known. */
  readonly data: ChangePreview | null;
  readonly error: unknown;
}

/** @param wanted null: nothing is asked yet. */
export function useChangePreview(
  customer: Customer,
  records: TillRecords | undefined,
  wanted: Wanted | null,
): Shown {
  const { digits, today } = useFormat();
  const online = useOnline();
  const practising = usePractice(({ replica }) => replica !== null);
  const asks = online && !practising;
  const path = `/api/v1/customers/${customer.id}/change-package/preview/`;
  const told = usePreview<ChangePreview>(path, asks ? wanted : null);
  const own = useMemo((): Shown => {
    if (asks || !records || !wanted) return { data: null, error: null };
    try {
      const change = tillChange(records, wanted, { today: today(), digits });
      return { data: change?.preview ?? null, error: null };
    } catch (error) {
      return { data: null, error };
    }
  }, [asks, records, wanted, today, digits]);
  return asks ? told : own;
}
