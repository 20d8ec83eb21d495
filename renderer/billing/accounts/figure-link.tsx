// A figure that leads to what it is made of. Its row's name is the link of the keyboard; the figure leads there for the mouse.
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** @param to Null: it leads nowhere. */
export function FigureLink({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return children;
  return (
    <Anchor
      component={Link}
      to={to}
      c="inherit"
      inherit
      underline="hover"
      tabIndex={-1}
      // A row that it stands in leads elsewhere.
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Anchor>
  );
}
