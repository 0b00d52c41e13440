import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import type { CallLine } from '@/lib/openapi/types'
import { Fields } from './fields'

const METHOD_COLOURS: Record<string, string> = {
  GET: 'text-muted',
  POST: 'text-go',
  PUT: 'text-accent',
  DELETE: 'text-stop',
}

/** One call: method, address and purpose at a glance, its fields when opened. */
export function Call({ call }: { call: CallLine }) {
  const { id, method, path, summary, who, parameters, body, answers, errors } = call
  return (
    <li className="border-b border-edge last:border-0">
      <details id={id} className="group">
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
      </details>
    </li>
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
