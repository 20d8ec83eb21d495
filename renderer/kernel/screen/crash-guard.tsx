// One screen's defect takes down that screen only, and says what to do.
import { Button, Stack } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { useWords } from "../i18n/index.ts";
import { Trouble } from "./parts.tsx";

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

export class CrashGuard extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <Crashed error={this.state.error} again={() => this.setState({ error: null })} />;
  }
}
