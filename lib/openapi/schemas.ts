import { z } from 'zod'
import * as activities from '@/lib/activities/schema'
import * as auth from '@/lib/auth/schema'
import * as bandContacts from '@/lib/band-contacts/schema'
import * as gates from '@/lib/gate/board-schema'
import * as gate from '@/lib/gate/schema'
import * as guests from '@/lib/guests/schema'
import * as fields from '@/lib/http/fields'
import * as lineup from '@/lib/lineup/schema'
import * as mail from '@/lib/mail/schema'
import * as priceList from '@/lib/price-list/schema'
import * as reports from '@/lib/reports/schema'
import * as signups from '@/lib/signups/service'
import * as sponsors from '@/lib/sponsors/schema'
import * as tags from '@/lib/tags/schema'
import * as translations from '@/lib/translations/schema'
import * as users from '@/lib/users/schema'
import * as visibility from '@/lib/visibility/schema'

export type JsonSchema = z.core.JSONSchema.BaseSchema

type Side = 'input' | 'output'

/** Names of the schemas in the OpenAPI document, which are their names in the code. */
const NAMES = new Map<unknown, string>(
  [
    activities,
    auth,
    bandContacts,
    fields,
    gate,
    gates,
    guests,
    lineup,
    mail,
    priceList,
    reports,
    signups,
    sponsors,
    tags,
    translations,
    users,
    visibility,
  ].flatMap((module) => Object.entries(module).map(([name, value]) => [value, name] as const)),
)

const options = (io: Side) => ({
  io,
  unrepresentable: 'any' as const,
  // The pattern of a well-known format is long and adds nothing to the format's name. E-mail
  // addresses and URIs keep their patterns: the format `email` also allows addresses that mail
  // providers reject.
  override: ({ jsonSchema }: { jsonSchema: JsonSchema }) => {
    if (jsonSchema.format && !/email|uri/.test(jsonSchema.format)) delete jsonSchema.pattern
  },
})

/** Returns a whole schema without references, for the parameters of a path or a query. */
export const inlineSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, options('input'))

/**
 * Collects the schemas of request bodies (input) and responses (output). Each schema is listed only
 * once, under its name, and referenced everywhere else.
 */
export class Components {
  private readonly known = { input: new Map<z.ZodType, string>(), output: new Map() }

  /**
   * Returns a reference to a schema. `otherwise` is the name of a schema that has no name in the
   * code.
   */
  ref(schema: z.ZodType, io: Side, otherwise: string): JsonSchema {
    const found = this.known[io].get(schema) ?? this.freshName(NAMES.get(schema) ?? otherwise, io)
    this.known[io].set(schema, found)
    return { $ref: uri(found) }
  }

  private freshName(name: string, io: Side): string {
    const taken = [...this.known.input.values(), ...this.known.output.values()]
    return taken.includes(name) ? `${name}${io === 'input' ? 'Input' : 'Output'}` : name
  }

  schemas(): Record<string, JsonSchema> {
    const all = { ...this.side('input'), ...this.side('output') }
    return Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)))
  }

  private side(io: Side): Record<string, JsonSchema> {
    const registry = z.registry<{ id: string }>()
    for (const [schema, id] of this.known[io]) registry.add(schema, { id })
    const { schemas } = z.toJSONSchema(registry, { ...options(io), uri })
    return Object.fromEntries(
      Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
    )
  }
}

const uri = (name: string) => `#/components/schemas/${name}`
