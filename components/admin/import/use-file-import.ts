'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, api } from '@/lib/api-client/client'
import type { GuestFileAnswer, Shape } from '@/lib/guests/import/mapping-schema'
import { FILE_MESSAGES, MAX_MEGABYTES } from '@/lib/spreadsheet/messages'
import type { FileAnswer } from '@/lib/spreadsheet/schema'
import { correctionsOf, type EditedRow } from './edited-rows'
import { type Mapping, mappingOfShape, sameHeadings } from './mapping'

type Noun = 'guests' | 'users' | 'programme'
type Answer = FileAnswer &
  Partial<Pick<GuestFileAnswer, 'toUpdate' | 'updated' | 'changes' | 'hidden'>>

/** State of the import of one file. */
interface State {
  file: File | null
  /** The request in progress; null if there is none. */
  work: 'checking' | 'reading' | 'importing' | null
  /** Upload progress of the file, from 0 to 1. */
  sent: number
  /** Sheets and columns of the file; null if the file has the format of the template. */
  shape: Shape | null
  mapping: Mapping | null
  /** Whether the form for the column mapping is shown. */
  isMapping: boolean
  /** Whether the mapping comes from an earlier import with the same headings. */
  isKnown: boolean
  /** Whether the import changes guests who are already on the list. */
  updates: boolean
  /** Whether rows that are hidden in the file are left out. */
  skipsHidden: boolean
  /** Rows that the user corrected or skipped. They are valid for this file and mapping alone. */
  edited: EditedRow[]
  preview: Answer | null
  /** Result of the finished import; null before. */
  done: Answer | null
  problem: string | null
}

const NOTHING: State = {
  file: null,
  work: null,
  sent: 0,
  shape: null,
  mapping: null,
  isMapping: false,
  isKnown: false,
  updates: false,
  skipsHidden: false,
  edited: [],
  preview: null,
  done: null,
  problem: null,
}

const UNREADABLE = 'Datoteka se ne može pročitati.'

/** Choices of the first check of a file. */
const FIRST = { mapping: null, updates: false, skipsHidden: false, edited: [] }

/**
 * Error codes for a table that is not in the format of the template. The user can map its columns.
 */
const OTHER_FORMAT = ['unknown_columns', 'repeated_column', 'missing_column', 'nameless_column']

/**
 * Manages the import of a file: file choice, column mapping, preview and import. If a request
 * fails, the choices are kept.
 */
export function useFileImport(noun: Noun) {
  const client = useQueryClient()
  const [state, setState] = useState(NOTHING)
  // Refs instead of state: a second press, or the response for a discarded file, may come before
  // the next render.
  const run = useRef(0)
  const isWriting = useRef(false)
  // Mapping of the previous file. Users often choose the same file again after they have corrected
  // it.
  const said = useRef<{ shape: Shape; mapping: Mapping } | null>(null)

  /** Sends a request with the file. Only the response of the latest request is used. */
  async function call<T>(
    file: File,
    work: NonNullable<State['work']>,
    ask: (body: FormData, onProgress: (sent: number) => void) => Promise<T>,
    next: (answer: T) => Partial<State>,
  ): Promise<ApiError | T | null> {
    const own = ++run.current
    const change = (to: Partial<State>) =>
      own === run.current && setState((before) => ({ ...before, ...to }))
    change({ file, work, sent: 0, problem: null })
    try {
      const body = new FormData()
      body.set('file', file)
      const answer = await ask(body, (sent) => change({ sent }))
      change({ work: null, ...next(answer) })
      return own === run.current ? answer : null
    } catch (error) {
      const problem = error instanceof ApiError ? error.detail : UNREADABLE
      const isOther = error instanceof ApiError && OTHER_FORMAT.includes(error.code)
      if (!isOther || work !== 'checking' || noun !== 'guests') change({ problem, work: null })
      return error instanceof ApiError && own === run.current ? error : null
    }
  }

  type How = Pick<State, 'mapping' | 'updates' | 'skipsHidden' | 'edited'>

  const sendFile = (
    file: File,
    { mapping, updates, skipsHidden, edited }: How,
    query: { preview?: '1'; namesakes?: 'add' | 'skip' },
    next: (answer: Answer) => Partial<State>,
  ) =>
    call(
      file,
      query.preview ? 'checking' : 'importing',
      (body, onProgress): Promise<Answer> => {
        if (edited.length > 0) body.set('corrections', JSON.stringify(correctionsOf(edited)))
        if (noun !== 'guests') return api('POST', `/${noun}/import`, { query, body, onProgress })
        if (mapping) body.set('mapping', JSON.stringify(mapping))
        const existing = updates ? 'update' : undefined
        const hidden = skipsHidden ? 'skip' : undefined
        const all = { ...query, existing, hidden } as const
        return api('POST', '/guests/import', { query: all, body, onProgress })
      },
      next,
    )

  /**
   * Requests the preview of the import. If a table of guests is not in the format of the template,
   * requests its sheets and columns instead.
   */
  async function check(file: File, how: How) {
    const { mapping, updates, skipsHidden, edited } = how
    const answer = await sendFile(file, how, { preview: '1' }, (preview) => ({
      mapping,
      updates,
      skipsHidden,
      edited,
      preview,
      isMapping: false,
    }))
    const isOther = answer instanceof ApiError && OTHER_FORMAT.includes(answer.code)
    if (isOther && noun === 'guests' && !how.mapping) await look(file)
    return answer
  }

  /**
   * Requests the sheets and columns of the file. Continues to the preview only if the user has just
   * mapped the same headings. A mapping that the server remembers from another import is shown
   * first.
   */
  async function look(file: File, told?: { sheet: number; row: number }) {
    let isSaid = false
    const answer = await call(
      file,
      'reading',
      (body, onProgress) =>
        api('POST', '/guests/import-shape', { query: told ?? {}, body, onProgress }),
      (shape: Shape) => {
        const before = told || !said.current ? null : sameHeadings(said.current, shape)
        isSaid = before !== null
        const mapping = before ?? mappingOfShape(shape, told?.sheet)
        const isKnown = isSaid || (!told && shape.isRemembered)
        return { shape, mapping, isKnown, isMapping: !isSaid, edited: [], preview: null }
      },
    )
    if (!answer || answer instanceof ApiError || !isSaid) return
    const before = said.current && sameHeadings(said.current, answer)
    await check(file, { ...FIRST, mapping: before })
  }

  /** Accepts a chosen file and requests its preview. */
  async function choose(chosen: File) {
    if (isWriting.current) return
    run.current++
    setState({ ...NOTHING, file: chosen })
    if (chosen.size > MAX_MEGABYTES * 1024 * 1024)
      return setState({ ...NOTHING, file: chosen, problem: FILE_MESSAGES.tooLarge })
    // The file is copied, so that the import uses the same bytes as the preview even if the file is
    // edited meanwhile.
    const bytes = await chosen.arrayBuffer().catch(() => null)
    if (!bytes) return setState({ ...NOTHING, file: chosen, problem: UNREADABLE })
    await check(new File([bytes], chosen.name), FIRST)
  }

  async function write(namesakes: 'add' | 'skip') {
    if (!state.file || isWriting.current) return
    isWriting.current = true
    const query = noun === 'guests' ? { namesakes } : {}
    await sendFile(state.file, state, query, (done) => ({ done }))
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
    /** Continues with the column mapping that the user has chosen. */
    map: async (mapping: Mapping) => {
      if (!state.file || !state.shape) return
      said.current = { shape: state.shape, mapping }
      setState((before) => ({ ...before, isKnown: false }))
      const isSame = JSON.stringify(mapping) === JSON.stringify(state.mapping)
      await check(state.file, { ...state, mapping, edited: isSame ? state.edited : [] })
    },
    remap: () =>
      setState((before) => ({ ...before, isMapping: true, preview: null, problem: null })),
    lookAgain: (sheet: number, row: number) => state.file && look(state.file, { sheet, row }),
    /** Repeats the last step after a failure. */
    retry: () =>
      state.file &&
      (state.preview || (state.mapping && !state.isMapping)
        ? check(state.file, state)
        : choose(state.file)),
    /** Checks the file with other corrections. If the request fails, those before are kept. */
    edit: async (edited: EditedRow[]) => state.file && check(state.file, { ...state, edited }),
    setUpdates: (updates: boolean) => state.file && check(state.file, { ...state, updates }),
    setSkipsHidden: (skipsHidden: boolean) =>
      state.file && check(state.file, { ...state, skipsHidden }),
    reset: () => {
      run.current++
      said.current = null
      setState(NOTHING)
    },
  }
}

export type FileImport = ReturnType<typeof useFileImport>
