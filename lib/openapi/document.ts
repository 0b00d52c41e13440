import type { Rule } from '@/lib/http/rule'
import packageJson from '@/package.json'
import { ERRORS, HEADERS, INTRODUCTION, SECURITY, TAGS } from './common'
import { type Method, operation } from './operation'
import { Components } from './schemas'

/** What a route file exports, by method; a handler without a rule is not ours to describe. */
export type RouteModule = Partial<Record<Method, { rule: Rule }>>

const METHODS: Method[] = ['GET', 'POST', 'PUT', 'DELETE']

/**
 * The OpenAPI 3.1 description, made of the rules by which the handlers check. `routes` has
 * the modules by their folders below app/api.
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

/** `guests/[id]` → `/guests/{id}/` */
const pathOf = (folder: string) => `/${folder.replaceAll('[', '{').replaceAll(']', '}')}/`
