// The accounts of this computer: pick one, give its password; no line is needed.
import { Avatar, Badge, Box, Button, PasswordInput, Stack, Text, UnstyledButton } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { CodeField } from "../../kernel/form/code-field.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { failedWith, type KnownAccount } from "../../kernel/replica/index.ts";
import { asksForCode } from "../../kernel/session/session-login.ts";
import { Trouble } from "../../kernel/trouble.tsx";
import { enterKnown } from "./enter.ts";
import classes from "./sign-in.module.css";

const SHOWN = 4;

export function KnownAccounts({ accounts }: { accounts: readonly KnownAccount[] }) {
  const t = useWords();
  const [picked, setPicked] = useState(accounts[0]?.id);
  const [password, setPassword] = useState("");
  const [otp, setOtp] = useState("");
  const account = accounts.find(({ id }) => id === picked) ?? accounts[0];
  const entering = useCall(async (known: KnownAccount) => {
    try {
      await enterKnown(known, password, otp);
    } catch (error) {
      // The password was right: it goes again with the code.
      if (!asksForCode(error)) setPassword("");
      throw error;
    }
  });
  if (!account) return null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await entering.run(account);
  };
  const tries = failedWith(entering.error, "WRONG_PASSWORD") ? entering.error.details.tries_left : undefined;
  // Company and username are not on screen: only the password can be wrong.
  const wrongPassword =
    failedWith(entering.error, "WRONG_PASSWORD") ||
    (failedWith(entering.error, "UNAUTHENTICATED") && entering.error.problem?.code === "INVALID_CREDENTIALS");
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Stack gap={6} role="radiogroup" aria-label={t("sign_in.account")}>
          {accounts.slice(0, SHOWN).map((known) => (
            <UnstyledButton
              key={known.id}
              role="radio"
              aria-checked={known.id === account.id}
              className={classes.account}
              onClick={() => setPicked(known.id)}
            >
              <Avatar color="brand" radius="xl" size={34}>
                {[...(known.full_name || known.username)][0]?.toUpperCase()}
              </Avatar>
              <Box miw={0} flex={1}>
                <Text fw={600} fz="sm" className="cut">
                  {known.full_name || known.username}
                </Text>
                <Text fz="xs" c="dimmed" className="cut">
                  {known.username} · {known.tenant_name}
                </Text>
              </Box>
              {known.waiting > 0 ? (
                <Badge color="orange" flex="none">
                  {t("line.waiting", { count: known.waiting })}
                </Badge>
              ) : null}
            </UnstyledButton>
          ))}
        </Stack>
        <PasswordInput
          label={t("sign_in.password")}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          autoFocus
          required
          withAsterisk={false}
        />
        <CodeField asked={asksForCode(entering.error)} value={otp} onChange={setOtp} />
        {wrongPassword ? (
          <Text fz="sm" c="var(--money-overdue)" role="alert">
            {t("sign_in.wrong_password")}
          </Text>
        ) : (
          <Trouble error={entering.error} />
        )}
        {tries !== undefined && tries > 0 ? (
          <Text fz="sm" c="dimmed">
            {t("sign_in.tries_left", { count: tries })}
          </Text>
        ) : null}
        <Button type="submit" fullWidth size="md" loading={entering.busy} disabled={password === ""}>
          {t("sign_in.enter")}
        </Button>
        <Text fz="xs" c="dimmed" ta="center">
          {t("sign_in.forgot")}
        </Text>
        <Text fz="xs" c="dimmed" ta="center">
          {t("sign_in.offline_hint")}
        </Text>
      </Stack>
    </form>
  );
}
