// The points of a template's checklist: one a line.
import { Textarea } from "@mantine/core";
import { useState } from "react";
import type { InputProps } from "../kernel/resource/kinds/kind.ts";

const readPoints = (value: string): string[] => (value === "" ? [] : (JSON.parse(value) as string[]));

/** A point that stands there twice is one. */
const pointsOf = (text: string): string[] =>
  [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");

export function PointsInput({ id, label, value, error, disabled, autoFocus, onChange }: InputProps) {
  // The empty line that one is about to type on is no point yet.
  const [text, setText] = useState(() => readPoints(String(value)).join("\n"));
  return (
    <Textarea
      id={id}
      label={label}
      value={text}
      error={error}
      disabled={disabled}
      autosize
      minRows={3}
      maxRows={12}
      {...(autoFocus ? { "data-autofocus": true } : {})}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(JSON.stringify(pointsOf(currentTarget.value)));
      }}
    />
  );
}
