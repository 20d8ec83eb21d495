// The list of a new company's first steps: what is done, and a button for what is not.
import { ActionIcon, Box, Button, Group, Paper, SimpleGrid, Text, ThemeIcon, Title } from "@mantine/core";
import { IconCheck, IconSchool, IconX } from "@tabler/icons-react";
import { type ReactNode, Suspense, useId } from "react";
import { useLocation, useNavigate } from "react-router";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { type Key, useWords } from "../../kernel/i18n/index.ts";
import { beginPractice } from "../../kernel/practice/practice.ts";
import { usePractice } from "../../kernel/practice/practising.ts";
import { lazily } from "../../kernel/screen/lazily.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import type { Steps } from "./use-steps.ts";

const PackagesDialog = lazily(() => import("./packages-dialog.tsx"), "PackagesDialog");
const TestReceipt = lazily(() => import("./test-receipt.tsx"), "TestReceipt");

type StepName = "packages" | "router" | "customer" | "receipt";

interface StepProps {
  name: StepName;
  n: number;
  done: boolean;
  /** Why it can't be done now. */
  blocked?: string | null;
  children: ReactNode;
}

function Step({ name, n, done, blocked, children }: StepProps) {
  const t = useWords();
  return (
    <Box component="li" data-testid={`step-${name}`} data-done={done}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <ThemeIcon
          size={24}
          radius="xl"
          variant="light"
          color={done ? "green" : "gray"}
          role={done ? "img" : undefined}
          aria-label={done ? t("steps.done") : undefined}
        >
          {done ? <IconCheck size={15} /> : <span aria-hidden>{n}</span>}
        </ThemeIcon>
        <Box miw={0}>
          <Text fw={600} fz="sm" c={done ? "dimmed" : undefined}>
            {t(`steps.${name}`)}
          </Text>
          {done ? null : (
            <>
              <Text fz="xs" c="dimmed" mb={6}>
                {blocked ?? t(`steps.${name}_text`)}
              </Text>
              <Group gap="xs">{children}</Group>
            </>
          )}
        </Box>
      </Group>
    </Box>
  );
}

/** A dialog that is opened from the list. */
export type OpenStep = "packages" | "receipt" | null;

interface StepsCardProps {
  steps: Steps;
  open: OpenStep;
  setOpen: (open: OpenStep) => void;
}

export function StepsCard({ steps, open, setOpen }: StepsCardProps) {
  const t = useWords();
  const navigate = useNavigate();
  const online = useOnline();
  const { pathname } = useLocation();
  const practising = usePractice(({ replica }) => replica !== null);
  const heading = useId();
  const mayImport = useSession((session) => session.can)("subscribers.customer.import");
  const { seesRouters, done, putAway, printed } = steps;
  const needsLine = online ? null : t("steps.needs_line");
  const act = (label: Key, onClick: () => void, disabled = false) => (
    <Button size="xs" variant="light" onClick={onClick} disabled={disabled}>
      {t(label)}
    </Button>
  );
  const close = () => setOpen(null);
  return (
    <Paper p="md" component="section" aria-labelledby={heading}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2} id={heading}>
          {t("steps.title")}
        </Title>
        {practising ? null : (
          <Button
            size="xs"
            variant="subtle"
            ml="auto"
            leftSection={<IconSchool size={16} aria-hidden />}
            onClick={() => void beginPractice(pathname)}
          >
            {t("practice.begin")}
          </Button>
        )}
        <ActionIcon aria-label={t("steps.put_away")} title={t("action.dismiss")} onClick={putAway}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <SimpleGrid
        component="ol"
        cols={{ base: 1, xs: 2, md: seesRouters ? 4 : 3 }}
        spacing="lg"
        p={0}
        m={0}
        style={{ listStyle: "none" }}
      >
        <Step name="packages" n={1} done={done.packages} blocked={needsLine}>
          {act("steps.packages_do", () => setOpen("packages"), !online)}
        </Step>
        {seesRouters ? (
          <Step name="router" n={2} done={done.router} blocked={needsLine}>
            {act("steps.router_do", () => navigate("/routers?new=1"), !online)}
          </Step>
        ) : null}
        <Step name="customer" n={seesRouters ? 3 : 2} done={done.customer}>
          {act("steps.customer_do", () => navigate("/customers?new=1"))}
          {mayImport ? act("customers.import", () => navigate("/customers/import")) : null}
        </Step>
        <Step name="receipt" n={seesRouters ? 4 : 3} done={done.receipt}>
          {act("steps.receipt_do", () => setOpen("receipt"))}
        </Step>
      </SimpleGrid>
      <Suspense>
        {open === "packages" ? <PackagesDialog onClose={close} /> : null}
        {open === "receipt" ? <TestReceipt onPrinted={printed} onClose={close} /> : null}
      </Suspense>
    </Paper>
  );
}
