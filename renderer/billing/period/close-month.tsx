// The dialog that closes a month, the last full one as it opens; it says where the settings have nothing to close.
import { Alert, Anchor, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Link } from "react-router";
import { closing, createClosing } from "../../../shared/billing/index.ts";
import { monthOf } from "../../../shared/kernel/day.ts";
import { FormDialog } from "../../kernel/form/form-dialog.tsx";
import { inputShape } from "../../kernel/form/form-shape.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { ResourceForm } from "../../kernel/resource/form/resource-form.tsx";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import type { FormProps } from "../../kernel/resource/resource-options.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { lastMonth } from "../statements/use-days.ts";

/** The server goes on while nobody waits: there may be many customers. */
const SHAPE = inputShape(createClosing.input, ["async"]);

export function CloseMonth({ onClose }: FormProps) {
  const t = useWords();
  const words = useResourceWords(closing);
  const format = useFormat();
  const { run, ready } = useOperate();
  const off = useRows("settings", { limit: 1 })?.[0]?.earn_prepaid === false;
  return (
    <FormDialog opened onClose={onClose} title={words.operation("create")} size={560}>
      <ResourceForm
        resource={closing}
        shape={SHAPE}
        groups={[{ fields: ["month"] }]}
        record={null}
        defaults={{ month: monthOf(lastMonth(format.today()).to) }}
        submitLabel={words.operation("create")}
        blocked={off || !ready(createClosing)}
        onSubmit={async (body) => {
          await run(createClosing, "", body);
          const month = format.month(String(body.month));
          notifications.show({ color: "green", message: t("closing.begun", { month }) });
          onClose();
        }}
      >
        {off ? (
          <Alert color="orange" title={t("closing.off")}>
            {t("closing.off_hint")}{" "}
            <Anchor component={Link} to="/settings" fz="sm">
              {t("closing.settings")}
            </Anchor>
          </Alert>
        ) : (
          <Text fz="sm">{t("closing.will")}</Text>
        )}
      </ResourceForm>
    </FormDialog>
  );
}
