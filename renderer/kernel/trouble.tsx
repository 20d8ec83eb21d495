// What went wrong, in words: apart from the other parts, as the sign-in needs no more of them.
import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useWords } from "./i18n/index.ts";
import { problemWords } from "./problem-words.ts";

/** What only whoever is asked for help wants to read: codes, and what the server said word for word. */
export function Details({ text }: { text: string }) {
  const t = useWords();
  return (
    <Text component="details" fz="xs" c="inherit" mt={2}>
      <summary>{t("action.details")}</summary>
      {text}
    </Text>
  );
}

/** What went wrong, in words, with what to do next. */
export function Trouble({ error, action }: { error: unknown; action?: ReactNode }) {
  const t = useWords();
  if (error === null || error === undefined) return null;
  const { text, details } = problemWords(error, t);
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert" variant="light">
      <Text fz="sm">{text}</Text>
      <Details text={details} />
      {action}
    </Alert>
  );
}
