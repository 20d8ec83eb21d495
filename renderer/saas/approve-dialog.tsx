// Letting a company in: its short name and the plan that it tries; then its owner's password, shown this once.
import { Button, Group, NumberInput, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { approveOnboarding, onboardingRequest } from "../../shared/saas/index.ts";
import { useCall } from "../kernel/connection/use-connection.ts";
import { Dialog } from "../kernel/form/dialog.tsx";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { ShownOnce } from "../kernel/resource/form/shown-once.tsx";
import type { ActionDialogProps } from "../kernel/resource/operation/action.ts";
import { useOperate } from "../kernel/resource/operation/use-operate.ts";
import { ReferencePicker } from "../kernel/resource/reference-picker.tsx";
import { Trouble } from "../kernel/trouble.tsx";

const TRIAL_DAYS = 14;

interface Approved {
  admin: { username: string; one_time_password: string | null } | null;
}

export function ApproveDialog({ record, onClose }: ActionDialogProps) {
  const t = useWords();
  const words = useResourceWords(onboardingRequest);
  const { run } = useOperate();
  const [subdomain, setSubdomain] = useState(String(record.subdomain ?? ""));
  const [plan, setPlan] = useState(typeof record.package === "string" ? record.package : null);
  const [trial_days, setDays] = useState<number | string>(TRIAL_DAYS);
  const [made, setMade] = useState<Approved["admin"]>(null);
  const approving = useCall(async () => {
    const body = {
      ...(subdomain.trim() ? { subdomain: subdomain.trim() } : {}),
      package: plan,
      ...(plan && trial_days !== "" ? { trial_days: Number(trial_days) } : {}),
    };
    const { admin } = (await run(approveOnboarding, record.id, body)) as Approved;
    if (admin?.one_time_password) setMade(admin);
    else onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!approving.busy) void approving.run();
  };
  if (made) {
    const secrets = [
      { name: "username", value: made.username },
      { name: "one_time_password", value: made.one_time_password ?? "" },
    ];
    return <ShownOnce resource={onboardingRequest} secrets={secrets} onClose={onClose} />;
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="md"
      title={t("console.approve", { name: String(record.org_name) })}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={words.field("subdomain")}
            description={t("console.subdomain_hint")}
            value={subdomain}
            onChange={(event) => setSubdomain(event.currentTarget.value)}
            autoCapitalize="none"
            data-autofocus
          />
          <ReferencePicker
            label={words.field("package")}
            resource="saas_package"
            value={plan}
            onChange={setPlan}
            clearable
          />
          {plan ? (
            <NumberInput
              label={t("console.trial_days")}
              value={trial_days}
              onChange={setDays}
              min={1}
              max={365}
              allowDecimal={false}
            />
          ) : null}
          <Trouble error={approving.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={approving.busy}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" loading={approving.busy}>
              {words.operation("approve")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
