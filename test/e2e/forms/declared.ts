// Every form that follows from a declaration: of each screen's resource what its list and its page open. Made of the screens
// themselves; the tests in the browser load this file through Vite, as Node by itself reads no screens.
import { isValidElement, type ReactNode } from "react";
import { inputShape } from "../../../renderer/kernel/form/form-shape.ts";
import { resourceWords } from "../../../renderer/kernel/i18n/index.ts";
import type { AnyRecord } from "../../../renderer/kernel/resource/fields.ts";
import { changeableFields } from "../../../renderer/kernel/resource/fields.ts";
import type { AnyOptions } from "../../../renderer/kernel/resource/resource-options.ts";
import { isHeld } from "../../../renderer/kernel/resource/source/use-source.ts";
import type { Screen } from "../../../renderer/kernel/screen/screens.ts";
import { CONSOLE_SCREENS } from "../../../renderer/saas/screens.tsx";
import { SCREENS } from "../../../renderer/screens.tsx";
import { isCommand, type Operation } from "../../../shared/kernel/operation.ts";
import { operationNamed, rightOf } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import "../../renderer/known-words.ts";

/** What a form is looked at for: the inputs of these fields, a reason, a question, or that there is something to fill in or press. */
export type Shows =
  | { readonly fields: readonly string[] }
  | { readonly other: "reason" | "question" | "own" };

export interface DeclaredForm {
  /** Its operation's name. */
  readonly name: string;
  /** The list's address, and that of its records at the API. */
  readonly path: string;
  readonly kind: "create" | "update" | "delete" | "action";
  /** What its button says in English. */
  readonly button: string;
  readonly shows: Shows;
  /** Null: everybody may. */
  readonly right: string | null;
  /** Its records are on the computer; it can be done without the server. */
  readonly held: boolean;
  readonly offline: boolean;
  /** Whether it is offered for this record. */
  fits(record: AnyRecord): boolean;
}

const isDeclared = (props: unknown): props is { resource: Resource; options: AnyOptions } =>
  typeof props === "object" && props !== null && "resource" in props && "options" in props;

function declaredOf(element: ReactNode): { resource: Resource; options: AnyOptions } | null {
  const props = isValidElement(element) ? element.props : null;
  return isDeclared(props) ? props : null;
}

const ANY = () => true;

/** The fields of a made form that are not folded away. */
function madeFields(operation: Operation, options: AnyOptions): readonly string[] {
  const without = ["id", ...(options.formProps?.without ?? options.without)];
  const folded = (options.groups ?? []).filter(({ more }) => more).flatMap(({ fields }) => fields);
  const grouped = options.groups?.flatMap(({ fields }) => fields);
  return Object.keys(inputShape(operation.input).fields).filter(
    (name) => !without.includes(name) && !(grouped && folded.includes(name)),
  );
}

function actionShows({ input }: Operation, own: boolean): Shows {
  if (own) return { other: "own" };
  const members = Object.keys(inputShape(input).fields).filter((name) => name !== "id");
  if (members.length === 0) return { other: "question" };
  return members.length === 1 && members[0] === "reason" ? { other: "reason" } : { fields: members };
}

function formsOf(screens: readonly Screen[]): DeclaredForm[] {
  return screens.flatMap(({ element, adds, path }): DeclaredForm[] => {
    const declared = declaredOf(element);
    // A record's page shows what its list has said already.
    if (!declared || path.endsWith("/:id")) return [];
    const { resource, options } = declared;
    const words = resourceWords(resource, "en");
    const form = (
      operation: Operation,
      more: Pick<DeclaredForm, "kind" | "button" | "shows">,
    ): DeclaredForm => ({
      name: operation.name,
      path,
      right: rightOf(operation),
      held: isHeld(resource),
      offline: isCommand(operation) && !resource.replica_own,
      fits: ANY,
      ...more,
    });
    const made = (operation: Operation): Shows =>
      options.form ? { other: "own" } : { fields: madeFields(operation, options) };
    const [create, update, remove] = [
      operationNamed(`${resource.name}.create`),
      operationNamed(`${resource.name}.update`),
      operationNamed(`${resource.name}.delete`),
    ];
    const hasForm = options.form !== undefined || changeableFields(resource).length > 0;
    return [
      ...(create && adds ? [form(create, { kind: "create", button: "", shows: made(create) })] : []),
      ...(update && hasForm ? [form(update, { kind: "update", button: "Edit", shows: made(update) })] : []),
      ...(remove ? [form(remove, { kind: "delete", button: "Delete", shows: { other: "question" } })] : []),
      ...options.actions
        // What is done as soon as its button is pressed has no dialog.
        .filter(({ at_once }) => !at_once)
        .map(({ operation, when, dialog }) => ({
          ...form(operation, {
            kind: "action",
            button: words.operation(operation.action),
            shows: actionShows(operation, dialog !== undefined),
          }),
          ...(when ? { fits: when } : {}),
        })),
    ];
  });
}

/** Of a company's screens. */
export const OFFICE_FORMS = formsOf(SCREENS);

/** Of the operator's console. */
export const CONSOLE_FORMS = formsOf(CONSOLE_SCREENS);
