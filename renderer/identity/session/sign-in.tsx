// Who sits here: a known account with its password alone, or a new one at the server.
import { Anchor, Box, Center, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { useWords } from "../../kernel/i18n/index.ts";
import { lazily, Opening } from "../../kernel/screen/lazily.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { LanguageToggle } from "../../kernel/shell/toggles.tsx";
import type { Platform } from "../first-day/platform.ts";
import { KnownAccounts } from "./known-accounts.tsx";
import { NewSession } from "./new-session.tsx";
import { SessionNotice } from "./session-notice.tsx";
import classes from "./sign-in.module.css";

const PlatformHome = lazily(() => import("../first-day/platform-home.tsx"), "PlatformHome");

interface SignInProps {
  /** Where a company that is not here yet asks to be let in. */
  register: ComponentType<{ onClose: () => void }>;
}

export function SignIn({ register: Register }: SignInProps) {
  const t = useWords();
  const accounts = useSession((session) => session.accounts);
  const [other, setOther] = useState(false);
  const [platform, setPlatform] = useState<Platform | null>(null);
  const [registering, setRegistering] = useState(false);
  const known = accounts.length > 0 && !other;
  return (
    <div className={classes.page}>
      <aside className={classes.side}>
        <Box>
          <Group gap={10} mb="xl">
            <svg viewBox="0 0 24 24" width="30" height="30" aria-hidden="true">
              <path d="M4 19V5M4 19h9a5 5 0 0 0 5-5V9" fill="none" stroke="currentColor" strokeWidth="2.4" />
              <circle cx="18" cy="6" r="2.4" fill="currentColor" />
            </svg>
            <Text fz={22} fw={650} c="inherit">
              Lastmile
            </Text>
          </Group>
          <Text fz={26} lh={1.35} fw={500} c="inherit" maw={380}>
            {t("sign_in.claim")}
          </Text>
        </Box>
        <Text fz="sm" className={classes.promise}>
          {t("sign_in.promise")}
        </Text>
      </aside>
      <Center component="main" p="xl" pos="relative">
        <Box pos="absolute" top={16} right={16}>
          <LanguageToggle />
        </Box>
        {platform ? (
          <Opening>
            <PlatformHome platform={platform} onLeave={() => setPlatform(null)} />
          </Opening>
        ) : registering ? (
          <Opening>
            <Register onClose={() => setRegistering(false)} />
          </Opening>
        ) : (
          <Stack w={380} maw="100%" gap="md">
            <SessionNotice />
            <Paper p="xl" shadow="xs">
              <Title order={1} mb="md">
                {t(known ? "sign_in.unlock" : "sign_in.title")}
              </Title>
              {known ? <KnownAccounts accounts={accounts} /> : <NewSession onPlatform={setPlatform} />}
            </Paper>
            {accounts.length > 0 ? (
              <Anchor component="button" type="button" fz="sm" ta="center" onClick={() => setOther(!other)}>
                {t(known ? "sign_in.other" : "sign_in.back_to_known")}
              </Anchor>
            ) : null}
            {known ? null : (
              <Anchor
                component="button"
                type="button"
                fz="sm"
                ta="center"
                onClick={() => setRegistering(true)}
              >
                {t("sign_in.register")}
              </Anchor>
            )}
          </Stack>
        )}
      </Center>
    </div>
  );
}
