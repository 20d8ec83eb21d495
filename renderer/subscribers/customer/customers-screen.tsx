// All customers: find, filter, sort, choose columns, take away as CSV; from this computer alone.
import { Box, Button, Text } from "@mantine/core";
import { IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useDeferredValue, useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useWords } from "../../kernel/i18n/index.ts";
import { useById, useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { NothingHere, useArriving } from "../../kernel/screen/arriving.tsx";
import { Page } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { sorted } from "../../kernel/table/columns.ts";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { HIDDEN_COLUMNS, useCustomerColumns } from "./customer-columns.tsx";
import { type CustomerFilter, readFilter, remaining, searchFilter, writeFilter } from "./customer-filter.ts";
import { CustomerFilters } from "./customer-filters.tsx";
import { CustomerForm } from "./customer-form.tsx";
import { useCustomerSearch } from "./customer-search.ts";

/** Customers of one package: the search does not know packages, the records do. */
function useInPackage(id: string | null): ReadonlySet<string> | null {
  const rows = useRows("customers", id ? { selector: { package: id } } : null);
  return useMemo(() => (rows ? new Set(rows.map((row) => row.id)) : null), [rows]);
}

/** Each customer's package by name, read only where the column is chosen. */
function usePackageNames(wanted: boolean): ReadonlyMap<string, string> | null {
  const customers = useRows("customers", wanted ? {} : null);
  const packages = useById("packages");
  return useMemo(
    () =>
      customers
        ? new Map(customers.map((row) => [row.id, packages.get(row.package ?? "")?.name ?? ""]))
        : null,
    [customers, packages],
  );
}

/** The filter's address with the form of a new customer over it. */
function adding(filter: CustomerFilter): URLSearchParams {
  const params = writeFilter(filter);
  params.set("new", "1");
  return params;
}

export function CustomersScreen() {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const navigate = useNavigate();
  const can = useSession((session) => session.can);
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readFilter(params), [params]);
  const deferred = useDeferredValue(filter);
  const inPackage = useInPackage(deferred.package);
  const today = format.today();
  const { rows: all, counts } = useCustomerSearch(deferred.query, {
    limit: Number.MAX_SAFE_INTEGER,
    filter: searchFilter(deferred, today),
  });
  const found = useMemo(() => remaining(all, deferred, inPackage), [all, deferred, inPackage]);
  const choice = useTableChoice("customers", HIDDEN_COLUMNS);
  const columns = useCustomerColumns(usePackageNames(choice.visibility.package !== false));
  const rows = useMemo(
    () => sorted(found, columns, choice.sort, format.locale),
    [found, columns, choice.sort, format.locale],
  );
  const change = (next: Partial<CustomerFilter>) =>
    setParams(writeFilter({ ...filter, ...next }), { replace: true });
  const makingNew = params.get("new") === "1";
  const total = replica.count("customers");
  const arriving = useArriving();
  const mayAdd = can("subscribers.customer.create");
  // Nobody is told to do what their role may not.
  const hint = total > 0 ? t("customers.none_found_hint") : mayAdd ? t("customers.none_hint") : "";

  return (
    <Page
      fill
      title={t("customers.title")}
      subtitle={
        <Text span role="status" fz="sm" className="figures">
          {arriving && total === 0
            ? t("counter.arriving")
            : rows.length === total
              ? t("customers.all", { n: format.number(total) })
              : t("customers.some", { n: format.number(rows.length), total: format.number(total) })}
        </Text>
      }
      actions={
        <>
          <TableTools columns={columns} choice={choice} rows={rows} fileName={`customers-${today}`} />
          {mayAdd ? (
            <Button leftSection={<IconUserPlus size={17} />} onClick={() => setParams(adding(filter))}>
              {t("customers.new")}
            </Button>
          ) : null}
        </>
      }
    >
      <CustomerFilters filter={filter} counts={counts} onChange={change} />
      <Box flex={1} mih={0}>
        <DataTable
          label={t("customers.title")}
          rows={rows}
          columns={columns}
          choice={choice}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate(`/customers/${id}`)}
          empty={
            <NothingHere
              icon={IconUsers}
              title={t(total === 0 ? "customers.none" : "customers.none_found")}
              hint={hint}
              action={
                total === 0 ? null : (
                  <Button variant="light" mt="sm" onClick={() => setParams({}, { replace: true })}>
                    {t("customers.clear")}
                  </Button>
                )
              }
            />
          }
        />
      </Box>
      {makingNew ? (
        <CustomerForm customer={null} onClose={() => setParams(writeFilter(filter), { replace: true })} />
      ) : null}
    </Page>
  );
}
