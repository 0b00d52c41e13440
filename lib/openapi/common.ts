import { ENTITIES, type Entity } from '@/db/catalogue/entities'
import type { FailureStatus } from '@/lib/api/endpoint-spec'
import { sessionCookieName } from '@/lib/auth/tokens'

export const INTRODUCTION = `\
Every path works with and without its trailing slash, without a redirect. Requests and responses \
are JSON in UTF-8. Where a form is named, multipart/form-data may be sent instead. A method that a \
path does not have gets 405, and \`Allow\` lists the methods of the path.

Lists return an array. \`search\` with \`search_fields\` (comma separated), \`ordering\` (a field, \
\`-\` for descending), \`limit\` and \`offset\` work on every list. \`X-Total-Count\` is the number of \
all rows. Flags are the strings \`0\` and \`1\`; times are ISO instants in UTC.

Staff send a bearer access token (from \`POST /auth/google/\`) or the browser's session cookie; \
with the cookie, a write must come from the site's own origin. The privilege is read again on \
every request: 1 admin, 2 entry, 3 tickets, 4 entry and tickets, 0 nothing.

A program sends a key as its bearer token. An admin makes it (\`POST /users/keys/\`, or the screen \
Ključevi) with a name, a privilege and an end. It may do what both its own privilege and the \
privilege of its maker permit, and cannot be refreshed. Endpoints that give or end access are \
marked 'Not a key.'.

A write that carries an \`Idempotency-Key\` (up to 200 visible ASCII characters) is executed only once: \
for a day the same key and body return the first response again.`

/** Groups of endpoints, by the first part of their paths: one per entity, and some others. */
export const TAGS = [
  ...Object.values<Entity>(ENTITIES)
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ api, about }) => ({ name: api, description: about })),
  { name: 'public', description: 'Data for every visitor' },
  { name: 'reports', description: 'Sales and arrivals' },
  { name: 'find', description: 'Search over all records of the admin area' },
  { name: 'lists', description: 'Lists of the admin area: live updates and chosen columns' },
  { name: 'activities', description: 'Activity log' },
  { name: 'karta', description: 'Ticket page' },
  { name: 'images', description: 'Stored images' },
  { name: 'auth', description: 'Sign-in' },
  { name: 'gate', description: 'Gate devices: roster, scans and queue' },
  { name: 'wallet', description: 'Wallet passes, and the web service for Apple’s phones' },
  { name: 'csp', description: 'Reports of CSP violations' },
  { name: 'health', description: 'Health checks for load balancers and monitoring' },
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
  'X-Total-Count': { description: 'Number of all rows', schema: integer },
  'Retry-After': { description: 'Seconds to wait', schema: integer },
  'Idempotency-Replayed': {
    description: 'The response of an earlier request with the same key',
    schema: { type: 'string', const: 'true' },
  },
}

const errorSchema = {
  type: 'object',
  required: ['detail', 'code'],
  properties: {
    detail: { type: 'string', description: 'Croatian error message for users' },
    code: { type: 'string', pattern: '^[a-z_]+$', description: 'Stable error code for programs' },
    fields: {
      type: 'object',
      description: 'Validation errors, by field name',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    requestId: {
      type: 'string',
      description: 'Id of the request in the log, also in the header X-Request-Id',
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
  403: error('Not allowed, or a cookie write from another origin'),
  404: error('Not found'),
  409: error('Conflicts with what is stored, or with the same request still running', true),
  410: error('No longer valid'),
  413: error('Too large'),
  415: error('Unsupported content type'),
  422: error('Not possible, or the Idempotency-Key belongs to another request'),
  429: error('Too many requests', true),
  500: error('Unexpected error; the log has the reason under the requestId'),
  503: error('Temporarily unavailable', true),
} satisfies Record<FailureStatus, object>
