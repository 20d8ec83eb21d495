// Signing in at the server: address (remembered), company, username, password.
import { Alert, Button, NativeSelect, PasswordInput, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { isPlainHttp } from "../../../shared/kernel/desktop/server-address.ts";
import { partOf } from "../../kernel/connection/load-part.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { allowsPlainHttp, desktopBridge, mayCall, offeredServer } from "../../kernel/desktop-bridge.ts";
import { CodeField } from "../../kernel/form/code-field.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { failedWith } from "../../kernel/replica/index.ts";
import { asksForCode, type Credentials, isPlatformAccount } from "../../kernel/session/session-login.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { Trouble } from "../../kernel/trouble.tsx";
import type { Platform } from "../first-day/platform.ts";
import { remember, rememberedTenant } from "./remembered.ts";
import { wholeAddress } from "./whole-address.ts";

interface TenantChoice {
  readonly subdomain: string;
  readonly name: string;
}

/** The companies to choose from, where the server asked which one is meant. */
function tenantChoices(error: unknown): readonly TenantChoice[] {
  const tenants = failedWith(error, "PROBLEM") ? error.problem?.tenants : undefined;
  return Array.isArray(tenants) ? (tenants as TenantChoice[]) : [];
}

/** @param onPlatform told when it is a super administrator who signed in: the same page is everybody's door. */
export function NewSession({ onPlatform }: { onPlatform: (platform: Platform) => void }) {
  const t = useWords();
  const signIn = useSession((session) => session.signIn);
  const [server, setServer] = useState("");
  const askServer = desktopBridge() !== null;
  const [allowsHttp, setAllowsHttp] = useState(true);
  const [tenant, setTenant] = useState(rememberedTenant);
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [otp, setOtp] = useState("");
  const entering = useCall(async (input: Credentials) => {
    if (!(await mayCall(input.server))) return;
    try {
      await signIn(input);
    } catch (error) {
      if (!isPlatformAccount(error)) throw error;
      const { enterPlatform } = await partOf(import("../first-day/platform.ts"));
      return onPlatform(await enterPlatform(input));
    }
    await remember(input.server, input.tenant);
  });
  const choices = tenantChoices(entering.error);

  useEffect(() => {
    void offeredServer().then(setServer);
    void allowsPlainHttp().then(setAllowsHttp);
  }, []);

  const isOpenLine = isPlainHttp(wholeAddress(server));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isOpenLine && !allowsHttp) return;
    const address = wholeAddress(server);
    await entering.run({
      server: address,
      tenant: tenant.trim(),
      username: username.trim(),
      password,
      ...(otp ? { otp } : {}),
    });
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {askServer ? (
          <TextInput
            label={t("sign_in.server")}
            description={t("sign_in.server_hint")}
            placeholder="https://isp.example"
            value={server}
            onChange={(event) => setServer(event.currentTarget.value)}
            required
            withAsterisk={false}
          />
        ) : null}
        {isOpenLine ? (
          <Alert color="red" role="alert">
            {t(allowsHttp ? "sign_in.plain_http" : "sign_in.plain_http_refused")}
          </Alert>
        ) : null}
        {choices.length > 0 ? (
          <NativeSelect
            label={t("sign_in.tenant")}
            value={tenant}
            onChange={(event) => setTenant(event.currentTarget.value)}
            data={[
              { value: "", label: "—" },
              ...choices.map(({ subdomain, name }) => ({ value: subdomain, label: name })),
            ]}
          />
        ) : (
          <TextInput
            label={t("sign_in.tenant")}
            value={tenant}
            onChange={(event) => setTenant(event.currentTarget.value)}
            autoFocus={tenant === ""}
            autoCapitalize="none"
            autoComplete="organization"
          />
        )}
        <TextInput
          label={t("sign_in.username")}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          autoFocus={tenant !== ""}
          autoCapitalize="none"
          autoComplete="username"
          required
          withAsterisk={false}
        />
        <PasswordInput
          label={t("sign_in.password")}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <CodeField asked={asksForCode(entering.error)} value={otp} onChange={setOtp} />
        <Trouble error={entering.error} />
        <Button type="submit" fullWidth size="md" mt="xs" loading={entering.busy}>
          {t("sign_in.enter")}
        </Button>
      </Stack>
    </form>
  );
}
