// What the open page is for, and what its words mean: above and below its keys on the page under `?`.
import { Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useContext } from "react";
import { matchPath, useLocation } from "react-router";
import { textIn } from "../../shared/kernel/formatting/language.ts";
import { useLanguage, useWords } from "../kernel/i18n/index.ts";
import { Pages } from "../kernel/resource/pages.ts";
import type { Screen } from "../kernel/screen/screens.ts";
import { helpOf } from "./help.ts";
import { TERMS } from "./terms.ts";

/** The screen of an address: "shifts/mine" is no record of the shifts. */
const screenAt = (screens: readonly Screen[], pathname: string): string | undefined =>
  (
    screens.find(({ path }) => `/${path}` === pathname) ??
    screens.find(({ path }) => matchPath(`/${path}`, pathname))
  )?.path;

/** @param children the page's keys, which stand between. */
export function AboutScreen({ children }: { children: ReactNode }) {
  const t = useWords();
  const language = useLanguage();
  const { pathname } = useLocation();
  const path = screenAt(useContext(Pages), pathname);
  const help = path === undefined ? undefined : helpOf(path);
  return (
    <Stack gap="lg">
      {help ? <Text fz="md">{textIn(language, help.about)}</Text> : null}
      {children}
      {help && help.terms.length > 0 ? (
        <Stack gap={10} component="section" aria-label={t("help.words")}>
          <Title order={3} fz="sm">
            {t("help.words")}
          </Title>
          <dl style={{ margin: 0, display: "grid", gap: 8 }}>
            {help.terms.map((id) => (
              <div key={id}>
                <Text component="dt" fz="sm" fw={600}>
                  {textIn(language, TERMS[id][0])}
                </Text>
                <Text component="dd" fz="sm" m={0}>
                  {textIn(language, TERMS[id][1])}
                </Text>
              </div>
            ))}
          </dl>
        </Stack>
      ) : null}
    </Stack>
  );
}
