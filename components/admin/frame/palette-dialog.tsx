'use client'

import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { CloseCross, DialogFrame, DialogTitle } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import type { Action } from './palette-entries'
import { type Option, PaletteOption, usePaletteOptions } from './palette-options'

interface Props {
  privilege: number
  onAction: (action: Action) => void
  onClose: () => void
}

/**
 * Command palette: one search field that finds everything the user may open, by keyboard or touch.
 */
export function PaletteDialog({ privilege, onAction, onClose }: Props) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const { groups, isBusy, error } = usePaletteOptions(text, privilege)
  const options = groups.flatMap((group) => group.options)
  // A later response may not contain the chosen option. Then the first option is chosen.
  const current = options.find(({ key }) => key === chosen) ?? options[0]
  const id = useId()
  const idOf = ({ key }: Option) => `${id}-${key}`
  const before = useRef(document.activeElement)

  function choose(option: Option | undefined) {
    if (!option) return
    setChosen(option.key)
    document.getElementById(idOf(option))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const at = current ? options.indexOf(current) : -1
    const last = options.length - 1
    const to = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(at + 5, last),
      PageUp: Math.max(at - 5, 0),
    }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      choose(options[to])
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (current && !event.repeat) document.getElementById(idOf(current))?.click()
  }

  return (
    <DialogFrame
      onClose={onClose}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        // The screen that was opened may already have the focus.
        if (document.activeElement !== document.body) return
        if (before.current instanceof HTMLElement && before.current.isConnected)
          before.current.focus({ preventScroll: true })
      }}
      className="palette"
    >
      <DialogTitle className="sr-only">Nađi bilo što</DialogTitle>
      <div className="flex items-center gap-2 border-b border-edge pr-1 pl-4">
        {isBusy ? (
          <Spinner />
        ) : (
          <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
        )}
        <input
          role="combobox"
          aria-label="Nađi bilo što"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-found`}
          aria-activedescendant={current && idOf(current)}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Gost, izvođač, sponzor, stranica …"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(null)
          }}
          onKeyDown={onKeyDown}
          className="h-14 min-w-0 grow bg-transparent text-lg outline-none placeholder:text-muted"
        />
        <CloseCross />
      </div>
      <div
        id={`${id}-found`}
        role="listbox"
        aria-label="Pronađeno"
        aria-busy={isBusy}
        className="min-h-0 overflow-y-auto p-2"
      >
        {groups.map(({ heading, options: groupOptions }) => (
          // biome-ignore lint/a11y/useSemanticElements: within a listbox this is how options are grouped
          <div key={heading} role="group" aria-label={heading}>
            <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
              {heading}
            </p>
            {groupOptions.map((option) => (
              <PaletteOption
                key={option.key}
                id={idOf(option)}
                option={option}
                isChosen={option === current}
                onPoint={() => setChosen(option.key)}
                onAction={onAction}
                onDone={onClose}
              />
            ))}
          </div>
        ))}
      </div>
      <p
        role="status"
        className={options.length > 0 && !error ? 'sr-only' : 'px-5 pb-5 text-muted'}
      >
        <span>{error && `Pretraga ne radi. ${error.message}`}</span>
        <span>{!error && !isBusy && resultLabel(options.length)}</span>
      </p>
    </DialogFrame>
  )
}

const resultLabel = (n: number) =>
  n === 0 ? 'Ništa ne odgovara. Pokušaj s drugim riječima.' : `Pronađeno: ${n}`
