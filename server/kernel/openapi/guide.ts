// What an integrator has to know before the first call: the text above the reference.

/** Markdown. */
export const GUIDE = `The back office of internet service providers: customers, packages, money, routers.

## Sign in

\`\`\`sh
curl -s $HOST/api/v1/auth/login/ -H 'content-type: application/json' \\
  -d '{"username":"admin","password":"admin-demo","tenant":"demo"}'
\`\`\`

The answer's \`token\` goes into each request: \`Authorization: Bearer <token>\`. It ends after 12 hours without use and after
30 days in any case; a 401 says why (\`TOKEN_EXPIRED\`, \`TOKEN_REVOKED\`, \`MEMBERSHIP_ENDED\`). An account with
a second factor gets 401 \`OTP_REQUIRED\` and sends the code of its app, or a recovery code, as \`otp\`. A program signs in with an
API token instead: \`POST /api-tokens/\` answers its secret once, and it acts with the role that it was given. The demo
(\`npm start\`) has the users \`admin\`, \`counter\` and \`tech\` of the tenant \`demo\`, each with the username and
\`-demo\` as password.

## Tenant

Every token belongs to one tenant and sees nothing of the others: another tenant's record does not exist (404; 400 as a
reference). A super administrator signs in at \`/saas/auth/login/\` and names the tenant in \`X-Tenant\`.

## Money

Amounts are decimal texts with the digits of the tenant's currency (\`"700.00"\`, in JPY \`"700"\`); a JSON number is taken,
too. Nothing is ever rounded on the way in: more digits than the currency has are refused. Every posting is a journal of
double entries, which nobody can change; a mistake is undone by its mirror (\`/recharges/{id}/reverse/\`).

\`\`\`sh
curl -s $HOST/api/v1/recharges/ -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -H 'Idempotency-Key: 3f6c-counter-7' -d '{"customer_id":"<id>","amount":"700.00","validity_days":30}'
\`\`\`

## Lists

A list answers \`{count, next, previous, results}\`. Follow \`next\`: it is an address with a position, so that the last page
costs what the first does and nothing is skipped when records come or go. \`page_size\` is 50 unless you say (500 at most),
\`ordering=-created_at,name\` sorts, \`search=\` looks into the fields that the list names, and every field filters:
\`status=ACTIVE\`, \`status=ACTIVE&status=EXPIRED\` (either), \`expiry_date__lte=2026-12-31\`, \`status__in=ACTIVE,EXPIRED\`,
\`package__isnull=true\`. A parameter that is not known is refused. Where more than 10,000 match a filter, \`count\` is a
lower bound and \`count_is_exact\` is false.

## Changing a record

\`PATCH\` takes the fields to change. A record answers its \`version\` as \`ETag\`; send it as \`If-Match\`, and a record that
somebody else changed meanwhile answers 412 instead of being overwritten.

## Errors

Every error is \`application/problem+json\`: decide by \`code\`, show \`detail\`, look at \`errors\` for the fields, quote
\`request_id\`. 400 is a mistake in the request, 401 says who you are is not known, 403 that you may not, 404 that there is no
such record, 405 that the path takes another method (see \`Allow\`), 409 that the state does not allow it, 412 that the record
was changed, 413 and 415 that the body is too large or of another type, 422 that a rule of the business forbids it, 429 that
you ask too often (\`Retry-After\`), 503 that the database or a router's agent is out of reach: try again.

## Once, and only once

Send an \`Idempotency-Key\` with each POST that creates something or moves money, and repeat the request with the same key
until you hear an answer. The same key with the same body gives the first answer again (\`Idempotent-Replayed: true\`); with
another body it is refused (422). Keys are kept for 90 days.

## What is new

\`GET /changes/?collections=customers,transactions&cursor=\` tells what changed behind a cursor, deletions too, and misses nothing
however transactions interleave. Ask it, and not the lists for what came since a moment.

## Changes to this API

Within v1 things are only added: take unknown members as they come. What is to go is announced by a \`Sunset\` header first.
`;
