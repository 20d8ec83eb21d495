// The parts of the call centre that later areas' screens are made of.
export { RemindDialog, useMayRemind } from "./remind/remind-dialog.tsx";
