// Whether the window is as narrow as a phone held upright: what style sheets ask by `@media`, for what they can't say.
import { useMediaQuery } from "@mantine/hooks";

/** Below Mantine's xs, as in base.css. */
const NARROW = "(max-width: 35.99em)";

export function useNarrow(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
}
