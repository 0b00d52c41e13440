'use client'

import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Spinner } from '@/components/ui/spinner'
import { LeaveGuard } from './leave-guard'
import type { InlineEditing } from './use-inline-edit'

interface Props {
  label: string
  multiline?: boolean
  draft: string
  edit: InlineEditing
  /** Gives the keyboard back to the cell, once it stands there again. */
  goBack: () => void
  className?: string
}

/** A pressed button must not take the keyboard first, since leaving the text saves it. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault()

/** Beyond the end of any text. */
const MOST = 1_000_000

/** A phone's keyboard has no Shift+Enter: there Enter breaks the line, and the button saves. */
const isTouch = () => matchMedia('(pointer: coarse)').matches

/** The open state of a cell: the text, how it is saved, and what stands in the way. */
export function InlineEditor({ label, multiline, draft, edit, goBack, className }: Props) {
  const { problem, isSaving } = edit
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    box.current?.focus()
    // A short text is typed anew, a long one is written on.
    if (multiline) box.current?.setSelectionRange(MOST, MOST)
    else box.current?.select()
  }, [multiline])

  // What stands in the way is below the text, on a phone behind the bar.
  useEffect(() => {
    if (problem) box.current?.scrollIntoView({ block: 'center' })
  }, [problem])

  async function saveAndGoBack(save: () => Promise<boolean>) {
    if (await save()) goBack()
  }

  function cancel() {
    edit.stop()
    goBack()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || isSaving) return
    if (event.key === 'Escape') {
      event.preventDefault()
      cancel()
    }
    if (event.key === 'Enter' && !(multiline && (event.shiftKey || isTouch()))) {
      event.preventDefault()
      void saveAndGoBack(problem?.isConflict ? edit.saveOver : edit.save)
    }
  }

  return (
    <div className={classes('w-full min-w-0', className)}>
      <LeaveGuard isDirty={problem !== null} />
      <textarea
        ref={box}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        aria-busy={isSaving || undefined}
        rows={1}
        value={draft}
        readOnly={isSaving}
        onChange={(event) => edit.type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => problem === null && void edit.save()}
        className={classes(
          'block min-h-11 w-full resize-none field-sizing-content rounded-md border bg-panel px-3 py-2 text-base font-normal',
          problem ? 'border-stop' : 'border-edge-2',
        )}
      />
      <div id={`${id}-note`} className="mt-1 text-sm font-normal">
        {problem ? (
          <p role="alert" className="text-stop">
            {problem.detail}
          </p>
        ) : (
          <p className="flex items-center gap-2 text-muted">
            {isSaving && <Spinner />}
            {isSaving ? 'Spremanje …' : <Keys multiline={multiline} />}
          </p>
        )}
        {problem?.isConflict && (
          <p className="mt-1 rounded-md bg-panel-2 px-3 py-2 break-words whitespace-pre-line">
            <span className="text-muted">Sada piše: </span>
            {edit.value || <em className="text-muted">prazno</em>}
          </p>
        )}
      </div>
      <div className={classes('mt-2 flex flex-wrap gap-2', !problem && 'md:hidden')}>
        <Button
          look="primary"
          pending={isSaving}
          onPointerDown={keepFocus}
          onClick={() => saveAndGoBack(problem?.isConflict ? edit.saveOver : edit.save)}
        >
          {problem?.isConflict ? 'Spremi moje preko toga' : 'Spremi'}
        </Button>
        <Button onPointerDown={keepFocus} onClick={cancel} disabled={isSaving}>
          {problem?.isConflict ? 'Zadrži što sada piše' : 'Odustani'}
        </Button>
      </div>
    </div>
  )
}

function Keys({ multiline }: { multiline?: boolean }) {
  return (
    <span className="max-md:hidden">
      <kbd>Enter</kbd> sprema
      {multiline && (
        <>
          , <kbd>Shift</kbd> <kbd>Enter</kbd> novi red
        </>
      )}
      , <kbd>Esc</kbd> vraća
    </span>
  )
}
