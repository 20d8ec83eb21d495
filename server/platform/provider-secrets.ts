// Where the secrets lie with which payment providers sign what they report.

/** Where a provider's secret is stored. Not bound to its tenant: a backup is restored into another one. */
export const PROVIDER_SECRETS = {
  table: "payment_providers",
  column: "secret_encrypted",
  key: ["provider"],
  of_tenants: true,
} as const;

export const placeOfProvider = (provider: string) => ({
  table: PROVIDER_SECRETS.table,
  column: PROVIDER_SECRETS.column,
  id: provider,
});
