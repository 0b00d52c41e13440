'use client'

import { useEffect, useRef, useState } from 'react'
import { Field } from './field'
import { useTypedBeforeHydration } from './use-typed-before'

/** Debounce of the search after the last key press, in ms. */
const DEBOUNCE = 300

interface Props {
  label: string
  /** Current search text, which can also change from outside. */
  value: string
  onSearch: (text: string) => void
}

/** Search box of a list. Searches when the user stops typing. */
export function SearchField({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const asked = useRef(value)
  const box = useRef<HTMLInputElement>(null)
  useTypedBeforeHydration(box, value, setText)

  // Takes over a change from outside, for example the Back button or a cleared filter.
  useEffect(() => {
    if (value !== asked.current) {
      asked.current = value
      setText(value)
    }
  }, [value])

  useEffect(() => {
    const trimmed = text.trim()
    if (trimmed === asked.current) return
    const timer = setTimeout(() => {
      asked.current = trimmed
      onSearch(trimmed)
    }, DEBOUNCE)
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
