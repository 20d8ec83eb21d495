// Where the secrets lie with which payment providers sign what they report.

/** Where a provider's secret lies. */
export const PROVIDER_SECRETS = {
  table: "payment_providers",
  column: "secret_encrypted",
  key: ["tenant_id", "provider"],
} as const;

export const placeOfProvider = (tenantId: string, provider: string) => ({
  table: PROVIDER_SECRETS.table,
  column: PROVIDER_SECRETS.column,
  id: `${tenantId} ${provider}`,
});
