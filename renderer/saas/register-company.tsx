// A company that is not here yet asks to be let in: open to anybody, before any sign-in.
import { Anchor, Button, Group, Paper, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { FIELD_CODES } from "../../shared/kernel/failure.ts";
import { onboardingBody, onboardingRequest } from "../../shared/saas/index.ts";
import { wholeAddress } from "../identity/session/whole-address.ts";
import { useCall } from "../kernel/connection/use-connection.ts";
import { desktopBridge, mayCall, offeredServer } from "../kernel/desktop-bridge.ts";
import { errorsOf, type FieldErrors } from "../kernel/form/form-values.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { fieldWords } from "../kernel/problem-words.ts";
import { failedWith } from "../kernel/replica/index.ts";
import { plainClient } from "../kernel/session/session-login.ts";
import { Trouble } from "../kernel/trouble.tsx";

const FIELDS = [
  { name: "org_name", autoComplete: "organization", required: true },
  { name: "contact_name", autoComplete: "name", required: false },
  { name: "contact_email", autoComplete: "email", required: true },
  { name: "phone", autoComplete: "tel", required: false },
  { name: "subdomain", autoComplete: "off", required: false },
] as const;

type Name = (typeof FIELDS)[number]["name"] | "notes";
type Typed = Partial<Record<Name, string>>;

/** What is sent: nothing of what was left empty. */
const bodyOf = (typed: Typed) =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => (text.trim() === "" ? [] : [[name, text.trim()]])),
  );

/** What the server said against fields. */
function refusedFields(error: unknown): FieldErrors {
  const said = failedWith(error, "PROBLEM") ? (error.problem?.errors ?? []) : [];
  return Object.fromEntries(
    said.flatMap(({ field, code }) => {
      const known = FIELD_CODES.find((mine) => mine === code);
      return known ? [[field, { code: known }]] : [];
    }),
  );
}

function Thanks({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useWords();
  return (
    <Paper p="xl" shadow="xs" role="status">
      <Title order={1} mb="xs">
        {t("register.thanks")}
      </Title>
      <Text mb="md">{t("register.thanks_text", { name })}</Text>
      <Button onClick={onClose} autoFocus>
        {t("register.back")}
      </Button>
    </Paper>
  );
}

export function RegisterCompany({ onClose }: { onClose: () => void }) {
  const t = useWords();
  const words = useResourceWords(onboardingRequest);
  const askServer = desktopBridge() !== null;
  const [server, setServer] = useState("");
  const [typed, setTyped] = useState<Typed>({});
  const [wrong, setWrong] = useState<FieldErrors>({});
  const [sent, setSent] = useState(false);
  useEffect(() => {
    void offeredServer().then(setServer);
  }, []);
  const sending = useCall(async (body: Record<string, string>) => {
    const address = wholeAddress(server);
    if (!(await mayCall(address))) return;
    try {
      await plainClient(address).rest("POST", "/api/v1/saas/onboarding-requests/", body);
      setSent(true);
    } catch (error) {
      const refused = refusedFields(error);
      setWrong(refused);
      if (Object.keys(refused).length === 0) throw error;
    }
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = bodyOf(typed);
    const problems = errorsOf(onboardingBody, body);
    setWrong(problems);
    const [first] = Object.keys(problems);
    if (first) document.getElementById(`register-${first}`)?.focus();
    else if (!sending.busy) void sending.run(body);
  };
  const set = (name: Name) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setTyped((known) => ({ ...known, [name]: value }));
    setWrong(({ [name]: _mended, ...others }) => others);
  };
  const errorOf = (name: Name) => {
    const problem = wrong[name];
    return problem ? fieldWords(problem, words.named(name), t) : undefined;
  };
  if (sent) return <Thanks name={typed.org_name?.trim() ?? ""} onClose={onClose} />;
  return (
    <Stack w={460} maw="100%" gap="md">
      <Paper p="xl" shadow="xs">
        <Title order={1}>{t("register.title")}</Title>
        <Text c="dimmed" fz="sm" mb="md">
          {t("register.text")}
        </Text>
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            {askServer ? (
              <TextInput
                label={t("sign_in.server")}
                value={server}
                onChange={(event) => setServer(event.currentTarget.value)}
              />
            ) : null}
            {FIELDS.map(({ name, ...field }, index) => (
              <TextInput
                key={name}
                {...field}
                id={`register-${name}`}
                withAsterisk={field.required}
                label={words.field(name)}
                description={name === "subdomain" ? t("register.subdomain_hint") : undefined}
                value={typed[name] ?? ""}
                error={errorOf(name)}
                onChange={set(name)}
                autoFocus={index === 0}
              />
            ))}
            <Textarea
              id="register-notes"
              label={words.field("notes")}
              description={t("register.notes_hint")}
              value={typed.notes ?? ""}
              error={errorOf("notes")}
              onChange={set("notes")}
              autosize
              minRows={2}
              maxRows={6}
            />
            <Trouble error={sending.error} />
            <Group justify="space-between" mt="xs">
              <Anchor component="button" type="button" fz="sm" onClick={onClose}>
                {t("register.back")}
              </Anchor>
              <Button type="submit" loading={sending.busy}>
                {t("register.send")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Stack>
  );
}
