// An adjustment begun from the list of all: first whose it is.
import { useState } from "react";
import { adjustment } from "../../../shared/billing/index.ts";
import type { FormProps } from "../../kernel/resource/resource-options.ts";
import { Whose } from "../registers/customer-of.tsx";
import { useCustomerAccount } from "../use-customer-money.ts";
import { AdjustmentForm } from "./adjustment-dialog.tsx";

export function NewAdjustment({ writer, onClose }: FormProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const account = useCustomerAccount(chosen);
  if (account) return <AdjustmentForm account={account} writer={writer} onClose={onClose} />;
  return <Whose of={adjustment} onChosen={setChosen} onClose={onClose} />;
}
