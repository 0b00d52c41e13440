import { ENTITIES, type Entity } from '@/db/catalogue/entities'
import type { FailureStatus } from '@/lib/api/endpoint-spec'
import { sessionCookieName } from '@/lib/auth/tokens'

export const INTRODUCTION = `\
Every address works with and without its trailing slash, never by a redirect. JSON in and out, \
in UTF-8; where a form is named, multipart/form-data may be sent instead. A method that an \
address does not have is answered 405, and \`Allow\` names those that it has.

Lists answer an array. \`search\` with \`search_fields\` (comma separated), \`ordering\` (a field, \
\`-\` for descending), \`limit\` and \`offset\` work alike on each; \`X-Total-Count\` says how many \
there are in all. Flags are the strings \`0\` and \`1\`; times are ISO instants in UTC.

Staff send a bearer access token (from \`POST /auth/google/\`) or the browser's session cookie; \
with the cookie, a write must come from the site's own origin. The privilege is read again on \
every request: 1 admin, 2 entry, 3 tickets, 4 entry and tickets, 0 nothing.

A program sends a key as its bearer token. An admin makes it (\`POST /users/keys/\`, or the screen \
Ključevi) with a name, a privilege and an end. It may do what both its own privilege and that of \
its maker permit, and is never refreshed. Calls that give or end access say 'Not a key.'.

A write that carries an \`Idempotency-Key\` (up to 200 visible ASCII characters) is done once: \
for a day the same key and body give the first answer again.`

/** Groups of endpoints, by the first part of their paths: one per entity, and some others. */
export const TAGS = [
  ...Object.values<Entity>(ENTITIES)
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ api, about }) => ({ name: api, description: about })),
  { name: 'public', description: 'What every visitor may see' },
  { name: 'reports', description: 'Sales and arrivals' },
  { name: 'find', description: 'One search over all that the office holds' },
  { name: 'lists', description: 'The lists of the office: which change, and how they are shown' },
  { name: 'activities', description: 'Who did what, and when' },
  { name: 'karta', description: 'A ticket in its bearer’s pocket' },
  { name: 'images', description: 'Stored pictures' },
  { name: 'auth', description: 'Signing in' },
  { name: 'gate', description: 'What a device at a gate does: its roster, its scans, its queue' },
  { name: 'wallet', description: 'A ticket in the wallet of a phone, and what Apple’s phones ask' },
  { name: 'csp', description: 'What browsers refused to do on our pages' },
  { name: 'health', description: 'For balancers and monitors' },
  { name: 'openapi.json', description: 'This description' },
]

export const SECURITY = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a person, or the key of a program',
  },
  cookie: { type: 'apiKey', in: 'cookie', name: sessionCookieName() },
  device: { type: 'apiKey', in: 'cookie', name: 'gate-device' },
}

const integer = { type: 'integer', minimum: 0 }

export const HEADERS = {
  'X-Total-Count': { description: 'How many there are in all', schema: integer },
  'Retry-After': { description: 'Seconds to wait', schema: integer },
  'Idempotency-Replayed': {
    description: 'The answer of an earlier call with the same key',
    schema: { type: 'string', const: 'true' },
  },
}

const errorSchema = {
  type: 'object',
  required: ['detail', 'code'],
  properties: {
    detail: { type: 'string', description: 'A sentence for a person, in Croatian' },
    code: { type: 'string', pattern: '^[a-z_]+$', description: 'A stable word for programs' },
    fields: {
      type: 'object',
      description: 'What is wrong, by the name of the field',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    requestId: {
      type: 'string',
      description: 'Names the request in the log, as the header X-Request-Id does',
    },
  },
}

const error = (description: string, waits = false) => ({
  description,
  ...(waits && { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }),
  content: { 'application/json': { schema: errorSchema } },
})

/** Error responses by status. */
export const ERRORS = {
  400: error('Malformed or invalid'),
  401: error('Not signed in'),
  403: error('Not allowed, or a cookie’s write from elsewhere'),
  404: error('Not there'),
  409: error('Conflicts with what is stored, or with the same request still running', true),
  410: error('No longer valid'),
  413: error('Too large'),
  415: error('Wrong type of body'),
  422: error('Cannot be done so, or the Idempotency-Key belongs to another request'),
  429: error('Too many', true),
  500: error('Failed for a reason that was not foreseen; the log has it under the requestId'),
  503: error('For a moment not available', true),
} satisfies Record<FailureStatus, object>
