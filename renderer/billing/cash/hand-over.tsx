// Handing money over: out of one's own till unless one keeps the books, to the office, the bank or somebody else.
import { useMemo, useRef, useState } from "react";
import type { CashReport } from "../../../shared/billing/cash/cash-reports.ts";
import { cashTransfer } from "../../../shared/billing/index.ts";
import { OFFICE } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { RecordDialog } from "../../kernel/resource/form/record-dialog.tsx";
import type { FormProps } from "../../kernel/resource/resource-options.ts";
import { useWriter } from "../../kernel/resource/source/use-writer.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { whereToTakeFrom } from "./held.rules.ts";
import { HeldNotice, OverdrawnContext } from "./held-notice.tsx";
import { HolderInput } from "./holder-input.tsx";
import { useTill } from "./use-till.ts";

const HOLDER_INPUTS = { from: HolderInput, to: HolderInput };

/**
 * Where one's own money lies: the till that one sits at, or where the most of it is, as far as that can be asked; undefined until
 * that is known.
 */
function useOwnHolder(): string | undefined {
  const till = useTill();
  const { digits } = useFormat();
  const online = useOnline();
  const username = useSession(({ identity }) => identity?.user.username ?? "");
  // Who may see everybody's cash is told of everybody's: that says nothing of their own.
  const isNarrow = useSession(({ can }) => !can("finance.cash_transfer.view"));
  const asks = isNarrow && online;
  const { data, error } = useAsk<CashReport>(asks ? "/api/v1/reports/cash/" : null);
  if (till === undefined || (asks && data === null && error === null)) return undefined;
  return whereToTakeFrom(data?.holders ?? [], till ?? username, digits);
}

interface HandOverProps extends Pick<FormProps, "onClose"> {
  /** Whose money; one's own unless told. */
  from?: string;
  /** What the form begins with, as decimal text. */
  amount?: string | null;
}

export function HandOver({ from, amount, onClose }: HandOverProps) {
  const writer = useWriter(cashTransfer);
  const own = useOwnHolder();
  const is_more = useRef(false);
  const [meant, mean] = useState(false);
  const overdrawn = useMemo(() => ({ is_more, meant, mean }), [meant]);
  if (own === undefined) return null;
  return (
    <OverdrawnContext value={overdrawn}>
      <RecordDialog
        resource={cashTransfer}
        record={null}
        defaults={{ from: from ?? own, to: OFFICE, ...(amount ? { amount } : {}) }}
        groups={[{ fields: ["from", "to", "amount", "method", "note"] }]}
        inputs={HOLDER_INPUTS}
        without={["occurred_at"]}
        writer={writer}
        notice={HeldNotice}
        check={async (name) =>
          name === "amount" && is_more.current && !meant ? { code: "TOO_LARGE" } : null
        }
        onClose={onClose}
      />
    </OverdrawnContext>
  );
}
