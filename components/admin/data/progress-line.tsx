import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'

interface Props {
  mark: readonly [icon: LucideIcon, colour: string]
  title: string
  /** How far it is, in words. */
  told: ReactNode
  /** Whose it is. */
  by: string | null
  /** What can be done about it, and how that stands on a phone. */
  actions: ReactNode
  actionsClass: string
  /** What stands below, as a bar. */
  children: ReactNode
}

/** Something that goes on by itself, as a line of a list. */
export function ProgressRow(props: Props) {
  const [Icon, colour] = props.mark
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 gap-3">
          <Icon aria-hidden="true" className={classes('mt-0.5 size-5 shrink-0', colour)} />
          <div className="min-w-0">
            <h3 className="font-bold wrap-anywhere">{props.title}</h3>
            <p className="text-sm text-muted tabular-nums">
              {props.told}
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
