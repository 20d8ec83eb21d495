// What went wrong, in words: apart from the other parts, as the sign-in needs no more of them.
import { Alert, Button, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Unread } from "./connection/unread.ts";
import { useWords } from "./i18n/index.ts";
import { problemWords } from "./problem-words.ts";

/** What only support wants to read: codes, and what the server said word for word. */
export function Details({ text }: { text: string }) {
  const t = useWords();
  return (
    <Text component="details" fz="xs" c="inherit" mt={2}>
      <summary>{t("action.details")}</summary>
      {text}
    </Text>
  );
}

interface TroubleProps {
  error: unknown;
  action?: ReactNode;
  /** Asks once more; what was read from the server brings it along. */
  again?: () => void;
}

/** What went wrong, in words, with what to do next. */
export function Trouble({ error, action, again }: TroubleProps) {
  const t = useWords();
  if (error === null || error === undefined) return null;
  const { text, details } = problemWords(error, t);
  const retry = again ?? (error instanceof Unread ? error.again : undefined);
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert" variant="light">
      <Text fz="sm">{text}</Text>
      <Details text={details} />
      {retry ? (
        <Button
          variant="default"
          size="compact-sm"
          mt="xs"
          loading={error instanceof Unread && error.busy}
          onClick={retry}
        >
          {t("action.again")}
        </Button>
      ) : null}
      {action}
    </Alert>
  );
}
