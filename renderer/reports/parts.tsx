// What the dashboard's cards are made of: a heading, and lines of a name, a bar where shares matter, and a figure that opens its list.
import { Box, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Figure } from "./figure.tsx";

interface CardProps {
  title: string;
  /** Beside the title: the sum, or a way to the whole. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ title, aside, children }: CardProps) {
  return (
    <Paper px="sm" py="xs" component="section" aria-label={title} h="100%">
      <Group justify="space-between" gap="xs" mb={4} wrap="nowrap" align="baseline">
        <Title order={2} fz="sm" className="cut">
          {title}
        </Title>
        {aside ? (
          <Text fz="xs" component="div" className="figures" style={{ whiteSpace: "nowrap" }}>
            {aside}
          </Text>
        ) : null}
      </Group>
      <Stack gap={0}>{children}</Stack>
    </Paper>
  );
}

interface LineProps {
  name: string;
  /** The list that the figure is made of; null: there is none. */
  to: string | null;
  children: ReactNode;
  /** Of 100, drawn under the line. */
  share?: number;
  color?: string;
}

export function Line({ name, to, children, share, color = "brand.5" }: LineProps) {
  return (
    <Box>
      {/* So far from the next one as what is pressed needs. */}
      <Group justify="space-between" gap="xs" wrap="nowrap" mih={25}>
        <Text fz="sm" className="cut" title={name}>
          {name}
        </Text>
        <Text fz="sm" fw={600} component="div" className="figures" style={{ whiteSpace: "nowrap" }}>
          {to === null ? children : <Figure to={to}>{children}</Figure>}
        </Text>
      </Group>
      {share === undefined ? null : <Progress value={share} size={4} color={color} aria-hidden />}
    </Box>
  );
}
