// The reports area's public names: what its reads take and answer (contract §3, Reports).
export * from "./collections.ts";
export * from "./dashboard.ts";
