// First question of what is made for a customer from a list of all: whose it is.
import { Stack } from "@mantine/core";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { FormDialog } from "../../kernel/form/form-dialog.tsx";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import { ReferencePicker } from "../../kernel/resource/reference-picker.tsx";

interface WhoseProps {
  /** What is to be made. */
  of: Resource;
  onChosen: (customer: string) => void;
  onClose: () => void;
}

export function Whose({ of, onChosen, onClose }: WhoseProps) {
  const words = useResourceWords(of);
  const who = useResourceWords(customer);
  return (
    <FormDialog opened onClose={onClose} title={words.operation("create")}>
      <Stack gap="md">
        <ReferencePicker
          resource={customer.name}
          label={who.one}
          value={null}
          onChange={(id) => id !== null && onChosen(id)}
          data-autofocus
        />
      </Stack>
    </FormDialog>
  );
}
