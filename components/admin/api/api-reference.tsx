'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useCallback, useState } from 'react'
import { useListAddress } from '@/components/admin/data/list'
import { ListState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { classes } from '@/components/ui/classes'
import { SearchField } from '@/components/ui/search-field'
import { api } from '@/lib/api-client/client'
import type { CallGroup, CallLine, FieldLine } from '@/lib/openapi/rules'
import { apiReferenceView, matchingCalls } from '@/lib/openapi/rules'

/**
 * Reference of all API endpoints, built from the OpenAPI description, for developers of other
 * programs.
 */
export function ApiReference() {
  const { view, onSearch, clear } = useListAddress()
  const { search } = view
  const list = useQuery({
    queryKey: ['openapi'],
    queryFn: async () => apiReferenceView(await api('GET', '/openapi.json')),
    staleTime: Number.POSITIVE_INFINITY,
    select: useCallback(
      (groups: CallGroup[]) => {
        const rows = matchingCalls(groups, search)
        return { rows, total: rows.reduce((sum, { calls }) => sum + calls.length, 0) }
      },
      [search],
    ),
  })
  return (
    <>
      <ScreenHead title="API">
        <a
          href="/api/openapi.json"
          className="inline-flex min-h-11 items-center rounded-md border border-edge-2 px-4 font-semibold hover:bg-panel-2"
        >
          openapi.json
        </a>
      </ScreenHead>
      <p className="mb-5 max-w-prose text-muted">
        Pozivi koje programi mogu uputiti ovoj stranici, složeni iz istih pravila po kojima ih
        poslužitelj provjerava. Program šalje zaglavlje <code>Authorization: Bearer</code> s
        ključem, koji izradite na ekranu{' '}
        <Link href="/admin/keys" className="underline">
          Ključevi
        </Link>
        . Opisi poziva su na engleskom.
      </p>
      <SearchField label="Traži poziv, polje ili opis" value={search} onSearch={onSearch} />
      <p role="status" className="mt-2 mb-6 min-h-5 text-sm text-muted">
        {list.data && `${search ? 'Pronađeno' : 'Ukupno'} poziva: ${list.data.total}`}
      </p>
      <ListState list={list} empty="Nema poziva." isFiltered={search !== ''} onClear={clear}>
        {(groups) => groups.map((group) => <Group key={group.name} group={group} />)}
      </ListState>
    </>
  )
}

function Group({ group: { name, description, calls } }: { group: CallGroup }) {
  return (
    <section aria-labelledby={`group-${name}`} className="mb-8">
      <h2 id={`group-${name}`} className="font-mono text-lg font-bold">
        /{name}
      </h2>
      <p lang="en" className="mb-2 text-sm text-muted">
        {description}
      </p>
      <ul className="overflow-hidden rounded-lg border border-edge bg-panel">
        {calls.map((endpoint) => (
          <Endpoint key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
    </section>
  )
}

const METHOD_COLOURS: Record<string, string> = {
  GET: 'text-muted',
  POST: 'text-go',
  PUT: 'text-accent',
  DELETE: 'text-stop',
}

/**
 * One endpoint: method, path and summary, and its fields when opened. The fields are rendered at
 * the first opening, because rendering them for all endpoints at once made the screen slow.
 */
function Endpoint({ endpoint }: { endpoint: CallLine }) {
  const { id, method, path, summary } = endpoint
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <li className="border-b border-edge last:border-0">
      <details id={id} className="group" onToggle={() => setWasOpened(true)}>
        <summary className="grid min-h-12 cursor-pointer list-none grid-cols-[4.25rem_minmax(0,1fr)_auto] items-baseline gap-x-2 gap-y-0.5 px-4 py-3 -outline-offset-4 hover:bg-panel-2 lg:grid-cols-[4.25rem_minmax(0,22rem)_minmax(0,1fr)_auto]">
          <span className={classes('font-mono text-sm font-bold', METHOD_COLOURS[method])}>
            {method}
          </span>
          <span className="font-mono text-sm font-semibold break-words">{path}</span>
          <span
            lang="en"
            className="text-sm text-muted max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2"
          >
            {summary}
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-5 self-center text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none"
          />
        </summary>
        {wasOpened && <EndpointFields endpoint={endpoint} />}
      </details>
    </li>
  )
}

/** Shows who may use an endpoint, and the fields of its request and responses. */
function EndpointFields({ endpoint }: { endpoint: CallLine }) {
  const { method, path, who, parameters, body, answers, errors } = endpoint
  return (
    <div className="grid gap-5 border-t border-edge bg-ground px-4 py-4 lg:grid-cols-2 lg:gap-8">
      <div className="grid min-w-0 content-start gap-5">
        <Part title="Tko smije">
          <p lang="en">{who}</p>
        </Part>
        {parameters.length > 0 && (
          <Part title="Parametri">
            <Fields caption={`Parametri, ${method} ${path}`} fields={parameters} />
          </Part>
        )}
        {body && (
          <Part title="Tijelo">
            <p className="text-sm text-muted">
              <span className="font-mono">{body.types.join(', ')}</span>
              <span lang="en"> · {body.note}</span>
            </p>
            <Fields caption={`Tijelo, ${method} ${path}`} fields={body.fields} />
          </Part>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-5">
        {answers.map(({ status, isList, fields }) => (
          <Part key={status} title={`Odgovor ${status}${isList ? ', popis' : ''}`}>
            <Fields caption={`Odgovor, ${method} ${path}`} fields={fields} />
          </Part>
        ))}
        <Part title="Greške">
          <p className="font-mono text-sm">{errors.join(' · ')}</p>
        </Part>
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 text-sm font-bold">{title}</h3>
      {children}
    </div>
  )
}

/** Table of fields with their types. A star marks a required field. */
function Fields({ caption, fields }: { caption: string; fields: FieldLine[] }) {
  if (fields.length === 0) return <p className="text-sm text-muted">Bez polja.</p>
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Polje</th>
          <th scope="col">Vrsta</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, name, type, isRequired, depth }) => (
          <tr key={path} className="border-b border-edge last:border-0">
            <th
              scope="row"
              className="py-1.5 pr-3 text-left align-top font-mono font-semibold break-words"
              style={{ paddingLeft: `${depth * 1.25}rem` }}
            >
              {name}
              {isRequired && (
                <span className="text-stop">
                  <span aria-hidden="true"> *</span>
                  <span className="sr-only"> (obavezno)</span>
                </span>
              )}
            </th>
            <td className="py-1.5 align-top font-mono break-words text-muted">{type}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
