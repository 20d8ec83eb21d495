// The holder of the cash that an employee is paid from: the cash screen's own choice of tills, people, the office and the bank.
import { HolderInput } from "../../billing/index.ts";
import type { InputProps } from "../../kernel/resource/kinds/kind.ts";

export function HolderField(props: InputProps) {
  return <HolderInput {...props} />;
}
