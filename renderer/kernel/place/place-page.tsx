// The page of a place with more tabs than a row holds: all of them under headings, and a search among them.
import { Anchor, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useContext, useState } from "react";
import { Link } from "react-router";
import { useWords } from "../i18n/index.ts";
import { Nothing, Page } from "../screen/parts.tsx";
import { type Screen, screenName } from "../screen/screens.ts";
import { OwnPlaces } from "./use-places.ts";

function Row({ screen: { path, nav } }: { screen: Screen }) {
  const t = useWords();
  if (!nav) return null;
  const Icon = nav.icon;
  return (
    <Anchor component={Link} to={`/${path}`} c="inherit" underline="hover">
      <Group gap="xs" wrap="nowrap" mih={32}>
        <Icon size={18} stroke={1.7} aria-hidden />
        <Text span inherit>
          {screenName(nav.label, t)}
        </Text>
      </Group>
    </Anchor>
  );
}

/** @param id the place's */
export function PlacePage({ id }: { id: string }) {
  const t = useWords();
  const place = useContext(OwnPlaces).find((one) => one.place.id === id);
  const [typed, setTyped] = useState("");
  if (!place) return null;
  const wanted = typed.trim().toLowerCase();
  const isFound = ({ nav }: Screen) => nav && screenName(nav.label, t).toLowerCase().includes(wanted);
  const parts = place.parts.flatMap(({ label, tabs }) => {
    const found = tabs.filter(isFound);
    return found.length > 0 ? [{ label, tabs: found }] : [];
  });
  return (
    <Page title={t(place.label)}>
      <TextInput
        data-autofocus
        data-search
        maw={360}
        leftSection={<IconSearch size={16} aria-hidden />}
        aria-label={t("nav.search_in", { place: t(place.label) })}
        placeholder={t("nav.search_in", { place: t(place.label) })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {parts.length === 0 ? <Nothing icon={IconSearch} title={t("finder.nothing")} /> : null}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {parts.map(({ label, tabs }) => (
          <Paper key={label} p="md" component="section" aria-label={t(label)}>
            <Title order={2} fz="md" mb="xs">
              {t(label)}
            </Title>
            <Stack gap={2}>
              {tabs.map((screen) => (
                <Row key={screen.path} screen={screen} />
              ))}
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
    </Page>
  );
}
