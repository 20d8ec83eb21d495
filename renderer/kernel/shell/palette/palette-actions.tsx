// What the search over everything offers beside the records that it finds: recent ones, what can be done, where to go.
import { Group, Kbd, Text } from "@mantine/core";
import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";
import {
  IconClockHour4,
  IconFileDescription,
  IconHelp,
  IconPlus,
  type TablerIcon,
} from "@tabler/icons-react";
import { useNavigate } from "react-router";
import type { Pair } from "../../../../shared/kernel/formatting/language.ts";
import {
  operationNamed,
  type PermissionCode,
  resourceNamed,
  rightOf,
} from "../../../../shared/kernel/registry.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { fieldsOf } from "../../../../shared/kernel/resource.ts";
import { type Key, resourceWords, useWords } from "../../i18n/index.ts";
import { type PageAction, verbsHere } from "../../page-actions/page-actions.ts";
import { numberFields } from "../../replica/on-disk/number-fields.ts";
import { useReplica } from "../../replica-hooks.ts";
import { titleOf } from "../../resource/fields.ts";
import { permitted, type Screen, screenName } from "../../screen/screens.ts";
import { useSession } from "../../session/session-store.ts";
import { hasNumber, looksLikeNumber, wholeNumbers } from "./document-number.ts";
import { holdsWords, isWordOf, looksLikeAddress, screenFit } from "./matching.ts";
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

/** A word that is explained on screens. */
export interface ExplainedWord {
  readonly id: string;
  readonly term: string;
  readonly text: string;
  /** The addresses of the screens that it is on. */
  readonly paths: readonly string[];
}

interface Everything {
  screens: readonly Screen[];
  /** What people call a screen beside its name, by its address. */
  also: Readonly<Record<string, Pair>>;
  entries: readonly PaletteEntry[];
  words: readonly ExplainedWord[];
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

/** Letters of a name before records are looked through for it. */
const OF_A_NAME = 2;
/** And letters of a word before its meaning is offered. */
const OF_A_WORD = 3;

/** What a resource's records are found by; null where they are too many to be looked through, or nobody knows them by a name. */
function foundBy(resource: Resource, typed: string): readonly string[] | null {
  if (!resource.replica || resource.replica_on_disk) return null;
  const serials = fieldsOf(resource).flatMap(([name]) => (/^serial_numbers$/.test(name) ? [name] : []));
  // Sessions are as many as customers: by their address alone.
  if (resource.large)
    return looksLikeAddress(typed) && "ip_address" in resource.fields ? ["ip_address"] : null;
  const fields = [...resource.search, ...serials];
  return fields.length > 0 ? fields : null;
}

/** Records of every kind but customers, by their names: staff, items of the store, routers, sessions, serial numbers. */
function useNamed({ screens, query }: Everything): SpotlightActionGroupData {
  const t = useWords();
  const navigate = useNavigate();
  const { records } = useReplica();
  const typed = query.trim();
  const pages = screens.flatMap(({ path, shows }) =>
    shows ? [{ path: path.replace("/:id", ""), resource: shows }] : [],
  );
  const nameOf = (reference: string, id: string) => {
    const named = resourceNamed(reference);
    const record = named?.replica ? records.peek(named.collection, id) : null;
    return named && record ? titleOf(named, record) : undefined;
  };
  const found =
    typed.length < OF_A_NAME
      ? []
      : pages.flatMap(({ path, resource }) => {
          const fields = foundBy(resource, typed);
          if (fields === null || numberFound(resource, typed)) return [];
          const matches = records.some(resource.collection, holdsWords(fields, typed), OF_A_KIND);
          return matches.map((record) =>
            row({
              id: `${path}/${record.id}`,
              label: titleOf(resource, record, nameOf),
              icon: IconFileDescription,
              of: resourceWords(resource, t.language).one,
              onClick: () => navigate(`/${path}/${record.id}`),
            }),
          );
        });
  return { group: t("finder.records"), actions: found };
}

/** Whether the records of a resource are looked for by their number already. */
const numberFound = (resource: Resource, typed: string) =>
  looksLikeNumber(typed) && numberFields(resource).length > 0;

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

/** What a word means, and the first screen that it is on. */
function useExplained({ screens, words, query }: Everything): SpotlightActionGroupData {
  const t = useWords();
  const navigate = useNavigate();
  const typed = query.trim();
  const found =
    typed.length < OF_A_WORD ? [] : words.filter(({ term }) => isWordOf(screenFit(term, [], typed), typed));
  return {
    group: t("finder.words"),
    actions: found.slice(0, OF_A_KIND).flatMap(({ id, term, text, paths }) => {
      const path = paths.find((one) => screens.some((screen) => screen.path === one));
      if (path === undefined) return [];
      return [row({ id, label: `${term}: ${text}`, icon: IconHelp, onClick: () => navigate(`/${path}`) })];
    }),
  };
}

/** Everything that the search offers beside people, in groups. */
interface Groups {
  /** What can be done and where to go, the better fit first. */
  readonly acts: readonly SpotlightActionGroupData[];
  readonly numbered: SpotlightActionGroupData;
  readonly named: SpotlightActionGroupData;
  readonly explained: SpotlightActionGroupData;
  /** What was typed is the word of a screen: it stands above people. */
  readonly is_word: boolean;
}

/** Everything but the found people; without words typed recent records and the verbs of the open page come before the rest. */
export function useEverything(given: Everything): Groups {
  const t = useWords();
  const navigate = useNavigate();
  const can = useSession((session) => session.can);
  const screens = permitted(given.screens, can);
  const typed = given.query.trim().toLowerCase();
  const places = screens
    .flatMap(({ path, nav }) => {
      if (!nav) return [];
      const label = screenName(nav.label, t);
      const fit = typed === "" ? 2 : screenFit(label, given.also[path] ?? [], typed);
      const open = () => void navigate(`/${path}`);
      return fit === null ? [] : [{ fit, id: path, label, icon: nav.icon, key: nav.key, onClick: open }];
    })
    .sort((a, b) => a.fit - b.fit);
  const doings = useDoings({ ...given, screens }).filter(({ label }) => label.toLowerCase().includes(typed));
  const numbered = useRecords({ ...given, screens });
  const named = useNamed({ ...given, screens });
  const explained = useExplained({ ...given, screens });
  const acts = { group: t("finder.doings"), actions: doings.map(row) };
  const goes = { group: t("finder.actions"), actions: places.map(row) };
  const is_word = places.some(({ fit }) => isWordOf(fit, typed));
  const is_act = !is_word || doings.some(({ label }) => label.toLowerCase().startsWith(typed));
  return { acts: is_act ? [acts, goes] : [goes, acts], numbered, named, explained, is_word };
}
