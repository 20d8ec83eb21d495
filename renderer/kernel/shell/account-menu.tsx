// The signed-in person: keys, security, lock, sign out, sign out and wipe.
import { Avatar, Menu, Text, UnstyledButton } from "@mantine/core";
import {
  IconClockCheck,
  IconKeyboard,
  IconLock,
  IconLogout,
  IconSchool,
  IconShieldLock,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { titleInWords, useWords } from "../i18n/index.ts";
import { beginPractice } from "../practice/practice.ts";
import { usePractice } from "../practice/practising.ts";
import { useMayOpen } from "../resource/pages.ts";
import { useSession } from "../session/session-store.ts";
import { sayWhatStays } from "./phone/waiting-words.ts";
import classes from "./shell.module.css";
import { openShortcuts } from "./shortcuts.tsx";
import { WipeDialog } from "./wipe-dialog.tsx";

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .slice(0, 2)
    .join("");

export function AccountMenu() {
  const t = useWords();
  const user = useSession((session) => session.identity?.user);
  const role = useSession((session) => session.identity?.membership.role?.name);
  const lock = useSession((session) => session.lock);
  const signOut = useSession((session) => session.signOut);
  const [wiping, setWiping] = useState(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const attends = useMayOpen("my-work");
  const practising = usePractice(({ replica }) => replica !== null);
  const leave = () => {
    sayWhatStays(t);
    void signOut();
  };
  const name = user?.full_name || user?.username || "";
  return (
    <>
      <Menu position="bottom-end" width={240} shadow="md">
        <Menu.Target>
          <UnstyledButton
            className={classes.account}
            aria-label={`${initials(name)}, ${t("account.menu", { name })}`}
          >
            <Avatar size={32} radius="xl" color="brand" variant="filled">
              {initials(name)}
            </Avatar>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text span display="block" fz="sm" fw={600} c="var(--mantine-color-text)">
              {name}
            </Text>
            <Text span display="block" fz="xs" c="dimmed">
              {role && titleInWords("role", role)}
            </Text>
          </Menu.Label>
          <Menu.Divider />
          <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openShortcuts} rightSection="?">
            {t("shortcuts.title")}
          </Menu.Item>
          {attends ? (
            <Menu.Item leftSection={<IconClockCheck size={16} />} onClick={() => void navigate("/my-work")}>
              {t("nav.my_work")}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconShieldLock size={16} />} onClick={() => void navigate("/security")}>
            {t("account.security")}
          </Menu.Item>
          {practising ? null : (
            <Menu.Item leftSection={<IconSchool size={16} />} onClick={() => void beginPractice(pathname)}>
              {t("practice.begin")}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLock size={16} />} onClick={() => void lock()}>
            {t("account.lock")}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={leave}>
            {t("account.sign_out")}
          </Menu.Item>
          {practising ? null : (
            <>
              <Menu.Divider />
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} />}
                onClick={() => setWiping(true)}
              >
                {t("account.wipe")}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <WipeDialog opened={wiping} onClose={() => setWiping(false)} />
    </>
  );
}
