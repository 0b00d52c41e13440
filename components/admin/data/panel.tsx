import { type ReactNode, useId } from 'react'
import { classes } from '@/components/ui/classes'

interface Props {
  title: string
  className?: string
  children: ReactNode
}

/** Section of a screen with its own heading. */
export function Panel({ title, className, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classes('rounded-lg border border-edge bg-panel p-4 md:p-5', className)}
    >
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}
