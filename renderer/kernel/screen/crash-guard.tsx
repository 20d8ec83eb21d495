// One part's defect, or a part that does not arrive, takes down that part only, and says what to do.
import { Button, Paper, Stack } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { useWords } from "../i18n/index.ts";
import { Trouble } from "../trouble.tsx";
import classes from "./lazily.module.css";

interface State {
  readonly error: unknown;
}

function Crashed({ error, again }: { error: unknown; again: () => void }) {
  const t = useWords();
  return (
    <Stack p="lg" maw={640}>
      <Trouble
        error={error}
        action={
          <Button mt="sm" size="xs" variant="default" onClick={again}>
            {t("action.again")}
          </Button>
        }
      />
    </Stack>
  );
}

interface Props {
  readonly children: ReactNode;
  /** Said at the window's edge: the part has no place on the page. */
  readonly at_edge?: boolean;
}

export class CrashGuard extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    const said = <Crashed error={this.state.error} again={() => this.setState({ error: null })} />;
    if (!this.props.at_edge) return said;
    return (
      <Paper pos="fixed" bottom={16} right={16} shadow="md" className={classes.edge}>
        {said}
      </Paper>
    );
  }
}
