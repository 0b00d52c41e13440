import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes'

const TONE = {
  error: { edge: 'border-stop', icon: CircleAlert, colour: 'text-stop' },
  info: { edge: 'border-edge', icon: Info, colour: 'text-muted' },
  success: { edge: 'border-go', icon: CircleCheck, colour: 'text-go' },
}

interface Props {
  tone?: keyof typeof TONE
  children: ReactNode
  className?: string
}

/**
 * Notice for the user. Renders nothing if there is no text. Screen readers announce an error at
 * once (`alert`), and other notices when they are idle (`status`).
 */
export function Notice({ tone = 'info', children, className }: Props) {
  if (children === null || children === undefined) return null
  const { edge, icon: Icon, colour } = TONE[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classes('flex gap-3 rounded-md border-l-4 bg-panel px-4 py-3', edge, className)}
    >
      <Icon aria-hidden="true" className={classes('mt-0.5 size-5 shrink-0', colour)} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
