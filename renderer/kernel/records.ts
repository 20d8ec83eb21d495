// The records that screens read: the assembly's list of them, under the kernel's name.
export type * from "../records.ts";
