// Opening: the parts of the replica that are loaded while somebody signs in, and not before the first page is shown.
export { openVault } from "./disk/vault.ts";
export { openReplica } from "./replica.ts";
