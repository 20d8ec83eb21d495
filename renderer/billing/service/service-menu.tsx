// What is done to a customer's service more seldom: paused for a while, the pause ended, and the end for good.
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPlayerPause, IconPlayerPlay, IconUserOff } from "@tabler/icons-react";
import { endService, pauseService, resumeService, servicePause } from "../../../shared/billing/index.ts";
import { type Customer, customer as customerResource } from "../../../shared/subscribers/index.ts";
import { isExpected } from "../../kernel/expected/effects.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { usePending } from "../../kernel/replica-hooks.ts";
import type { Action } from "../../kernel/resource/operation/action.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { useStart } from "../../kernel/resource/operation/use-start.tsx";
import { PausePreview } from "./pause-preview.tsx";

const PAUSE: Action = { operation: pauseService, icon: IconPlayerPause, preview: PausePreview };
const RESUME: Action = { operation: resumeService, icon: IconPlayerPlay };

const END: Action = { operation: endService, icon: IconUserOff, danger: true };

export function ServiceMenu({ customer }: { customer: Customer }) {
  const t = useWords();
  const words = useResourceWords(customerResource);
  const { may, ready } = useOperate();
  const { start, dialog } = useStart(customerResource);
  const pauses = useExpectedRows(servicePause, { selector: { customer: customer.id } }, "read");
  const waiting = usePending(customerResource.collection, customer.id).filter(isExpected);
  const ends = waiting.findLast(({ kind }) => kind === pauseService.name || kind === resumeService.name);
  const is_paused =
    ends?.kind !== resumeService.name &&
    (pauses?.some(({ state }) => state === "SCHEDULED" || state === "RUNNING") ?? false);
  const actions = [is_paused ? RESUME : PAUSE, END].filter(({ operation }) => may(operation));
  const offered = customer.status === "TERMINATED" ? [] : actions;
  const [first] = offered.filter(({ operation }) => operation !== endService && ready(operation));
  usePageActions(
    first
      ? [
          {
            id: first.operation.name,
            label: words.operation(first.operation.action),
            icon: first.icon ?? IconPlayerPause,
            key: "B",
            run: () => start(first, [customer]),
          },
        ]
      : [],
  );
  if (offered.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t("change.more")}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map(({ icon: Icon, ...action }) => (
            <Menu.Item
              key={action.operation.name}
              leftSection={Icon ? <Icon size={16} aria-hidden /> : null}
              disabled={!ready(action.operation)}
              {...(action.danger ? { color: "red" } : {})}
              onClick={() => start(action, [customer])}
            >
              {words.operation(action.operation.action)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
