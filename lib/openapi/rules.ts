import type { describeApi, Operation } from './document'
import type { JsonSchema } from './schemas'

type Schemas = Record<string, JsonSchema>

/** Prepares the OpenAPI document for the reference page: groups of endpoints with their fields. */
export function apiReferenceView(api: ApiDocument): CallGroup[] {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      group: call.tags[0],
      line: callLine(path, method.toUpperCase(), call, api.components.schemas),
    })),
  )
  return api.tags.map(({ name, description }) => ({
    name,
    description,
    calls: calls.filter(({ group }) => group === name).map(({ line }) => line),
  }))
}

/** Returns the endpoints whose description contains every word of the search. */
export function matchingCalls(groups: CallGroup[], search: string): CallGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (call: CallLine) => {
    const text = JSON.stringify(call).toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return groups
    .map((group) => ({ ...group, calls: group.calls.filter(matches) }))
    .filter((group) => group.calls.length > 0)
}

function callLine(path: string, method: string, call: Operation, schemas: Schemas): CallLine {
  const { operationId, summary, description, parameters, requestBody, responses } = call
  const statuses = Object.entries(responses)
  return {
    id: operationId,
    method,
    path,
    summary,
    who: description.replace(/\.$/, ''),
    parameters: parameters.map(({ name, required, schema }) => ({
      path: name,
      name,
      type: typeName(schema, schemas),
      isRequired: required,
      depth: 0,
    })),
    body: requestBody
      ? {
          types: Object.keys(requestBody.content),
          note: requestBody.description,
          fields: Object.values(requestBody.content)
            .slice(0, 1)
            .flatMap(({ schema }) => fieldsOf(schema, schemas)),
        }
      : null,
    answers: statuses
      .filter(([status]) => status.startsWith('2'))
      .map(([status, answer]) => {
        const content = ('content' in answer ? Object.values(answer.content)[0] : undefined) as
          | { schema: JsonSchema }
          | undefined
        const schema = resolve(content?.schema ?? {}, schemas)
        // A response always has all its fields, so none is marked as required.
        const fields = fieldsOf(schema, schemas).map((field) => ({ ...field, isRequired: false }))
        return { status, isList: schema.type === 'array', fields }
      }),
    errors: statuses.map(([status]) => status).filter((status) => !status.startsWith('2')),
  }
}

function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name && schemas[name] ? resolve(schemas[name], schemas) : schema
}

/** Maximum depth of nested fields on the reference page. The OpenAPI document has all of them. */
const MAX_DEPTH = 2

function fieldsOf(unresolved: JsonSchema, schemas: Schemas, above: string[] = []): FieldLine[] {
  const schema = resolve(unresolved, schemas)
  if (schema.type === 'array') return fieldsOf((schema.items ?? {}) as JsonSchema, schemas, above)
  if (above.length > MAX_DEPTH) return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    {
      path: [...above, name].join('.'),
      name,
      type: typeName(inner as JsonSchema, schemas),
      isRequired: schema.required?.includes(name) ?? false,
      depth: above.length,
    },
    ...fieldsOf(inner as JsonSchema, schemas, [...above, name]),
  ])
}

/** Returns the name of a type: `string ≤ 100`, `0 | 1`, `[integer]`, `date-time | null`. */
function typeName(unresolved: JsonSchema, schemas: Schemas): string {
  const schema = resolve(unresolved, schemas)
  if (schema.enum) return schema.enum.join(' | ')
  if (schema.const !== undefined) return String(schema.const)
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) {
    const names = choices.flatMap((choice) => typeName(choice, schemas).split(' | '))
    return [...new Set(names)].join(' | ')
  }
  if (schema.format === 'binary') return 'file'
  if (schema.type === 'array') return `[${typeName((schema.items ?? {}) as JsonSchema, schemas)}]`
  const maxLength = schema.maxLength ? ` ≤ ${schema.maxLength}` : ''
  return `${schema.format ?? schema.type ?? 'any'}${maxLength}`
}

export type ApiDocument = ReturnType<typeof describeApi>

/** One field on the reference page. Nested fields are indented by `depth`. */
export interface FieldLine {
  path: string
  name: string
  type: string
  isRequired: boolean
  depth: number
}

/** One endpoint on the reference page. */
export interface CallLine {
  id: string
  method: string
  path: string
  summary: string
  who: string
  parameters: FieldLine[]
  /** Request body: its content types, a note on its size, and its fields. */
  body: { types: string[]; note: string; fields: FieldLine[] } | null
  answers: { status: string; isList: boolean; fields: FieldLine[] }[]
  errors: string[]
}

export interface CallGroup {
  name: string
  description: string
  calls: CallLine[]
}
