// Handing money over: out of one's own till unless one keeps the books, to the office, the bank or somebody else.
import { Autocomplete, Select } from "@mantine/core";
import { useEffect, useState } from "react";
import type { CashHolders } from "../../../shared/billing/cash/cash-reports.ts";
import { cashTransfer } from "../../../shared/billing/index.ts";
import { BANK, OFFICE } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { RecordDialog } from "../../kernel/resource/form/record-dialog.tsx";
import { common } from "../../kernel/resource/kinds/inputs.tsx";
import type { InputProps } from "../../kernel/resource/kinds/kind.ts";
import type { FormProps } from "../../kernel/resource/resource-options.ts";
import { useWriter } from "../../kernel/resource/source/use-writer.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useHolderName } from "./holder-name.ts";

const NOBODY: CashHolders["results"] = [];

/** A till, a person, the office or the bank, by name; off-line by code, which the server checks. */
function HolderInput(props: InputProps) {
  const named = useHolderName();
  const { data } = useAsk<CashHolders>("/api/v1/cash-holders/");
  const { value, onChange } = props;
  const known = data?.results ?? NOBODY;
  if (known.length === 0) {
    return (
      <Autocomplete
        {...common(props)}
        data={[OFFICE, BANK]}
        value={String(value ?? "")}
        onChange={onChange}
      />
    );
  }
  const options = known.map((holder) => ({ value: holder.holder, label: named(holder) }));
  return (
    <Select
      {...common(props)}
      data={options}
      searchable
      value={value ? String(value) : null}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

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

export function HandOver({ onClose }: Pick<FormProps, "onClose">) {
  const writer = useWriter(cashTransfer);
  const own = useOwnHolder();
  if (own === undefined) return null;
  return (
    <RecordDialog
      resource={cashTransfer}
      record={null}
      defaults={{ from: own, to: OFFICE }}
      groups={[{ fields: ["from", "to", "amount", "method", "note"] }]}
      inputs={HOLDER_INPUTS}
      without={["occurred_at"]}
      writer={writer}
      onClose={onClose}
    />
  );
}
