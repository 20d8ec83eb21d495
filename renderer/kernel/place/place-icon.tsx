// A place's picture, with the number of what waits there; the same in the sidebar and in the bar of a phone.
import { Badge, Box } from "@mantine/core";
import { useWords } from "../i18n/index.ts";
import { useFormat } from "../use-format.ts";
import type { OfferedPlace } from "./places.ts";
import { useWaitingIn } from "./use-places.ts";

/** More is said as "99+": the place says how many. */
const MOST = 99;

export function PlaceIcon({ of, size }: { of: OfferedPlace; size: number }) {
  const format = useFormat();
  const waiting = useWaitingIn(of);
  const Icon = of.place.icon;
  return (
    <Box component="span" pos="relative" display="inline-flex" aria-hidden>
      <Icon size={size} stroke={1.7} />
      {waiting > 0 ? (
        <Badge
          component="span"
          size="xs"
          color="red"
          variant="filled"
          pos="absolute"
          top={-7}
          left={size - 9}
          px={4}
          miw="max-content"
          className="figures"
        >
          {waiting > MOST ? `${format.number(MOST)}+` : format.number(waiting)}
        </Badge>
      ) : null}
    </Box>
  );
}

/** A place's name, with the number for who hears it. */
export function PlaceName({ of }: { of: OfferedPlace }) {
  const t = useWords();
  const format = useFormat();
  const waiting = useWaitingIn(of);
  return (
    <>
      {t(of.label)}
      {waiting > 0 ? (
        <span className="visually-hidden">{t("nav.waiting", { n: format.number(waiting) })}</span>
      ) : null}
    </>
  );
}
