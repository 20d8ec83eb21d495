// Handing money over: out of one's own till unless one keeps the books, to the office, the bank or somebody else.
import { useEffect, useMemo, useRef, useState } from "react";
import { cashTransfer } from "../../../shared/billing/index.ts";
import { OFFICE } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { RecordDialog } from "../../kernel/resource/form/record-dialog.tsx";
import type { FormProps } from "../../kernel/resource/resource-options.ts";
import { useWriter } from "../../kernel/resource/source/use-writer.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { HeldNotice, OverdrawnContext } from "./held-notice.tsx";
import { HolderInput } from "./holder-input.tsx";

const HOLDER_INPUTS = { from: HolderInput, to: HolderInput };

/** Where one's own money lies: the till that one sits at; undefined until this computer has said. */
function useOwnHolder(): string | undefined {
  const { profile } = useReplica();
  const username = useSession(({ identity }) => identity?.user.username ?? "");
  const [own, setOwn] = useState<string>();
  useEffect(() => {
    let left = false;
    void profile.get("device").then((device) => {
      if (!left) setOwn(device?.device_code ?? username);
    });
    return () => {
      left = true;
    };
  }, [profile, username]);
  return own;
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
