// Above a list: the words to search for, and a filter for each field that the screen names.
import { Button, CloseButton, Group, TextInput } from "@mantine/core";
import { IconFilter, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import { useFormat } from "../../use-format.ts";
import { fieldOf } from "../fields.ts";
import type { FilterOperator, Reading } from "../kinds/kind.ts";
import { KINDS } from "../kinds/kinds.tsx";
import { type Asked, parameterOf } from "./filter.ts";
import classes from "./filter-bar.module.css";

interface FilterBarProps {
  resource: Resource;
  /** Fields that the list can be narrowed down by. */
  fields: readonly string[];
  asked: Asked;
  reading: Reading;
  onChange: (asked: Asked) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** The focus stays where it is as this appears. */
  quiet?: boolean;
  /** How many there are of each choice, by field. */
  counts?: Counts | undefined;
  /** Filters of the screen's own, after the others. */
  children?: ReactNode;
}

export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function FilterBar(props: FilterBarProps) {
  const { resource, fields, asked, reading, onChange, onKeyDown, counts = {}, quiet = false } = props;
  const { t, words } = reading;
  const { query, filter } = asked;
  const change = (name: string, changes: Partial<Record<FilterOperator, string>>) => {
    const next = new Map(Object.entries(filter));
    for (const operator of Object.keys(changes) as FilterOperator[]) {
      const parameter = parameterOf(name, operator);
      const value = changes[operator] ?? "";
      if (value === "") next.delete(parameter);
      else next.set(parameter, value);
    }
    onChange({ query, filter: Object.fromEntries(next) });
  };
  const label = t("list.search", { many: words.several });
  const format = useFormat();
  const [unfolded, setUnfolded] = useState(false);
  const folded = useId();
  const filters = Object.keys(filter).length;
  const narrowed = query !== "" || filters > 0;
  return (
    <Group gap="xs">
      {resource.search.length > 0 ? (
        <TextInput
          flex="1 1 200px"
          maw={420}
          value={query}
          onChange={(event) => onChange({ filter, query: event.currentTarget.value })}
          onKeyDown={onKeyDown}
          data-search
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            query ? (
              <CloseButton
                size={24}
                aria-label={t("list.clear_search")}
                onClick={() => onChange({ filter, query: "" })}
              />
            ) : null
          }
          aria-label={label}
          placeholder={label}
          autoFocus={!quiet}
        />
      ) : null}
      {fields.length > 0 || props.children ? (
        <Button
          variant="default"
          className={classes.fold}
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={unfolded}
          aria-controls={folded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {filters > 0 ? t("list.filters_set", { n: format.number(filters) }) : t("list.filters")}
        </Button>
      ) : null}
      <div id={folded} className={classes.fields} data-unfolded={unfolded || undefined}>
        {fields.map((name) => {
          const field = fieldOf(resource, name);
          const { filter: Filter } = KINDS[field.meta.kind];
          // Nobody chooses among what they may not see.
          if (!Filter || !reading.sees(field.meta.references ?? "")) return null;
          return (
            <Filter
              key={name}
              field={field}
              reading={reading}
              given={(operator) => own(filter, parameterOf(name, operator)) ?? ""}
              onChange={(changes) => change(name, changes)}
              counts={own(counts, name)}
            />
          );
        })}
        {props.children}
        {narrowed ? (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange({ query: "", filter: {} })}>
            {t("list.clear")}
          </Button>
        ) : null}
      </div>
    </Group>
  );
}
