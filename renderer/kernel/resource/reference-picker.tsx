// Chooses a record by searching: among what is on this computer, or at the server for what is not replicated.
import {
  CloseButton,
  Combobox,
  InputBase,
  type InputBaseProps,
  Loader,
  Text,
  useCombobox,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useMemo, useState } from "react";
import { resourceNamed } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { useAsk } from "../connection/server-answers.ts";
import { useWords } from "../i18n/index.ts";
import type { Replica } from "../replica/index.ts";
import { fold } from "../replica/search/search-words.ts";
import { useReplica } from "../replica-hooks.ts";
import { type AnyRecord, knownTitle, titleField, titleOf } from "./fields.ts";
import { finderOf } from "./finders.ts";
import { useSourceRecord } from "./source/use-source.ts";

/** So many are offered at once: more are found by typing. */
const OFFERED = 12;
/** So many matches are looked at for the best ones among them. */
const LOOKED_AT = 200;
/** Of a list that the server does not search, this many are looked through. */
const LOOKED_AT_SERVER = 500;
const TYPING_MS = 200;

/** Records of this computer whose name or other searched fields have every word; those that begin with it first. */
function foundHere(replica: Replica, resource: Resource, typed: string): readonly AnyRecord[] {
  const own = finderOf(resource);
  if (own && typed.trim() !== "") return own(replica, typed, OFFERED);
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const title = titleField(resource);
  const names = [...new Set([title, ...resource.search])];
  const textOf = (record: Readonly<Record<string, unknown>>) =>
    fold([knownTitle(resource, record) ?? "", ...names.map((name) => record[name] ?? "")].join("\n"));
  const found = replica.records.some(
    resource.collection,
    (record) => {
      if (words.length === 0) return true;
      const text = textOf(record);
      return words.every((word) => text.includes(word));
    },
    LOOKED_AT,
  );
  const rank = (record: AnyRecord) => {
    const name = fold(String(record[title] ?? ""));
    const begins = words.length > 0 && name.startsWith(words[0] ?? "");
    return `${record.is_active === false ? 1 : 0}${begins ? 0 : 1}${name}`;
  };
  return found
    .map((record) => ({ record, at: rank(record) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, OFFERED)
    .map(({ record }) => record);
}

/** What is offered for what was typed; undefined while the server is asked. */
function useOffered(resource: Resource, typed: string, open: boolean): readonly AnyRecord[] | undefined {
  const replica = useReplica();
  const [settled] = useDebouncedValue(typed, TYPING_MS);
  // A list that can't be searched is looked through here.
  const searched = resource.search.length > 0;
  const params = new URLSearchParams({ page_size: String(searched ? OFFERED : LOOKED_AT_SERVER) });
  if (searched && settled.trim() !== "") params.set("search", settled.trim());
  const remote = open && !resource.replica;
  const asked = useAsk<{ results: readonly AnyRecord[] }>(
    remote ? `/api/v1/${resource.path}/?${params}` : null,
  );
  return useMemo(() => {
    if (!open) return [];
    if (resource.replica) return foundHere(replica, resource, typed);
    if (searched) return asked.data?.results;
    const part = fold(typed);
    return asked.data?.results
      .filter((record) => fold(titleOf(resource, record)).includes(part))
      .slice(0, OFFERED);
  }, [replica, resource, typed, open, searched, asked.data]);
}

interface ReferencePickerProps extends InputBaseProps {
  id?: string;
  /** Name of the resource that is chosen from. */
  resource: string;
  value: string | null;
  onChange: (id: string | null) => void;
  placeholder?: string;
  clearable?: boolean;
  "aria-label"?: string;
  "data-autofocus"?: boolean;
}

/** Chooses a record of a resource by its name. What this program does not know can't be chosen, only seen. */
export function ReferencePicker({ resource: name, ...props }: ReferencePickerProps) {
  const resource = resourceNamed(name);
  const { value, onChange: _, clearable: __, ...input } = props;
  return resource ? (
    <Picker {...props} resource={resource} />
  ) : (
    <InputBase {...input} value={value ?? ""} disabled readOnly />
  );
}

function Picker(props: Omit<ReferencePickerProps, "resource"> & { resource: Resource }) {
  const { resource, value, onChange, clearable = false, ...input } = props;
  const t = useWords();
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(null);
    },
  });
  const { record } = useSourceRecord(resource, value);
  const offered = useOffered(resource, typed ?? "", combobox.dropdownOpened);
  const { selectFirstOption } = combobox;
  // Enter takes the best match, as everywhere one searches.
  useEffect(() => {
    if (typed && offered && offered.length > 0) selectFirstOption();
  }, [typed, offered, selectFirstOption]);
  const chosen = value === null ? "" : record ? titleOf(resource, record) : `…${value.slice(-6)}`;
  const choose = (id: string) => {
    onChange(id);
    setTyped(null);
    combobox.closeDropdown();
  };
  const clear =
    clearable && value !== null ? (
      <CloseButton
        size="sm"
        tabIndex={-1}
        aria-label={t("picker.clear")}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChange(null)}
      />
    ) : (
      <Combobox.Chevron />
    );
  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md">
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...input}
          value={typed ?? chosen}
          onChange={(event) => {
            const { value: next } = event.currentTarget;
            setTyped(next);
            if (next === "" && clearable) onChange(null);
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          autoComplete="off"
          rightSection={clear}
          rightSectionPointerEvents={clearable && value !== null ? "all" : "none"}
        />
      </Combobox.Target>
      <Combobox.Dropdown miw={220}>
        <Combobox.Options mah={300} style={{ overflowY: "auto" }}>
          {offered === undefined ? (
            <Combobox.Empty>
              <Loader size="xs" />
            </Combobox.Empty>
          ) : offered.length === 0 ? (
            <Combobox.Empty>{t("finder.nothing")}</Combobox.Empty>
          ) : (
            offered.map((one) => (
              <Combobox.Option key={one.id} value={one.id} active={one.id === value}>
                <Offer resource={resource} record={one} />
              </Combobox.Option>
            ))
          )}
          {offered?.length === OFFERED ? (
            <Text fz="xs" c="dimmed" px="sm" py={6}>
              {t("picker.more")}
            </Text>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** A record among others: its name, and below what else it is found by. */
function Offer({ resource, record }: { resource: Resource; record: AnyRecord }) {
  const title = titleField(resource);
  const more = resource.search
    .filter((name) => name !== title && record[name])
    .slice(0, 3)
    .map((name) => String(record[name]));
  return (
    <>
      <Text fz="sm" className="cut">
        {titleOf(resource, record)}
      </Text>
      {more.length > 0 ? (
        <Text fz="xs" c="dimmed" className="cut">
          {more.join(" · ")}
        </Text>
      ) : null}
    </>
  );
}
