// Dark or light, Bengali or English: one press each.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconLanguage, IconMoon, IconSun } from "@tabler/icons-react";
import { changeLanguage, useLanguage, useWords } from "../i18n/index.ts";

export function ThemeToggle() {
  const t = useWords();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme("light") === "dark";
  const label = t(dark ? "theme.light" : "theme.dark");
  return (
    <ActionIcon
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(dark ? "light" : "dark")}
    >
      {dark ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  );
}

export function LanguageToggle() {
  const t = useWords();
  const other = useLanguage() === "bn" ? "en" : "bn";
  const label = t("language.switch");
  return (
    <ActionIcon size="lg" aria-label={label} title={label} lang={other} onClick={() => changeLanguage(other)}>
      <IconLanguage size={19} />
    </ActionIcon>
  );
}
