// Who holds cash, chosen by name.
import { Autocomplete } from "@mantine/core";
import { useRef } from "react";
import type { CashHolders } from "../../../shared/billing/cash/cash-reports.ts";
import { BANK, OFFICE } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { Select } from "../../kernel/form/select.tsx";
import { common } from "../../kernel/resource/kinds/inputs.tsx";
import type { InputProps } from "../../kernel/resource/kinds/kind.ts";
import { useHolderName } from "./holder-name.ts";

const NOBODY: CashHolders["results"] = [];

/** A till, a person, the office or the bank, by name; off-line by code, which the server checks. */
export function HolderInput(props: InputProps) {
  const named = useHolderName();
  const { data } = useAsk<CashHolders>("/api/v1/cash-holders/");
  const { value, onChange } = props;
  const known = data?.results ?? NOBODY;
  // The names take the place of the codes once they are there: whoever stands in the field goes on standing in it.
  const has_focus = useRef(false);
  if (known.length === 0) {
    return (
      <Autocomplete
        {...common(props)}
        data={[OFFICE, BANK]}
        value={String(value ?? "")}
        onChange={onChange}
        onFocus={() => {
          has_focus.current = true;
        }}
        onBlur={() => {
          has_focus.current = false;
        }}
      />
    );
  }
  const options = known.map((holder) => ({ value: holder.holder, label: named(holder) }));
  return (
    <Select
      {...common(props)}
      // Which codes there are is for whoever has to type one.
      description={null}
      // The dialog begins here: a list that opened by itself would lie over the rest of it.
      openOnFocus={false}
      ref={(field) => {
        if (!field || !has_focus.current) return;
        has_focus.current = false;
        field.focus();
      }}
      data={options}
      searchable
      value={value ? String(value) : null}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}
