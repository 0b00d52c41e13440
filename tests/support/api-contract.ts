import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

interface ApiResponse {
  route: string
  method: string
  status: number
  type: string | null
  body: unknown
}

interface Content {
  content?: Record<string, { schema: object }>
  $ref?: string
}

interface Document {
  paths: Record<
    string,
    Record<string, { requestBody?: object; responses: Record<string, Content> }>
  >
  components: { responses: Record<string, Content> }
}

const pathOf = (route: string) => `/${route.replaceAll('[', '{').replaceAll(']', '}')}/`

/**
 * Loads the OpenAPI description and compares responses with it: `problemOf` returns null for a
 * correct response, otherwise the error.
 */
export async function readContract(url: string) {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', ...document })
  const pointer = (...parts: string[]) =>
    parts
      .map((p) => `/${encodeURIComponent(p.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
      .join('')

  const problemOf = ({ route, method, status, type, body }: ApiResponse): string | null => {
    const path = pathOf(route)
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (!operation) return `${method} ${path} is not described`
    const described = operation.responses[status]
    if (!described) return `${method} ${path} does not describe ${status}`
    const name = described.$ref?.split('/').at(-1)
    const { content } = (name && document.components.responses[name]) || described
    if (!content) return body === undefined ? null : `${status} should have no body`
    const contentTypes = Object.keys(content)
    const contentType = contentTypes.find((kind) => (type ?? '').startsWith(kind.replace('*', '')))
    if (!contentType) return `${type} is not ${contentTypes.join(' or ')}`
    if (contentType !== 'application/json') return null
    const at = name
      ? pointer('components', 'responses', name)
      : pointer('paths', path, method.toLowerCase(), 'responses', String(status))
    const schema = `api#${at}${pointer('content', contentType, 'schema')}`
    const validate = ajv.getSchema(schema) ?? ajv.compile({ $ref: schema })
    return validate(body) ? null : ajv.errorsText(validate.errors)
  }
  const describes = (route: string | null, method: string) =>
    route !== null && document.paths[pathOf(route)]?.[method.toLowerCase()] !== undefined

  /**
   * Returns the described route that a URL leads to; null if none fits. Hostile input may have
   * changed a part of the URL.
   */
  const routeOf = (address: string): string | null => {
    const parts = new URL(address, 'http://x').pathname.split('/').slice(2).filter(Boolean)
    const fits = Object.keys(document.paths)
      .map((path) => path.split('/').filter(Boolean))
      .filter((path) => path.length === parts.length)
      .filter((path) => path.every((part, i) => part.startsWith('{') || part === parts[i]))
      .sort((a, b) => a.join('/').split('{').length - b.join('/').split('{').length)
    return fits[0]?.join('/').replaceAll('{', '[').replaceAll('}', ']') ?? null
  }
  return { document, problemOf, describes, routeOf }
}
