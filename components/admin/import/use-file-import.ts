'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, api } from '@/lib/http/client'
import { FILE_MESSAGES, MOST_MEGABYTES } from '@/lib/spreadsheet/messages'
import type { FileAnswer } from '@/lib/spreadsheet/schema'

type Noun = 'guests' | 'users' | 'programme'
type Query = { preview?: '1'; namesakes?: 'add' | 'skip' }

/** How far the import of one file has got. */
interface State {
  file: File | null
  /** What is going on right now. */
  work: 'checking' | 'importing' | null
  /** How much of the file has gone out, from 0 to 1. */
  sent: number
  preview: FileAnswer | null
  /** What was imported; then it is over. */
  done: FileAnswer | null
  problem: string | null
}

const NOTHING: State = {
  file: null,
  work: null,
  sent: 0,
  preview: null,
  done: null,
  problem: null,
}

/** A file from its choice over the preview to the import; what was chosen stays when one fails. */
export function useFileImport(noun: Noun) {
  const client = useQueryClient()
  const [state, setState] = useState(NOTHING)
  // A second press, or an answer to a file that was put away, comes before this is rendered.
  const run = useRef(0)
  const isWriting = useRef(false)

  async function call(file: File, work: 'checking' | 'importing', query: Query) {
    const own = ++run.current
    const change = (next: Partial<State>) =>
      own === run.current && setState((before) => ({ ...before, ...next }))
    setState((before) => ({ ...before, file, work, sent: 0, problem: null }))
    try {
      const body = new FormData()
      body.set('file', file)
      const onProgress = (sent: number) => change({ sent })
      const answer = await api('POST', `/${noun}/import`, { query, body, onProgress })
      change(work === 'checking' ? { preview: answer, work: null } : { done: answer, work: null })
    } catch (error) {
      const problem = error instanceof ApiError ? error.detail : 'Datoteka se ne može pročitati.'
      change({ problem, work: null })
    }
  }

  /** Takes a file and looks into it at once. */
  async function choose(chosen: File) {
    if (isWriting.current) return
    run.current++
    setState({ ...NOTHING, file: chosen })
    if (chosen.size > MOST_MEGABYTES * 1024 * 1024)
      return setState({ ...NOTHING, file: chosen, problem: FILE_MESSAGES.tooLarge })
    // A copy, so that what is imported is what was looked at, also when it is edited meanwhile.
    const bytes = await chosen.arrayBuffer().catch(() => null)
    if (!bytes)
      return setState({ ...NOTHING, file: chosen, problem: 'Datoteka se ne može pročitati.' })
    await call(new File([bytes], chosen.name), 'checking', { preview: '1' })
  }

  async function write(namesakes: 'add' | 'skip') {
    if (!state.file || isWriting.current) return
    isWriting.current = true
    await call(state.file, 'importing', noun === 'guests' ? { namesakes } : {})
    isWriting.current = false
    await Promise.all(
      [noun, 'tags', 'reports', 'stages'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    )
  }

  return {
    ...state,
    choose,
    write,
    reset: () => {
      run.current++
      setState(NOTHING)
    },
  }
}

export type FileImport = ReturnType<typeof useFileImport>
