// The frame of every dialog: the focus begins at its first field, and its cross has a name in the reader's language.
// biome-ignore lint/style/noRestrictedImports: this is the one that all others are drawn with
import { Modal, type ModalProps } from "@mantine/core";
import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useWords } from "../i18n/index.ts";
import { deedUnderWay } from "../page-actions/dialog-open.ts";

/** What can be typed into or chosen from; links and buttons are no fields. */
const FIELDS = "input, textarea, select, [role=combobox]";

/** Where the focus is to begin: the place that says so, else the first field that a person sees and can use. */
function firstOf(content: HTMLElement): HTMLElement | undefined {
  const said = content.querySelector<HTMLElement>("[data-autofocus]");
  if (said) return said;
  const usable = [...content.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (field) => !field.matches(":disabled, [type=hidden]") && field.tabIndex >= 0 && field.checkVisibility(),
  );
  // Of buttons that exclude each other, the chosen one is the way in.
  const chosen = usable.find((field) => field.matches("[type=radio]:checked"));
  const [first] = usable;
  return first?.matches("[type=radio]") ? (chosen ?? first) : first;
}

/** Nobody has gone anywhere yet: the focus is on the frame of the dialog or on its cross. */
function isUnchosen(content: HTMLElement): boolean {
  const at = document.activeElement;
  const frame = content.closest("[role=dialog]");
  return (
    at === null || at === document.body || at === frame || (!!frame?.contains(at) && !content.contains(at))
  );
}

/** The library takes the focus to what is marked, a moment after it drew: people who were quicker stay where they went. */
function stayThere({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
  for (const marked of currentTarget.querySelectorAll<HTMLElement>("[data-autofocus]"))
    delete marked.dataset.autofocus;
  target.dataset.autofocus = "true";
}

/** Where the focus is; in a menu, which will be gone by then, the button that the menu belongs to. */
function focusNow(): Element | null {
  const at = document.activeElement;
  const menu = at?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return menu ? document.getElementById(menu) : at;
}

/** The library gives the focus back to where it was when a dialog is told to close; most are taken away instead. */
function useFocusBack(): void {
  const [from] = useState(focusNow);
  useEffect(
    () => () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && from instanceof HTMLElement) from.focus({ preventScroll: true });
    },
    [from],
  );
}

/** The library looks once, and finds the cross where nothing else is marked: fields are marked, also those that arrive later. */
function Begins({ children }: { children: ReactNode }) {
  useFocusBack();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const content = ref.current;
    if (!content) return;
    const first = firstOf(content);
    if (first) {
      first.dataset.autofocus = "true";
      return;
    }
    const arriving = new MutationObserver(() => {
      const arrived = firstOf(content);
      if (!arrived) return;
      arriving.disconnect();
      if (isUnchosen(content)) arrived.focus({ preventScroll: true });
    });
    arriving.observe(content, { childList: true, subtree: true });
    return () => arriving.disconnect();
  }, []);
  return <div ref={ref}>{children}</div>;
}

/** Cancel and all others: while a deed is under way no button of a dialog does anything. */
function untilDone(event: MouseEvent): void {
  if (!deedUnderWay()) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * A dialog. What has `data-autofocus` gets the focus, else the first field; only where there is neither, the cross.
 * Content that has still to load is waited for, as long as the focus has not moved elsewhere in the dialog.
 * It does not close while its deed is under way: neither by Esc nor by its buttons.
 */
export function Dialog({ children, closeButtonProps, onClose, ...how }: ModalProps) {
  const t = useWords();
  return (
    <Modal
      {...how}
      onClose={() => deedUnderWay() || onClose()}
      onClickCapture={untilDone}
      onFocus={stayThere}
      attributes={{ content: { "data-closed": how.opened ? undefined : true } }}
      closeButtonProps={{ "aria-label": t("action.close"), ...closeButtonProps }}
    >
      <Begins>{children}</Begins>
    </Modal>
  );
}
