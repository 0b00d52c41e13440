'use client'

import { Pencil } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Spinner } from '@/components/ui/spinner'
import type { ExpectedValues } from '@/lib/http/precondition'
import { LeaveGuard } from './leave-guard'
import { useEdit } from './use-edit'

interface Props<F extends string> {
  /** Label of the cell for screen readers. */
  label: string
  /** The entity whose lists show the record, and the requests that change and read the record. */
  endpoints: {
    entity: string
    change: (
      change: Record<NoInfer<F>, string> & { seen: ExpectedValues },
    ) => Promise<Record<NoInfer<F>, string>>
    read: () => Promise<Record<NoInfer<F>, string>>
  }
  /** The edited field and its current value, as an object with one key. */
  value: Record<F, string>
  /** Allows several lines. Shift+Enter starts a new line. */
  multiline?: boolean
  /**
   * Returns the success message, from the text that was sent and the text that the server stored.
   */
  successMessage?: (sent: string, stored: string) => string
  /** Content of the closed cell. Default: the plain value. */
  children?: ReactNode
  className?: string
}

/**
 * Table cell that is edited in place. Enter or leaving the cell saves, Escape discards the change.
 * If saving fails, the text stays and the error is shown below it.
 */
export function InlineEdit<F extends string>(props: Props<F>) {
  const { label, multiline, children, className } = props
  const [value = ''] = Object.values<string>(props.value)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const shouldFocus = useRef(false)

  /**
   * Closes the editor. With `isByKey`, the button of the cell gets the focus when it is rendered
   * again.
   */
  function close(isByKey: boolean) {
    shouldFocus.current = isByKey
    setOpen(false)
  }
  const setButton = (element: HTMLButtonElement | null) => {
    button.current = element
    if (!element || !shouldFocus.current) return
    shouldFocus.current = false
    element.focus()
  }

  if (isOpen) return <InlineEditor {...props} close={close} />
  return (
    <button
      ref={setButton}
      type="button"
      onClick={() => setOpen(true)}
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

/**
 * Keeps the focus in the text field while a button is pressed, because losing the focus saves the
 * text.
 */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault()

/** Cursor position in characters, beyond the end of any text. */
const TEXT_END = 1_000_000

/**
 * Whether the main input is touch. A phone's keyboard has no Shift+Enter: Enter starts a new line
 * there, and the button saves.
 */
const isTouch = () => matchMedia('(pointer: coarse)').matches

/** A record with one text field. */
type Text = Record<string, string>

/** Editor of an open cell: the text field, the buttons, and the error of the last save. */
function InlineEditor<F extends string>(props: Props<F> & { close: (isByKey: boolean) => void }) {
  const { label, endpoints, value, multiline, successMessage, className, close } = props
  const id = useId()
  const box = useRef<HTMLTextAreaElement | null>(null)
  const isByKey = useRef(false)
  // The value when the editor was opened. Later reads of the list do not change it.
  const [item] = useState<Text>(value)
  const field = Object.keys(value)[0] as F
  const form = useForm<Text>({ defaultValues: item })
  const edited = useEdit<Text, Text, Text>({
    form,
    item,
    valuesOf: (record) => ({ [field]: record[field] ?? '' }),
    change: (change) => endpoints.change(change as Record<F, string> & { seen: ExpectedValues }),
    read: endpoints.read,
    invalidates: [endpoints.entity],
    successMessage: (stored, sent) => {
      const text = String(Object.entries(sent)[0]?.[1])
      return successMessage?.(text, String(stored[field])) ?? 'Spremljeno.'
    },
    errorMessage: null,
    onSaved: () => close(isByKey.current),
  })
  const { isPending, conflicts } = edited
  const problem = edited.problem ?? form.formState.errors[field]?.message
  const isConflict = conflicts.length > 0
  const input = form.register(field)

  useEffect(() => {
    box.current?.focus()
    // A short text is selected, so that typing replaces it. In a long text the cursor is at the
    // end.
    if (multiline) box.current?.setSelectionRange(TEXT_END, TEXT_END)
    else box.current?.select()
  }, [multiline])

  // Scrolls to the error below the text. On a phone the bottom bar would cover the error.
  useEffect(() => {
    if (problem) box.current?.scrollIntoView({ block: 'center' })
  }, [problem])

  function save() {
    isByKey.current = true
    void edited.submit()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || isPending) return
    if (event.key === 'Escape') {
      event.preventDefault()
      close(true)
    }
    if (event.key === 'Enter' && !(multiline && (event.shiftKey || isTouch()))) {
      event.preventDefault()
      save()
    }
  }

  return (
    <div className={classes('w-full min-w-0', className)}>
      <LeaveGuard isDirty={problem !== undefined} />
      <textarea
        {...input}
        ref={(element) => {
          input.ref(element)
          box.current = element
        }}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        aria-busy={isPending || undefined}
        rows={1}
        readOnly={isPending}
        onKeyDown={onKeyDown}
        onBlur={() => problem === undefined && void edited.submit()}
        className={classes(
          'block min-h-11 w-full resize-none field-sizing-content rounded-md border bg-panel px-3 py-2 text-base font-normal',
          problem ? 'border-stop' : 'border-edge-2',
        )}
      />
      <div id={`${id}-note`} className="mt-1 text-sm font-normal">
        {problem ? (
          <p role="alert" className="text-stop">
            {problem}
          </p>
        ) : (
          <p className="flex items-center gap-2 text-muted">
            {isPending && <Spinner />}
            <span>{isPending ? 'Spremanje …' : <KeyHints multiline={multiline} />}</span>
          </p>
        )}
        {isConflict && (
          <p className="mt-1 rounded-md bg-panel-2 px-3 py-2 break-words whitespace-pre-line">
            <span className="text-muted">Sada piše: </span>
            <span>{edited.now?.[field] || <em className="text-muted">prazno</em>}</span>
          </p>
        )}
      </div>
      <div className={classes('mt-2 flex flex-wrap gap-2', !problem && 'md:hidden')}>
        <Button look="primary" pending={isPending} onPointerDown={keepFocus} onClick={save}>
          {isConflict ? 'Spremi moje preko toga' : 'Spremi'}
        </Button>
        <Button onPointerDown={keepFocus} onClick={() => close(true)} disabled={isPending}>
          {isConflict ? 'Zadrži što sada piše' : 'Odustani'}
        </Button>
      </div>
    </div>
  )
}

function KeyHints({ multiline }: { multiline?: boolean }) {
  return (
    <span className="max-md:hidden">
      <kbd>Enter</kbd> sprema
      {multiline && (
        <span>
          , <kbd>Shift</kbd> <kbd>Enter</kbd> novi red
        </span>
      )}
      <span>
        , <kbd>Esc</kbd> vraća
      </span>
    </span>
  )
}
