// Icons of screens and of their buttons: some hundred drawings, of which the first screen shows none.
import type { TablerIcon } from "@tabler/icons-react";
import { forwardRef } from "react";
import type * as icons from "./icons.ts";

let here: typeof icons | null = null;

/** Loads the icons: before whatever is shown behind the first screen. */
export async function loadIcons(): Promise<void> {
  here = await import("./icons.ts");
}

/** An icon by its name. While the icons are not here it is an empty square of its size. */
export function laterIcon(name: keyof typeof icons): TablerIcon {
  return forwardRef(function LaterIcon({ size = 24, ...props }, ref) {
    const Icon = here?.[name];
    return Icon ? (
      <Icon ref={ref} size={size} {...props} />
    ) : (
      <svg ref={ref} width={size} height={size} aria-hidden />
    );
  });
}
