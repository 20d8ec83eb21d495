// Whose cash somebody was paid from, in words.
export { HolderText } from "../../billing/index.ts";
