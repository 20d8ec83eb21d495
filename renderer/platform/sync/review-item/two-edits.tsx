// Of a field that two changed: in which record, what stands, and what is in the history alone.
import { Anchor, SimpleGrid } from "@mantine/core";
import { Link } from "react-router";
import { resourceOf } from "../../../../shared/kernel/registry.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import type { ReviewItem } from "../../../../shared/platform/index.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { fieldOf } from "../../../kernel/resource/fields.ts";
import { FieldCell } from "../../../kernel/resource/list/columns-of.tsx";
import { usePageOf } from "../../../kernel/resource/pages.ts";
import { useReading } from "../../../kernel/resource/use-reading.ts";
import { Fact } from "../../../kernel/screen/parts.tsx";

type Values = Readonly<Record<string, unknown>>;
const valuesOf = (given: unknown): Values =>
  typeof given === "object" && given !== null ? { ...given } : {};

interface EditsProps {
  resource: Resource;
  id: string;
  field: string;
  stands: Values;
  dropped: Values;
}

function Edits({ resource, id, field, stands, dropped }: EditsProps) {
  const t = useWords();
  const reading = useReading(resource);
  const page = usePageOf(resource.path, id);
  const name = reading.nameOf(resource.name, id) ?? reading.words.one;
  const value = (values: Values) => (
    <FieldCell field={fieldOf(resource, field)} record={{ ...values, id }} reading={reading} />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <Fact label={reading.words.one}>
        {page ? (
          <Anchor component={Link} to={page} fz="inherit">
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Fact>
      <Fact label={`${reading.words.field(field)} · ${t("sync.review.stands")}`}>{value(stands)}</Fact>
      <Fact label={`${reading.words.field(field)} · ${t("sync.review.dropped")}`}>{value(dropped)}</Fact>
    </SimpleGrid>
  );
}

/** Nothing where the item is not about two edits, or an older one that kept only the field's name. */
export function TwoEdits({ payload }: Pick<ReviewItem, "payload">) {
  const { collection, id, field, stands, dropped } = payload ?? {};
  const resource = resourceOf(String(collection));
  if (!resource || typeof field !== "string" || own(resource.fields, field) === undefined) return null;
  return (
    <Edits {...{ resource, field }} id={String(id)} stands={valuesOf(stands)} dropped={valuesOf(dropped)} />
  );
}
