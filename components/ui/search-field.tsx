'use client'

import { useEffect, useRef, useState } from 'react'
import { Field } from './field'
import { useTypedBeforeHydration } from './use-typed-before'

/** The search waits this long after the last letter, in ms. */
const DEBOUNCE = 300

interface Props {
  label: string
  /** What is being searched for, which may also change from outside. */
  value: string
  onSearch: (text: string) => void
}

/** A search box of a list: asks once the typing rests. */
export function SearchField({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const asked = useRef(value)
  const box = useRef<HTMLInputElement>(null)
  useTypedBeforeHydration(box, value, setText)

  // What came from outside (the way back, a cleared filter) is taken over.
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
