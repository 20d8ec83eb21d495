// Where a super administrator arrives: the first company to make, or the companies that there are and one more.
import { Anchor, Button, Group, Loader, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { CompanyForm } from "./company-form.tsx";
import { type Company, leavePlatform, listCompanies, type Platform } from "./platform.ts";

function Companies({ companies, more }: { companies: readonly Company[]; more: number }) {
  const t = useWords();
  return (
    <Stack gap="xs">
      <Text fz="sm" c="dimmed">
        {t("first.companies_hint")}
      </Text>
      <Table aria-label={t("first.companies")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("first.name")}</Table.Th>
            <Table.Th>{t("first.subdomain")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {companies.map(({ id, name, subdomain }) => (
            <Table.Tr key={id}>
              <Table.Td fw={600}>{name}</Table.Td>
              <Table.Td>{subdomain}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {more > 0 ? (
        <Text fz="sm" c="dimmed">
          {t("first.companies_more", { count: more })}
        </Text>
      ) : null}
    </Stack>
  );
}

export function PlatformHome({ platform, onLeave }: { platform: Platform; onLeave: () => void }) {
  const t = useWords();
  const [listed, setListed] = useState<Awaited<ReturnType<typeof listCompanies>> | null>(null);
  const [another, setAnother] = useState(false);
  const asking = useCall(async () => setListed(await listCompanies(platform)));
  const leaving = useCall(async () => {
    await leavePlatform(platform);
    onLeave();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for this session; "Try again" asks again
  useEffect(() => {
    void asking.run();
  }, [platform]);
  const none = listed?.results.length === 0;
  const making = none || another;
  return (
    <Stack w={620} maw="100%" gap="md">
      <Paper p="xl" shadow="xs">
        <Title order={1}>{t(making ? "first.title" : "first.companies")}</Title>
        <Text c="dimmed" fz="sm" mb="md">
          {t(none ? "first.welcome" : "first.platform", { username: platform.username })}
        </Text>
        <Trouble
          error={asking.error}
          action={
            <Button size="xs" mt="xs" variant="default" onClick={() => void asking.run()}>
              {t("action.again")}
            </Button>
          }
        />
        {listed === null && !asking.error ? <Loader /> : null}
        {listed && !making ? (
          <Stack gap="md">
            <Companies companies={listed.results} more={listed.count - listed.results.length} />
            <Group justify="flex-end">
              <Button leftSection={<IconPlus size={16} />} onClick={() => setAnother(true)}>
                {t("first.another")}
              </Button>
            </Group>
          </Stack>
        ) : null}
        {making ? <CompanyForm platform={platform} onCancel={none ? null : () => setAnother(false)} /> : null}
        <Trouble error={leaving.error} />
      </Paper>
      <Anchor component="button" type="button" fz="sm" ta="center" onClick={() => void leaving.run()}>
        {t("first.leave")}
      </Anchor>
    </Stack>
  );
}
