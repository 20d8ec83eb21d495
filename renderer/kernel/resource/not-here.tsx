// In the place of what the server alone knows, and has not said: it is on its way, the line is cut, or it was refused.
import { Alert, Skeleton, Stack } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useWords } from "../i18n/index.ts";
import { Trouble } from "../screen/parts.tsx";

interface NotHereProps {
  /** Other states mean that it is on its way. */
  readonly state: string;
  readonly error: unknown;
  readonly again: () => void;
}

export function NotHere({ state, error, again }: NotHereProps) {
  const t = useWords();
  if (state === "failed") return <Trouble error={error} again={again} />;
  if (state === "offline") {
    return (
      <Alert color="orange" icon={<IconCloudOff size={18} />}>
        {t("list.offline")}
      </Alert>
    );
  }
  return (
    <Stack gap={8} role="status" aria-label={t("list.loading")}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} h={32} />
      ))}
    </Stack>
  );
}
