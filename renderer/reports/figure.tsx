// A figure that leads to the records that it is made of, where this role may see them.
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMayOpen } from "../kernel/resource/pages.ts";

/** @param to a screen's path with its filter: "invoices?status=OVERDUE" */
export function Figure({ to, children }: { to: string; children: ReactNode }) {
  const mayOpen = useMayOpen(to.split("?")[0] ?? "");
  if (!mayOpen) return children;
  return (
    <Anchor component={Link} to={`/${to}`} c="inherit" inherit underline="hover">
      {children}
    </Anchor>
  );
}
