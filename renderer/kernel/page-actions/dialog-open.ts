// Whether a dialog or a menu is open: then the keys belong to it. One that was closed is still drawn while it fades, and has no
// claim to the next key.

/** What has the keys to itself. */
export const OPEN = '[role="dialog"]:not([data-closed]), [aria-haspopup="menu"][aria-expanded="true"]';

/** What a button says while its deed is under way; one that only reads says `data-reads` besides, and keeps no dialog open. */
const UNDER_WAY = '[role="dialog"] [data-loading]:not([data-reads], [data-reads] *)';

/** Whether a dialog's deed is under way: to close it now would lose the receipt, or the word that it failed. */
export const deedUnderWay = () => document.querySelector(UNDER_WAY) !== null;

let open_before = false;

const isOpen = () => document.querySelector(OPEN) !== null;

/** Looks at each key before anybody acts on it. @returns what ends that */
export function watchDialogs(): () => void {
  const look = () => {
    open_before = isOpen();
  };
  window.addEventListener("keydown", look, { capture: true });
  return () => window.removeEventListener("keydown", look, { capture: true });
}

/** A key that closes a dialog finds it closed when it arrives at the page; it was the dialog's all the same. */
export const dialogOpen = () => open_before || isOpen();
