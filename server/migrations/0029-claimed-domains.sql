-- Whose a domain is, from the claim on: one claim over all companies, whichever of them verifies it.
alter table verified_domains rename to claimed_domains;
