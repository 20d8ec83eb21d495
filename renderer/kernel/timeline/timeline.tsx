// What happened to a record, from all lists that tell of it, by day, the newest first.
import { Button, Chip, Group, Loader, Paper, Stack, Text, Title } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useConnection } from "../connection/connection.ts";
import { useOnline } from "../connection/use-connection.ts";
import { type Key, useWords } from "../i18n/index.ts";
import { useKeyHints } from "../page-actions/page-actions.ts";
import { NothingHere, useArriving } from "../screen/arriving.tsx";
import { Trouble } from "../screen/parts.tsx";
import { useSession } from "../session/session-store.ts";
import { useFormat } from "../use-format.ts";
import { byDay, merged, type Part } from "./merge.ts";
import { type Read, ReadEach } from "./read-each.tsx";
import classes from "./timeline.module.css";
import { TimelineLine } from "./timeline-line.tsx";
import { type Line, lineOf, permittedTold, type Told } from "./told.ts";

/** So many lines at a time. */
const PAGE = 50;

/** The parameter of the address with the chosen kinds. */
const KINDS = "kinds";

/** "timeline.bills" stands in the address as "bills". */
const inAddress = (kind: Key): string => kind.slice(kind.lastIndexOf(".") + 1);

function partOf({ told, source, waiting }: Read, timezone: string): Part<Line> {
  const rows = told.only ? source.rows.filter(told.only) : source.rows;
  const lines = rows.flatMap((record) => lineOf(told, record, timezone, waiting.includes(record.id)) ?? []);
  const last = source.rows.at(-1);
  const oldest = last && lineOf(told, last, timezone);
  return { lines, read_to: source.readAll !== null && oldest ? oldest.at : null };
}

/** What is missing or may be old, and of when it is; nothing while all of it is here and new. */
function FromWhen({ read }: { read: readonly Read[] }) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const since = useConnection(({ last_in_sync_at }) => last_in_sync_at);
  const asked = read.filter(({ source }) => source.at !== null || source.state === "offline");
  const names = (some: readonly Read[]) => [...new Set(some.map(({ told }) => t(told.kind)))].join(", ");
  if (online) return null;
  const missing = asked.filter(({ source }) => source.state === "offline");
  return (
    <Text fz="sm" c="dimmed" role="status">
      {since ? t("timeline.as_of", { time: format.instant(since) }) : null}{" "}
      {missing.length > 0 ? t("timeline.not_here", { kinds: names(missing) }) : null}
    </Text>
  );
}

function moveBetweenLines(event: React.KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-line], [data-older]")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = links[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

interface LinesProps {
  readonly read: readonly Read[];
  readonly chosen: readonly string[];
}

function Lines({ read, chosen }: LinesProps) {
  const t = useWords();
  const format = useFormat();
  const { timezone } = format;
  const arriving = useArriving();
  const [count, setCount] = useState(PAGE);
  const told = useMemo(
    () => (chosen.length === 0 ? read : read.filter(({ told }) => chosen.includes(inAddress(told.kind)))),
    [read, chosen],
  );
  const { lines, has_older, behind } = useMemo(
    () =>
      merged(
        told.map((one) => partOf(one, timezone)),
        count,
      ),
    [told, timezone, count],
  );
  useEffect(() => {
    for (const index of behind) told[index]?.source.more();
  }, [behind, told]);
  useKeyHints([
    { keys: ["↑", "↓"], label: t("timeline.key_lines") },
    { keys: ["Enter"], label: t("timeline.key_open") },
  ]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const into = (event: KeyboardEvent) => {
      const { activeElement, body } = document;
      if (event.key !== "ArrowDown" || event.defaultPrevented) return;
      if (activeElement !== null && activeElement !== body) return;
      const first = list.current?.querySelector<HTMLElement>("[data-line]");
      if (!first) return;
      event.preventDefault();
      first.focus();
    };
    addEventListener("keydown", into);
    return () => removeEventListener("keydown", into);
  }, []);
  const records = new Map(told.map(({ told, source }) => [told.id, source.rows]));
  const asking = arriving || told.some(({ source: { state } }) => state === "asking" || state === "arriving");
  const failed = told.find(({ source }) => source.state === "failed");
  return (
    <Stack gap="md" ref={list} onKeyDown={moveBetweenLines}>
      <FromWhen read={told} />
      {failed ? <Trouble error={failed.source.error} again={failed.source.again} /> : null}
      {byDay(lines).map(({ day, lines }) => (
        <Paper key={day} component="section" aria-label={format.day(day)}>
          <Title order={2} fz="sm" px={14} py={8} className={classes.day}>
            {format.day(day)}
          </Title>
          <ul className={classes.lines}>
            {lines.map((line) => (
              <TimelineLine key={line.key} line={line} all={records.get(line.told.id) ?? []} />
            ))}
          </ul>
        </Paper>
      ))}
      {asking ? <Loader size="sm" aria-label={t("list.loading")} /> : null}
      {lines.length === 0 && !asking ? (
        <Paper>
          <NothingHere icon={IconHistory} title={t("timeline.none")} hint={t("timeline.none_hint")} />
        </Paper>
      ) : null}
      {has_older ? (
        <Button
          variant="default"
          style={{ alignSelf: "center" }}
          data-older
          loading={behind.length > 0}
          onClick={() => setCount(lines.length + PAGE)}
        >
          {t("timeline.older")}
        </Button>
      ) : null}
    </Stack>
  );
}

interface TimelineProps {
  /** Lists that tell of the record. */
  readonly all: readonly Told[];
  /** The record's. */
  readonly id: string;
  /** Stands above the lines. */
  readonly children?: ReactNode;
}

export function Timeline({ all, id, children }: TimelineProps) {
  const t = useWords();
  const can = useSession((session) => session.can);
  const [params, setParams] = useSearchParams();
  const permitted = useMemo(() => permittedTold(all, can), [all, can]);
  const kinds = useMemo(() => [...new Set(permitted.map(({ kind }) => kind))], [permitted]);
  const given = params.get(KINDS) ?? "";
  const chosen = useMemo(
    () => given.split(",").filter((name) => kinds.some((kind) => inAddress(kind) === name)),
    [given, kinds],
  );
  const choose = (names: readonly string[]) =>
    setParams(
      (before) => {
        if (names.length === 0) before.delete(KINDS);
        else before.set(KINDS, names.join());
        return before;
      },
      { replace: true },
    );
  return (
    // Wider, an amount would stand too far from what it is for.
    <Stack gap="sm" maw={1100}>
      <Chip.Group multiple value={[...chosen]} onChange={choose}>
        <Group gap={6} role="group" aria-label={t("timeline.filter")}>
          {kinds.map((kind) => (
            <Chip key={kind} size="xs" radius="sm" variant="outline" value={inAddress(kind)}>
              {t(kind)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {children}
      <ReadEach key={id} all={permitted} id={id}>
        {(read) => <Lines read={read} chosen={chosen} />}
      </ReadEach>
    </Stack>
  );
}
