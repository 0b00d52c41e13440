import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'

interface Props {
  icon: readonly [icon: LucideIcon, colour: string]
  title: string
  /** Progress of the task as text. */
  statusText: ReactNode
  /** Name of the user who started the task; null if there is none. */
  by: string | null
  /** Buttons of the task, and classes that lay them out on a phone. */
  actions: ReactNode
  actionsClass: string
  /** Content below the text, such as a progress bar. */
  children: ReactNode
}

/** Row of a list that shows a background task with its progress and buttons. */
export function ProgressRow(props: Props) {
  const [Icon, colour] = props.icon
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 gap-3">
          <Icon aria-hidden="true" className={classes('mt-0.5 size-5 shrink-0', colour)} />
          <div className="min-w-0">
            <h3 className="font-bold wrap-anywhere">{props.title}</h3>
            <p className="text-sm text-muted tabular-nums">
              {props.statusText}
              {props.by && <span className="max-md:hidden"> · {props.by}</span>}
            </p>
          </div>
        </div>
        <div className={classes('flex gap-2 max-md:w-full', props.actionsClass)}>
          {props.actions}
        </div>
      </div>
      {props.children}
    </li>
  )
}
