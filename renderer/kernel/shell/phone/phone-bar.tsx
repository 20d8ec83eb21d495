// The bar below a phone's screen, where the thumb is: the role's few places, the search, and everything else behind "More".
import { Drawer, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { useWords } from "../../i18n/index.ts";
import { PlaceIcon, PlaceName } from "../../place/place-icon.tsx";
import { OwnPlaces, usePlaceHere } from "../../place/use-places.ts";
import { Navigation } from "../navigation.tsx";
import { openPalette } from "../palette/open-palette.ts";
import { LanguageToggle, ThemeToggle } from "../toggles.tsx";
import classes from "./phone-bar.module.css";

/** So many places fit beside the search and "More". */
const IN_HAND = 3;

function Face({ icon, label }: { icon: ReactNode; label: ReactNode }) {
  return (
    <>
      {icon}
      <Text span fz={11} lh={1.2} className="cut" maw="100%">
        {label}
      </Text>
    </>
  );
}

export function PhoneBar() {
  const t = useWords();
  const places = useContext(OwnPlaces);
  const here = usePlaceHere();
  const { pathname } = useLocation();
  const [more, setMore] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setMore(false), [pathname]);
  return (
    <>
      <nav className={classes.bar} aria-label={t("shell.places")}>
        {places.slice(0, IN_HAND).map((one) => (
          <Link
            key={one.place.id}
            to={`/${one.path}`}
            className={classes.place}
            aria-current={one === here ? "page" : undefined}
          >
            <Face icon={<PlaceIcon of={one} size={22} />} label={<PlaceName of={one} />} />
          </Link>
        ))}
        <UnstyledButton className={classes.place} onClick={openPalette}>
          <Face icon={<IconSearch size={22} stroke={1.7} aria-hidden />} label={t("shell.find")} />
        </UnstyledButton>
        <UnstyledButton
          className={classes.place}
          onClick={() => setMore(true)}
          aria-expanded={more}
          aria-haspopup="dialog"
        >
          <Face icon={<IconMenu2 size={22} stroke={1.7} aria-hidden />} label={t("shell.more")} />
        </UnstyledButton>
      </nav>
      <Drawer
        opened={more}
        onClose={() => setMore(false)}
        position="bottom"
        size="85dvh"
        title={t("shell.more")}
        closeButtonProps={{ "aria-label": t("action.close") }}
        classNames={{ content: classes.sheet }}
      >
        <Stack gap="xs">
          <Group gap="xs">
            <ThemeToggle />
            <LanguageToggle />
          </Group>
          <nav aria-label={t("shell.navigation")}>
            <Navigation in_words />
          </nav>
        </Stack>
      </Drawer>
    </>
  );
}
