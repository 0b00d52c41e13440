import type { z } from 'zod'
import { type EndpointSpec, failuresOf, type Method, successOf } from '@/lib/api/endpoint-spec'
import { privilegesOf } from '@/lib/auth/rules'
import { MAX_JSON_BYTES } from '@/lib/http/request'
import packageJson from '@/package.json'
import { ERRORS, HEADERS, INTRODUCTION, SECURITY, TAGS } from './common'
import { Components, inlineSchema, type JsonSchema } from './schemas'

/** Endpoints of one path, by method. A handler without a spec is left out of the document. */
export type RouteModule = Partial<Record<Method, { rule: EndpointSpec }>>

const METHODS: Method[] = ['GET', 'POST', 'PUT', 'DELETE']

/**
 * Builds the OpenAPI 3.1 document from the specs of the endpoints, which also check the requests.
 * `routes` has the endpoints by their paths below /api.
 */
export function describeApi(routes: Record<string, RouteModule>, server: string) {
  const components = new Components()
  const paths = Object.fromEntries(
    Object.entries(routes).map(([folder, module]) => [
      pathOf(folder),
      Object.fromEntries(
        METHODS.flatMap((method) => {
          const rule = module[method]?.rule
          return rule ? [[method.toLowerCase(), operation(folder, method, rule, components)]] : []
        }),
      ),
    ]),
  )
  return {
    openapi: '3.1.0',
    info: { title: 'Brucošijada', version: packageJson.version, description: INTRODUCTION },
    servers: [{ url: `${server}/api` }],
    tags: TAGS.filter(({ name }) => Object.keys(routes).some((f) => f.split('/')[0] === name)),
    paths,
    components: {
      schemas: components.schemas(),
      responses: ERRORS,
      headers: HEADERS,
      securitySchemes: SECURITY,
    },
  }
}

/** Writes a path as OpenAPI does: `guests/[id]` becomes `/guests/{id}/`. */
const pathOf = (folder: string) => `/${folder.replaceAll('[', '{').replaceAll(']', '}')}/`

/** Describes one endpoint as an OpenAPI operation. `folder` is its path below /api. */
function operation(folder: string, method: Method, rule: EndpointSpec, components: Components) {
  const id = operationId(folder, method)
  const isReplayable = method !== 'GET' && !rule.neverStored
  return {
    operationId: id,
    tags: [folder.split('/')[0] as string],
    summary: rule.summary,
    description: rule.personOnly ? `${describeAccess(rule)} Not a key.` : describeAccess(rule),
    security: SECURED[rule.access] ?? [{ bearer: [] }, { cookie: [] }],
    parameters: [
      ...parameters('path', rule.params),
      ...parameters('query', rule.query).map((parameter) => closed(parameter, rule.fields)),
      ...(isReplayable ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(rule.body && { requestBody: requestBody(rule.body, rule, `${id}Body`, components) }),
    responses: {
      ...success(rule, id, isReplayable, components),
      ...Object.fromEntries(
        Object.entries(rule.extraStatuses ?? {}).map(([status, description]) => [
          status,
          { description },
        ]),
      ),
      ...Object.fromEntries(
        failuresOf(method, rule).map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
    },
  }
}

export type Operation = ReturnType<typeof operation>

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' } as JsonSchema,
}

/** Builds the id of an operation: PUT of `guests/[id]` becomes `putGuestsById`. */
function operationId(folder: string, method: Method): string {
  const words = folder
    .replaceAll(/\[(\w+)\]/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const upper = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + upper.join('')
}

const SECURED: Partial<Record<EndpointSpec['access'], object[]>> = {
  anyone: [],
  device: [{ device: [] }],
  'device-any-state': [{ device: [] }],
}

function describeAccess({ access }: EndpointSpec): string {
  if (access === 'anyone') return 'Anyone.'
  if (access === 'signed-in') return 'Anyone who is signed in.'
  if (access === 'device') return 'A device at a gate.'
  if (access === 'device-any-state')
    return 'A device at a gate, also for what it did before it was revoked.'
  return `Privilege ${privilegesOf(access).join(', ')}.`
}

function parameters(location: 'path' | 'query', schema: EndpointSpec['params']) {
  if (!schema) return []
  const { properties = {}, required = [] } = inlineSchema(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property as JsonSchema,
  }))
}

/**
 * Limits the parameters `search_fields` and `ordering` to the fields of the list, since the server
 * rejects any other text.
 */
function closed(parameter: Parameter, fields: EndpointSpec['fields']): Parameter {
  if (!fields) return parameter
  const { name, schema } = parameter
  const field = `(?:${fields.search.join('|')})`
  if (name === 'search_fields')
    return { ...parameter, schema: { ...schema, pattern: `^${field}(?:,${field})*$` } }
  if (name === 'ordering') {
    const both = fields.order.flatMap((key) => [key, `-${key}`])
    return { ...parameter, schema: { type: 'string', enum: both } }
  }
  return parameter
}

type Parameter = ReturnType<typeof parameters>[number]

function requestBody(body: z.ZodType, rule: EndpointSpec, name: string, components: Components) {
  const schema = components.ref(body, 'input', name)
  const limit = Math.round((rule.maxBytes ?? MAX_JSON_BYTES) / 1024)
  const { properties = {}, required = [] } = inlineSchema(body)
  const needsFile = required.some((field) => (properties[field] as JsonSchema).format === 'binary')
  return {
    required: true,
    description: `At most ${limit} kB.`,
    content: {
      // JSON cannot contain a file.
      ...(!needsFile && { 'application/json': { schema } }),
      ...(rule.accepts === 'form' && { 'multipart/form-data': { schema } }),
      ...(rule.accepts === 'report' && { 'application/csp-report': { schema } }),
    },
  }
}

function success(rule: EndpointSpec, id: string, isReplayable: boolean, components: Components) {
  const replayed = isReplayable && { 'Idempotency-Replayed': header('Idempotency-Replayed') }
  if (rule.contentTypes)
    return {
      [successOf(rule)]: {
        description: 'Done',
        content: Object.fromEntries(
          rule.contentTypes.map((type) => [type, { schema: {} as JsonSchema }]),
        ),
      },
    }
  if (rule.rows) {
    const items = components.ref(rule.rows, 'output', `${id}Row`)
    return {
      200: {
        description: 'Done',
        headers: { 'X-Total-Count': header('X-Total-Count') },
        content: { 'application/json': { schema: { type: 'array', items } as JsonSchema } },
      },
    }
  }
  if (!rule.response)
    return {
      [successOf(rule)]: { description: 'Done', ...(replayed && { headers: replayed }) },
    }
  const schema = components.ref(rule.response, 'output', `${id}Answer`)
  return {
    [successOf(rule)]: {
      description: 'Done',
      ...(replayed && { headers: replayed }),
      content: { 'application/json': { schema } },
    },
  }
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
