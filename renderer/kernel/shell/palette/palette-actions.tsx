// What the search over everything offers beside the records that it finds: recent ones, what can be done, where to go.
import { Group, Kbd, Text } from "@mantine/core";
import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";
import { IconClockHour4, IconFileDescription, IconPlus, type TablerIcon } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { operationNamed, type PermissionCode, rightOf } from "../../../../shared/kernel/registry.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { type Key, resourceWords, useWords } from "../../i18n/index.ts";
import { type PageAction, verbsHere } from "../../page-actions/page-actions.ts";
import { numberFields } from "../../replica/on-disk/number-fields.ts";
import { useReplica } from "../../replica-hooks.ts";
import { titleOf } from "../../resource/fields.ts";
import { permitted, type Screen, screenName } from "../../screen/screens.ts";
import { useSession } from "../../session/session-store.ts";
import { hasNumber, looksLikeNumber, wholeNumbers } from "./document-number.ts";
import { useRecents } from "./recents.ts";
import { type Question, useFromDisk } from "./use-from-disk.ts";

/** An act that has no screen. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: Key;
  readonly icon: TablerIcon;
  readonly permission?: PermissionCode;
  /** The key that does it from anywhere. */
  readonly key?: string;
  /** What it does; or: the verb of a found record's page, which is asked for first. */
  readonly run: (() => void) | { readonly verb: string };
}

interface Offered {
  readonly id: string;
  readonly label: string;
  readonly icon?: TablerIcon | undefined;
  readonly key?: string | undefined;
  /** What it is, beside its name. */
  readonly of?: string;
  readonly onClick: () => void;
  /** The search stays open: it asks for more. */
  readonly stays?: boolean;
}

function row({ id, label, icon: Icon, key, of, onClick, stays }: Offered): SpotlightActionData {
  return {
    id,
    label,
    onClick,
    ...(stays ? { closeSpotlightOnTrigger: false } : {}),
    children: (
      <Group wrap="nowrap" w="100%" gap="sm">
        {Icon ? <Icon size={18} aria-hidden /> : null}
        <Text fz="sm" flex={1} className="cut">
          {label}
        </Text>
        {of ? (
          <Text fz="xs" c="dimmed">
            {of}
          </Text>
        ) : null}
        {key ? <Kbd size="xs">{key}</Kbd> : null}
      </Group>
    ),
  };
}

/** How many documents of one kind are offered for a number. */
const OF_A_KIND = 3;

interface Everything {
  screens: readonly Screen[];
  entries: readonly PaletteEntry[];
  query: string;
  /** Asks for the record whose page does the verb. */
  onAsk: (entry: PaletteEntry) => void;
}

/** The pages of records here: opened last while nothing is typed, else those whose number was typed. */
function useRecords({ screens, query }: Everything): SpotlightActionGroupData {
  const t = useWords();
  const navigate = useNavigate();
  const { records } = useReplica();
  const recents = useRecents((state) => state.recents);
  const pages = new Map(
    screens.flatMap(({ path, shows }) => (shows ? [[path.replace("/:id", ""), shows] as const] : [])),
  );
  const offer = (path: string, resource: Resource, record: { readonly id: string }, icon: TablerIcon) =>
    row({
      id: `${path}/${record.id}`,
      label: titleOf(resource, record),
      icon,
      of: resourceWords(resource, t.language).one,
      onClick: () => navigate(`/${path}/${record.id}`),
    });
  const typed = query.trim();
  const numbered = looksLikeNumber(typed)
    ? [...pages].flatMap(([path, resource]) => {
        const fields = resource.replica ? numberFields(resource) : [];
        return fields.length > 0 ? [{ path, resource, fields }] : [];
      })
    : [];
  // Records on disk are read by their whole number or id, never by a scan.
  const questions: Question[] =
    typed === ""
      ? recents.flatMap(({ path, id }) => {
          const resource = pages.get(path);
          return resource?.replica_on_disk ? [{ collection: resource.collection, selector: { id } }] : [];
        })
      : numbered.flatMap(({ resource: { collection, replica_on_disk }, fields }) =>
          replica_on_disk
            ? fields.map((name) => ({ collection, selector: { [name]: { $in: wholeNumbers(typed) } } }))
            : [],
        );
  const onDisk = useFromDisk(questions, OF_A_KIND);
  if (typed === "")
    return {
      group: t("finder.recent"),
      actions: recents.flatMap(({ path, id }) => {
        const resource = pages.get(path);
        if (!resource?.replica) return [];
        const { collection } = resource;
        const record = records.peek(collection, id) ?? onDisk(collection).find((one) => one.id === id);
        return record ? [offer(path, resource, record, IconClockHour4)] : [];
      }),
    };
  const found = numbered.flatMap(({ path, resource, fields }) => {
    const { collection, replica_on_disk } = resource;
    const matches = replica_on_disk
      ? onDisk(collection).slice(0, OF_A_KIND)
      : records.some(collection, hasNumber(fields, typed), OF_A_KIND);
    return matches.map((record) => offer(path, resource, record, IconFileDescription));
  });
  return { group: t("finder.numbers"), actions: found };
}

/** What can be done: on the open page first, then from anywhere. */
function useDoings({ screens, entries, onAsk }: Everything): Offered[] {
  const t = useWords();
  const navigate = useNavigate();
  const can = useSession((session) => session.can);
  const here = verbsHere().map(
    ({ id, label, icon, key, run }: PageAction): Offered => ({
      id: `here-${id}`,
      label,
      icon,
      key,
      onClick: run,
    }),
  );
  const making = screens.flatMap(({ path, adds }): Offered[] => {
    const create = adds && operationNamed(`${adds.name}.create`);
    const right = create && rightOf(create);
    if (!adds || !create || (right && !can(right))) return [];
    const label = resourceWords(adds, t.language).operation("create");
    return [{ id: `new-${adds.name}`, label, icon: IconPlus, onClick: () => navigate(`/${path}?new=1`) }];
  });
  const known = entries
    .filter(({ permission }) => permission === undefined || can(permission))
    .map((entry): Offered => {
      const { id, icon, key, run } = entry;
      const asks = typeof run !== "function";
      return { id, label: t(entry.label), icon, key, stays: asks, onClick: asks ? () => onAsk(entry) : run };
    });
  return [...here, ...known, ...making].filter(
    ({ label }, at, all) => all.findIndex((other) => other.label === label) === at,
  );
}

/**
 * Everything but the found people, in groups; without words typed only what is of use then: recent records and the verbs of
 * the open page come before the rest.
 */
export function useEverything(given: Everything): SpotlightActionGroupData[] {
  const t = useWords();
  const navigate = useNavigate();
  const can = useSession((session) => session.can);
  const screens = permitted(given.screens, can);
  const typed = given.query.trim().toLowerCase();
  const matches = ({ label }: { label?: string }) => (label ?? "").toLowerCase().includes(typed);
  const places = screens.flatMap(({ path, nav }): Offered[] => {
    if (!nav) return [];
    const label = screenName(nav.label, t);
    return [{ id: path, label, icon: nav.icon, key: nav.key, onClick: () => void navigate(`/${path}`) }];
  });
  return [
    useRecords({ ...given, screens }),
    {
      group: t("finder.doings"),
      actions: useDoings({ ...given, screens })
        .filter(matches)
        .map(row),
    },
    { group: t("finder.actions"), actions: places.filter(matches).map(row) },
  ];
}
