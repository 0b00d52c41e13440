import { expect, it } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '@/lib/api/endpoint-spec'
import { ROUTES } from '@/lib/endpoints'

const lists = Object.entries<Record<string, { rule?: EndpointSpec }>>(ROUTES).flatMap(
  ([route, { GET }]) => {
    const { access, fields, rows } = GET?.rule ?? {}
    return access !== 'admin' && fields && rows ? [{ route, fields, rows }] : []
  },
)

// A search or an order by a field that a response does not show would reveal its values.
it.each(lists)('$route is searched and sorted only by fields that it shows', ({ fields, rows }) => {
  const { properties = {} } = z.toJSONSchema(rows, { unrepresentable: 'any' })
  const shown = Object.keys(properties)
  expect([...fields.search, ...fields.order].filter((field) => !shown.includes(field))).toEqual([])
})
