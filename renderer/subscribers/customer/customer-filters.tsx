// The toolbar of the list: words, status with counts, package, area, due, expiry.
import { Chip, CloseButton, Group, Select, Stack, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMemo } from "react";
import { CUSTOMER_STATUSES, customer } from "../../../shared/subscribers/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { type CustomerFilter, EXPIRY_FILTERS, type ExpiryFilter } from "./customer-filter.ts";
import { useCustomerIndex } from "./customer-search.ts";

interface CustomerFiltersProps {
  filter: CustomerFilter;
  counts: Readonly<Record<string, number>>;
  onChange: (change: Partial<CustomerFilter>) => void;
}

function useAreas(): string[] {
  const [index, version] = useCustomerIndex();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that areas may have changed
  return useMemo(() => {
    const { rows } = index.search("", { limit: Number.MAX_SAFE_INTEGER });
    return [...new Set(rows.map(({ area }) => area))].filter(Boolean).sort();
  }, [index, version]);
}

export function CustomerFilters({ filter, counts, onChange }: CustomerFiltersProps) {
  const t = useWords();
  const w = useResourceWords(customer);
  const format = useFormat();
  const packages = useRows("packages", { sort: [{ replica_key: "asc" }] }) ?? [];
  const areas = useAreas();
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <TextInput
          flex="1 1 260px"
          value={filter.query}
          onChange={(event) => onChange({ query: event.currentTarget.value })}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            filter.query ? (
              <CloseButton
                size="sm"
                aria-label={t("customers.clear_search")}
                onClick={() => onChange({ query: "" })}
              />
            ) : null
          }
          aria-label={t("counter.search")}
          placeholder={t("counter.search")}
          autoFocus
        />
        <Select
          w={150}
          aria-label={w.field("package")}
          placeholder={t("customers.any_package")}
          data={packages.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.package}
          onChange={(value) => onChange({ package: value })}
          clearable
          searchable
        />
        <Select
          w={150}
          aria-label={w.field("area")}
          placeholder={t("customers.any_area")}
          data={areas}
          value={filter.area}
          onChange={(value) => onChange({ area: value })}
          clearable
          searchable
        />
        <Select
          w={160}
          aria-label={w.field("expiry_date")}
          placeholder={t("customers.any_expiry")}
          data={EXPIRY_FILTERS.map((value) => ({ value, label: t(`customers.expiry_${value}`) }))}
          value={filter.expiry}
          onChange={(value) => onChange({ expiry: value as ExpiryFilter | null })}
          clearable
        />
        <Chip size="sm" radius="sm" checked={filter.due} onChange={(due) => onChange({ due })}>
          {t("customers.with_due")}
        </Chip>
      </Group>
      <Chip.Group
        value={filter.status ?? "ALL"}
        onChange={(value) => onChange({ status: value === "ALL" ? null : String(value) })}
      >
        <Group gap={6} role="radiogroup" aria-label={w.field("status")}>
          <Chip size="xs" radius="sm" value="ALL">
            {t("customers.every_status")}
          </Chip>
          {CUSTOMER_STATUSES.map((status) => (
            <Chip key={status} size="xs" radius="sm" value={status}>
              {w.choice("status", status)} {format.number(counts[status] ?? 0)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Stack>
  );
}
