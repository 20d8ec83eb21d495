// The light before anything was touched: kept with the work order as soon as the field is left.
import { Paper } from "@mantine/core";
import type { Ref } from "react";
import { type Task, task, taskVerbs } from "../../../shared/helpdesk/index.ts";
import { type Begun, begunWith, editOf } from "../../kernel/expected/drafts.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { typedPower } from "./end.rules.ts";
import { LightInput } from "./light-input.tsx";

/** What was typed and is not kept yet, and what it was typed over. */
export type TypedBefore = { readonly text: string; readonly on: Begun<Task> } | null;

interface LightBeforeProps {
  of: Task;
  input: Ref<HTMLInputElement>;
  typed: TypedBefore;
  onTyped: (typed: TypedBefore) => void;
}

export function LightBefore({ of, input, typed, onTyped }: LightBeforeProps) {
  const words = useResourceWords(task);
  const { decimal } = useFormat();
  const send = useSend();
  const { may } = useOperate();
  const customer = useRecord("customers", of.customer);
  const kept =
    of.rx_before_dbm === null ? "" : String(of.rx_before_dbm).replace(".", decimal).replace("-", "−");
  if (!may(taskVerbs.update)) return null;
  const keep = (text: string) => {
    const rx_before_dbm = typedPower(text);
    if (rx_before_dbm === "UNREADABLE" || rx_before_dbm === of.rx_before_dbm) return;
    const on = typed?.on ?? begunWith(of);
    // The next reading is made on this one.
    void send(taskVerbs.update, editOf(task, on, { rx_before_dbm })).then(() => onTyped(null));
  };
  return (
    <Paper p="md" component="section" aria-label={words.field("rx_before_dbm")}>
      <LightInput
        ref={input}
        label={words.field("rx_before_dbm")}
        value={typed?.text ?? kept}
        onu={customer?.onu ?? null}
        onChange={(text) => onTyped({ text, on: typed?.on ?? begunWith(of) })}
        onSettled={keep}
      />
    </Paper>
  );
}
