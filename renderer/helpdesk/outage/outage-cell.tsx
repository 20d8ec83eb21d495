// The outage that a ticket or a work order is about, in words that lead to it.
import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { incident } from "../../../shared/network/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { useMayOpen } from "../../kernel/resource/pages.ts";
import { useOutageText } from "./use-outages.ts";

export function OutageCell({ id }: { id: string | null }) {
  const record = useRecord("incidents", id);
  const textOf = useOutageText();
  const mayOpen = useMayOpen(incident.path);
  if (!record) return null;
  if (!mayOpen) return textOf(record);
  return (
    <Anchor
      component={Link}
      to={`/${incident.path}/${record.id}`}
      inherit
      onClick={(event) => event.stopPropagation()}
    >
      {textOf(record)}
    </Anchor>
  );
}
