// The dialog that closes a month, the last full one as it opens; it says where the settings have nothing to close.
import { Alert, Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import { closing } from "../../../shared/billing/index.ts";
import { monthOf } from "../../../shared/kernel/day.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { RecordDialog } from "../../kernel/resource/form/record-dialog.tsx";
import type { FormProps } from "../../kernel/resource/resource-options.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { lastMonth } from "../statements/use-days.ts";

export function CloseMonth(props: FormProps) {
  const t = useWords();
  const { today } = useFormat();
  const settings = useRows("settings", { limit: 1 })?.[0];
  return (
    <RecordDialog
      resource={closing}
      defaults={{ month: monthOf(lastMonth(today()).to) }}
      // The server goes on while nobody waits: there may be many customers.
      without={["async"]}
      {...props}
    >
      {settings?.earn_prepaid === false ? (
        <Alert color="orange" title={t("closing.off")}>
          {t("closing.off_hint")}{" "}
          <Anchor component={Link} to="/settings" fz="sm">
            {t("closing.settings")}
          </Anchor>
        </Alert>
      ) : (
        <Text fz="sm">{t("closing.will")}</Text>
      )}
    </RecordDialog>
  );
}
