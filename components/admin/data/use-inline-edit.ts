'use client'

import { useRef, useState } from 'react'
import { ApiError } from '@/lib/http/client'

/** Sends the text, with what stood there when the editing began. */
export type SaveText = (next: string, seen: string) => Promise<unknown>

interface Problem {
  detail: string
  /** Somebody else has changed it meanwhile: what stands there now is shown beside. */
  isConflict: boolean
}

/** The editing of one text: what is typed, what was there, and what became of the saving. */
export function useInlineEdit(value: string, save: SaveText) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const seen = useRef(value)
  // Enter saves, and the blur that follows comes before `isSaving` is rendered.
  const busy = useRef(false)

  function start() {
    seen.current = value
    setProblem(null)
    setDraft(value)
  }

  function stop() {
    setDraft(null)
    setProblem(null)
  }

  async function send(over: string): Promise<boolean> {
    if (draft === null || busy.current) return false
    if (draft === over) {
      stop()
      return true
    }
    busy.current = true
    setSaving(true)
    try {
      await save(draft, over)
      stop()
      return true
    } catch (error) {
      const { detail, code } = error instanceof ApiError ? error : { detail: '', code: '' }
      setProblem({ detail, isConflict: code === 'changed_meanwhile' })
      return false
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  return {
    draft,
    type: setDraft,
    /** What stands there now, which during a conflict is not what was seen. */
    value,
    isSaving,
    problem,
    start,
    stop,
    /** Saves over what was seen; false when it could not be. */
    save: () => send(seen.current),
    /** Saves over what somebody else has written meanwhile, now that it has been seen. */
    saveOver: () => {
      seen.current = value
      return send(value)
    },
  }
}

export type InlineEditing = ReturnType<typeof useInlineEdit>
