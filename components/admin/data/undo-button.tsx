'use client'

import { Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { formatNumber } from '@/components/ui/format-number'

const MINUTE_MS = 60_000

interface Props {
  /** Name of the task that is undone. */
  title: string
  /** Time until which the task can be undone. */
  until: string
  /** Number of items that the undo would change. */
  count: number
  isPending: boolean
  onUndo: (onDone: () => void) => void
  /** Explanation of the undo, which the question shows. */
  children: ReactNode
}

/** Button that asks a question and then undoes a task. It shows the minutes left, and disappears at 0. */
export function UndoButton({ title, until, count, isPending, onUndo, children }: Props) {
  const [now, setNow] = useState(() => Date.now())
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2)
    return () => clearInterval(timer)
  }, [])
  const leftMs = Date.parse(until) - now
  if (leftMs <= 0) return null
  return (
    <>
      <Button aria-label={`Poništi: ${title}`} onClick={() => setAsking(true)}>
        <Undo2 aria-hidden="true" className="size-5" />
        Poništi{' '}
        <span className="font-normal text-muted">još {Math.ceil(leftMs / MINUTE_MS)} min</span>
      </Button>
      <Confirm
        open={isAsking}
        question={`Poništiti: ${title.toLowerCase()}?`}
        yes={`Poništi (${formatNumber(count)})`}
        danger
        pending={isPending}
        onYes={() => onUndo(() => setAsking(false))}
        onNo={() => setAsking(false)}
      >
        <p className="text-muted">{children}</p>
      </Confirm>
    </>
  )
}
