// The one theme: colours, type and density of every screen, with contrast of WCAG 2.2 AA in light and dark.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** A deep sea green: calm beside tables, and far from the red and amber that carry meaning. */
const brand: MantineColorsTuple = [
  "#e8f6f5",
  "#d3ebe9",
  "#a6d8d3",
  "#76c3bc",
  "#4fb1a8",
  "#2f9b92",
  "#187a72",
  "#0d6f68",
  "#075c56",
  "#034a45",
];

const dark: MantineColorsTuple = [
  "#d5dbe1",
  "#b6bfc9",
  "#97a3b0",
  "#6f7d8c",
  "#46515d",
  "#333d48",
  "#27303a",
  "#1b232b",
  "#151b22",
  "#0f141a",
];

/**
 * Lists of choices scroll themselves: their field's keys move them. A part inside that scrolled would be one that
 * no key reaches, as far as anybody can tell from outside.
 */
const CHOICES = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 260, overflowY: "auto" } },
} as const;

export const theme = createTheme({
  primaryColor: "brand",
  primaryShade: { light: 7, dark: 6 },
  colors: { brand, dark },
  autoContrast: true,
  luminanceThreshold: 0.32,
  defaultRadius: "sm",
  fontFamily: 'Inter, "Noto Sans Bengali", "Segoe UI", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono", "DejaVu Sans Mono", Consolas, "Noto Sans Bengali", monospace',
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.25rem", lineHeight: "1.4" },
      h2: { fontSize: "1rem", lineHeight: "1.4" },
      h3: { fontSize: "0.875rem", lineHeight: "1.4" },
    },
  },
  focusRing: "auto",
  cursorType: "pointer",
  respectReducedMotion: true,
  // By name: the components themselves would all come with the first screen.
  components: {
    Autocomplete: CHOICES,
    MultiSelect: CHOICES,
    Select: CHOICES,
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    Badge: { defaultProps: { variant: "light", radius: "sm", tt: "none", fw: 600 } },
    Button: { defaultProps: { size: "sm" } },
    // The focus begins at an item, not at a nameless place before the first one.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 120 },
        closeButtonProps: { "aria-label": "Close" },
      },
      styles: { title: { fontWeight: 650, fontSize: "1rem" } },
    },
    Paper: { defaultProps: { withBorder: true, radius: "md" } },
    Table: { defaultProps: { verticalSpacing: 7, horizontalSpacing: "sm", fz: "sm" } },
    Tabs: { defaultProps: { keepMounted: false } },
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true } },
  },
});

/** The colours that carry meaning; their light variants need darker text than the library gives them. */
export const MEANING = ["brand", "blue", "green", "yellow", "orange", "red", "gray", "violet"] as const;

/** What Mantine's own tokens lack for AA contrast, and this product's surfaces. */
export const cssVariables: CSSVariablesResolver = (resolved) => {
  const light: Record<string, string> = {
    "--mantine-color-body": "#ffffff",
    "--page": "#f4f6f7",
    "--mantine-color-dimmed": "#55606b",
    "--mantine-color-placeholder": "#6a7580",
    "--mantine-color-error": "#b42318",
    "--mantine-color-anchor": "#075c56",
    "--surface": "#ffffff",
    "--surface-quiet": "#f0f3f5",
    "--surface-hover": "#eef4f4",
    "--line": "#dde3e8",
    "--shell": "#12312f",
    "--money-overdue": "#b42318",
    "--money-credit": "#0b6b3a",
    "--signal-warn": "#8a3200",
  };
  const darkOnes: Record<string, string> = {
    "--mantine-color-body": "#1a2129",
    "--page": "#11171d",
    "--mantine-color-default": "#202932",
    "--mantine-color-default-hover": "#27313b",
    "--mantine-color-default-border": "#3a4653",
    "--mantine-color-dimmed": "#9fabb8",
    "--mantine-color-placeholder": "#8b98a5",
    "--mantine-color-error": "#ff9a8f",
    "--mantine-color-anchor": "#76c3bc",
    "--surface": "#1a2129",
    "--surface-quiet": "#161d24",
    "--surface-hover": "#222c35",
    "--line": "#2d3742",
    "--shell": "#0c1f1e",
    "--money-overdue": "#ff9a8f",
    "--money-credit": "#7bd6a3",
    "--signal-warn": "#ffb878",
  };
  for (const color of MEANING) {
    const shades = resolved.colors[color];
    light[`--mantine-color-${color}-light-color`] = shades?.[9] ?? "";
    darkOnes[`--mantine-color-${color}-light-color`] = shades?.[2] ?? "";
  }
  // The library's darkest shades of these are too bright for text on their own tint, the more so under the pointer.
  light["--mantine-color-yellow-light-color"] = "#6b4700";
  light["--mantine-color-orange-light-color"] = "#8a3200";
  light["--mantine-color-red-light-color"] = "#9f1d1d";
  light["--mantine-color-blue-light-color"] = "#124f8a";
  light["--mantine-color-violet-light-color"] = "#4f31ab";
  // White on the library's own red is too faint, in either scheme.
  for (const tokens of [light, darkOnes]) {
    tokens["--mantine-color-red-filled"] = "#b42318";
    tokens["--mantine-color-red-filled-hover"] = "#93190f";
  }
  light["--mantine-color-gray-light-color"] = "#3f4a54";
  light["--mantine-color-green-light-color"] = "#14532d";
  return { variables: {}, light, dark: darkOnes };
};
