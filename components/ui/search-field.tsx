'use client'

import { useEffect, useRef, useState } from 'react'
import { Field } from './field'
import { useTypedBeforeHydration } from './use-typed-before-hydration'

/** Debounce of the search after the last key press, in ms. */
const DEBOUNCE_MS = 300

interface Props {
  label: string
  /** Current search text, which can also change from outside. */
  value: string
  onSearch: (text: string) => void
}

/** Search box of a list. Searches when the user stops typing. */
export function SearchField({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const searched = useRef(value)
  const box = useRef<HTMLInputElement>(null)
  useTypedBeforeHydration(box, value, setText)

  // Applies a change from outside, for example the Back button or a cleared filter.
  useEffect(() => {
    if (value !== searched.current) {
      searched.current = value
      setText(value)
    }
  }, [value])

  useEffect(() => {
    const trimmed = text.trim()
    if (trimmed === searched.current) return
    const timer = setTimeout(() => {
      searched.current = trimmed
      onSearch(trimmed)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])

  return (
    <search className="block max-w-xl">
      <Field
        ref={box}
        label={label}
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </search>
  )
}
