'use client'

import { Pencil } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { classes } from '@/components/ui/classes'
import { InlineEditor } from './inline-editor'
import { type SaveText, useInlineEdit } from './use-inline-edit'

interface Props {
  /** What the cell holds, for a screen reader. */
  label: string
  value: string
  /** Text of several lines: Shift+Enter breaks one. */
  multiline?: boolean
  save: SaveText
  /** What stands there instead of the plain value. */
  children?: ReactNode
  className?: string
}

/**
 * A cell that is edited where it stands. Enter, or going elsewhere, saves; Escape puts back
 * what was there. What cannot be saved stays typed, with the reason below.
 */
export function InlineEdit({ label, value, multiline, save, children, className }: Props) {
  const edit = useInlineEdit(value, save)
  const button = useRef<HTMLButtonElement>(null)
  const isComingBack = useRef(false)
  // The cell may stand there again already, or only after the next render.
  const goBack = () => {
    isComingBack.current = button.current === null
    button.current?.focus()
  }
  const opener = (element: HTMLButtonElement | null) => {
    button.current = element
    if (element && isComingBack.current) goBack()
  }

  if (edit.draft !== null)
    return <InlineEditor {...{ label, multiline, edit, goBack, className }} draft={edit.draft} />
  return (
    <button
      ref={opener}
      type="button"
      onClick={edit.start}
      aria-label={`${label}: ${value || 'prazno'}. Uredi`}
      className={classes(
        'group -mx-2 flex min-h-11 w-full min-w-0 items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-panel-2',
        className,
      )}
    >
      <span className={classes('min-w-0 flex-1 break-words', multiline && 'whitespace-pre-line')}>
        {children ?? (value || <span className="text-muted italic">prazno</span>)}
      </span>
      <Pencil
        aria-hidden="true"
        className="size-4 shrink-0 text-muted md:opacity-0 md:group-hover:opacity-100 md:group-focus-visible:opacity-100"
      />
    </button>
  )
}
