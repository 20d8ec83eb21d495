// Texts one below the other, as people write a list; the form holds them as data.
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useWords } from "../kernel/i18n/index.ts";
import { common, JsonField } from "../kernel/resource/kinds/inputs.tsx";
import type { InputProps } from "../kernel/resource/kinds/kind.ts";

/** The lines of a list; null for data of another shape. */
function linesOf(text: string): string | null {
  if (text === "") return "";
  const data: unknown = JSON.parse(text);
  return Array.isArray(data) && data.every((one) => typeof one === "string") ? data.join("\n") : null;
}

function Lines({ first, ...props }: InputProps & { first: string }) {
  const t = useWords();
  const [typed, setTyped] = useState(first);
  return (
    <Textarea
      {...common(props)}
      description={t("console.one_a_line")}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const lines = currentTarget.value.split("\n").map((line) => line.trim());
        props.onChange(JSON.stringify(lines.filter(Boolean)));
      }}
      autosize
      minRows={3}
      maxRows={10}
    />
  );
}

export function LinesInput(props: InputProps) {
  const [first] = useState(() => linesOf(String(props.value)));
  return first === null ? <JsonField {...props} /> : <Lines {...props} first={first} />;
}
