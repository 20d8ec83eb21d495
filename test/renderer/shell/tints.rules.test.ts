// Text on a colour's own tint, as on quiet buttons and badges: read at rest and under the pointer, in light and dark colours.
import { DEFAULT_THEME, defaultCssVariablesResolver, luminance, mergeMantineTheme } from "@mantine/core";
import { expect, test } from "vitest";
import { cssVariables, MEANING, theme } from "../../../renderer/kernel/theme/theme.ts";

const resolved = mergeMantineTheme(DEFAULT_THEME, theme);
const [library, own] = [defaultCssVariablesResolver(resolved), cssVariables(resolved)];

/** WCAG 2.2, 1.4.3: what text of usual size needs. */
const ENOUGH = 4.5;

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** A variable's colour; the library's may name another variable. */
function colour(scheme: "light" | "dark", name: string): string {
  const value = { ...library.variables, ...library[scheme], ...own[scheme] }[name] ?? "";
  const named = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return named ? colour(scheme, named) : value;
}

test.each(MEANING.flatMap((name) => [[name, "light"] as const, [name, "dark"] as const]))(
  "Text on %s's own tint is told from it in %s colours, under the pointer too",
  (name, scheme) => {
    const text = colour(scheme, `--mantine-color-${name}-light-color`);
    for (const tint of ["light", "light-hover"])
      expect(contrast(text, colour(scheme, `--mantine-color-${name}-${tint}`)), tint).toBeGreaterThan(ENOUGH);
  },
);
