// The fibre network on one screen: open incidents, the tree of OLTs, ports and ONUs, and unlinked ONUs.
import { Alert, Anchor, Checkbox, Group, Table, Tabs, Text, TextInput } from "@mantine/core";
import { IconBuildingBroadcastTower, IconSearch } from "@tabler/icons-react";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { type Olt, type Onu, olt as oltResource } from "../../../../shared/network/index.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { useRows } from "../../../kernel/replica-hooks.ts";
import { useMayOpen } from "../../../kernel/resource/pages.ts";
import { Known, NothingHere } from "../../../kernel/screen/arriving.tsx";
import { Page } from "../../../kernel/screen/parts.tsx";
import { useSession } from "../../../kernel/session/session-store.ts";
import { useFormat } from "../../../kernel/use-format.ts";
import { OpenIncidents } from "../incident/open-incidents.tsx";
import { OltTree } from "./olt-tree.tsx";
import { openedBy } from "./tree-address.ts";
import { type TreeRow, treeRows } from "./tree-rows.ts";

/** So many names of customers at most are read for what is opened. */
const NAMES_MAX = 20_000;

function useTree() {
  const [params] = useSearchParams();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(() => openedBy(params));
  const [typed, setTyped] = useState("");
  const [only_trouble, setOnlyTrouble] = useState(false);
  const asked = useDeferredValue(typed.trim().toUpperCase());
  const olts = useRows("olts");
  // The only OLT of a company stands open.
  const opened = useMemo(
    () => chosen ?? new Set(olts?.length === 1 ? olts.map(({ id }) => id) : []),
    [chosen, olts],
  );
  const open = useMemo(() => (olts ?? []).flatMap(({ id }) => (opened.has(id) ? [id] : [])), [olts, opened]);
  // Of closed OLTs their own counts are shown; only who searches reads them all.
  const of = asked ? {} : open.length > 0 ? { selector: { olt: { $in: open } } } : null;
  const onus = useRows("onus", of);
  const ids = useMemo(() => {
    const owned = (onus ?? []).flatMap(({ customer }) => (customer === null ? [] : [customer]));
    return owned.slice(0, NAMES_MAX);
  }, [onus]);
  const customers = useRows("customers", ids.length > 0 ? { selector: { id: { $in: ids } } } : null);
  const names = useMemo(() => new Map(customers?.map(({ id, name }) => [id, name])), [customers]);
  const nameOf = useCallback((id: string | null) => (id === null ? null : (names.get(id) ?? "…")), [names]);
  const rows = useMemo(() => {
    const isFound = asked
      ? ({ serial_number, description, customer }: Onu) =>
          [serial_number, description, nameOf(customer)].some((text) => text?.toUpperCase().includes(asked))
      : null;
    return treeRows(olts ?? [], onus ?? [], { opened, only_trouble, isFound });
  }, [olts, onus, opened, only_trouble, asked, nameOf]);
  const toggle = (key: string, is_open: boolean) =>
    setChosen(() => {
      const next = new Set(opened);
      if (is_open) next.add(key);
      else next.delete(key);
      return next;
    });
  return { olts, rows, nameOf, toggle, typed, setTyped, only_trouble, setOnlyTrouble };
}

function Tree() {
  const t = useWords();
  const navigate = useNavigate();
  const tree = useTree();
  const mayRegister = useSession(({ can }) => can("network.olt.create"));
  const open = (row: TreeRow) => {
    if (row.kind !== "onu") return;
    void navigate(row.onu.customer ? `/customers/${row.onu.customer}?tab=line` : `/onus/${row.onu.id}`);
  };
  if (tree.olts?.length === 0)
    return (
      <NothingHere
        icon={IconBuildingBroadcastTower}
        title={t("tree.no_olts")}
        action={
          mayRegister ? (
            <Anchor component={Link} to={`/${oltResource.path}?new=1`}>
              {t("tree.first_olt")}
            </Anchor>
          ) : null
        }
      />
    );
  return (
    <>
      <Group gap="md">
        <TextInput
          flex="1 1 240px"
          maw={420}
          type="search"
          data-search
          aria-label={t("tree.search")}
          placeholder={t("tree.search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={tree.typed}
          onChange={(event) => tree.setTyped(event.currentTarget.value)}
        />
        <Checkbox
          label={t("tree.only_trouble")}
          checked={tree.only_trouble}
          onChange={(event) => tree.setOnlyTrouble(event.currentTarget.checked)}
        />
      </Group>
      <OltTree
        label={t("nav.fibre")}
        rows={tree.rows}
        nameOf={tree.nameOf}
        onToggle={tree.toggle}
        onOpen={open}
      />
    </>
  );
}

function Unconfigured() {
  const t = useWords();
  const olts = useRows("olts") ?? [];
  const found = olts.flatMap((olt: Olt) => olt.unconfigured.map((device) => ({ olt, ...device })));
  return (
    <>
      <Alert color="blue">{t("tree.unconfigured_hint")}</Alert>
      {found.length === 0 ? (
        <Text c="dimmed" fz="sm">
          <Known width={180}>{t("tree.unconfigured_none")}</Known>
        </Text>
      ) : (
        <Table aria-label={t("tree.unconfigured")}>
          <Table.Tbody>
            {found.map(({ olt, pon_port, serial_number }) => (
              <Table.Tr key={`${olt.id} ${pon_port} ${serial_number}`}>
                <Table.Th scope="row" className="figures" fw={600}>
                  {serial_number}
                </Table.Th>
                <Table.Td>{olt.name}</Table.Td>
                <Table.Td className="figures">{t("tree.port", { port: pon_port })}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

/** What is not linked yet: lists of the server's, narrowed down. */
function Unlinked() {
  const t = useWords();
  const mayOpen = useMayOpen("customers");
  return (
    <Group gap="lg">
      <Anchor component={Link} to="/onus?customer__isnull=true">
        {t("tree.without_customer")}
      </Anchor>
      {mayOpen ? (
        <Anchor component={Link} to="/customers?onu__isnull=true">
          {t("tree.without_onu")}
        </Anchor>
      ) : null}
    </Group>
  );
}

export function FibrePage() {
  const t = useWords();
  const format = useFormat();
  const waiting = (useRows("olts") ?? []).reduce((sum, { unconfigured }) => sum + unconfigured.length, 0);
  return (
    <Page title={t("nav.fibre")} actions={<Unlinked />} fill>
      <OpenIncidents />
      <Tabs defaultValue="tree" style={{ display: "flex", flexDirection: "column", flex: 1, minHeight: 0 }}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="tree">{t("tree.tab")}</Tabs.Tab>
          <Tabs.Tab value="unconfigured">{t("tree.unconfigured_n", { n: format.number(waiting) })}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel
          value="tree"
          style={{ display: "flex", flexDirection: "column", gap: 12, flex: 1, minHeight: 0 }}
        >
          <Tree />
        </Tabs.Panel>
        <Tabs.Panel value="unconfigured">
          <Unconfigured />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
