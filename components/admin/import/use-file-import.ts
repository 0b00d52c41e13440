'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, api } from '@/lib/api-client/client'
import type { GuestFileAnswer, Shape } from '@/lib/guests/import/mapping-schema'
import { FILE_MESSAGES, MAX_MEGABYTES } from '@/lib/spreadsheet/messages'
import type { FileAnswer } from '@/lib/spreadsheet/schema'
import { correctionsOf, type EditedRow } from './edited-rows'
import { type Mapping, mappingOfShape, reusableMapping } from './mapping'

type Entity = 'guests' | 'users' | 'programme'
type ImportResult = FileAnswer &
  Partial<Pick<GuestFileAnswer, 'toUpdate' | 'updated' | 'changes' | 'hidden'>>

/** State of the import of one file. */
interface State {
  file: File | null
  /** The request in progress; null if there is none. */
  step: 'checking' | 'reading' | 'importing' | null
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
  preview: ImportResult | null
  /** Result of the finished import; null before. */
  result: ImportResult | null
  problem: string | null
}

const INITIAL_STATE: State = {
  file: null,
  step: null,
  sent: 0,
  shape: null,
  mapping: null,
  isMapping: false,
  isKnown: false,
  updates: false,
  skipsHidden: false,
  edited: [],
  preview: null,
  result: null,
  problem: null,
}

const UNREADABLE = 'Datoteka se ne može pročitati.'

/** Choices of the first check of a file. */
const INITIAL_OPTIONS = { mapping: null, updates: false, skipsHidden: false, edited: [] }

/**
 * Error codes for a table that is not in the format of the template. The user can map its columns.
 */
const OTHER_FORMAT = ['unknown_columns', 'repeated_column', 'missing_column', 'nameless_column']

/**
 * Manages the import of a file: file choice, column mapping, preview and import. If a request
 * fails, the choices are kept.
 */
export function useFileImport(entity: Entity) {
  const client = useQueryClient()
  const [state, setState] = useState(INITIAL_STATE)
  // Refs instead of state: a second press, or the response for a discarded file, may come before
  // the next render.
  const run = useRef(0)
  const isWriting = useRef(false)
  // Mapping of the previous file. Users often choose the same file again after they have corrected
  // it.
  const previousMapping = useRef<{ shape: Shape; mapping: Mapping } | null>(null)

  /** Sends a request with the file. Only the response of the latest request is used. */
  async function call<T>(
    file: File,
    step: NonNullable<State['step']>,
    request: (body: FormData, onProgress: (sent: number) => void) => Promise<T>,
    next: (response: T) => Partial<State>,
  ): Promise<ApiError | T | null> {
    const runId = ++run.current
    const change = (to: Partial<State>) =>
      runId === run.current && setState((before) => ({ ...before, ...to }))
    change({ file, step, sent: 0, problem: null })
    try {
      const body = new FormData()
      body.set('file', file)
      const response = await request(body, (sent) => change({ sent }))
      change({ step: null, ...next(response) })
      return runId === run.current ? response : null
    } catch (error) {
      const problem = error instanceof ApiError ? error.detail : UNREADABLE
      const isOther = error instanceof ApiError && OTHER_FORMAT.includes(error.code)
      if (!isOther || step !== 'checking' || entity !== 'guests') change({ problem, step: null })
      return error instanceof ApiError && runId === run.current ? error : null
    }
  }

  type CheckOptions = Pick<State, 'mapping' | 'updates' | 'skipsHidden' | 'edited'>

  const sendFile = (
    file: File,
    { mapping, updates, skipsHidden, edited }: CheckOptions,
    query: { preview?: '1'; namesakes?: 'add' | 'skip' },
    next: (response: ImportResult) => Partial<State>,
  ) =>
    call(
      file,
      query.preview ? 'checking' : 'importing',
      (body, onProgress): Promise<ImportResult> => {
        if (edited.length > 0) body.set('corrections', JSON.stringify(correctionsOf(edited)))
        if (entity !== 'guests')
          return api('POST', `/${entity}/import`, { query, body, onProgress })
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
  async function check(file: File, options: CheckOptions) {
    const { mapping, updates, skipsHidden, edited } = options
    const response = await sendFile(file, options, { preview: '1' }, (preview) => ({
      mapping,
      updates,
      skipsHidden,
      edited,
      preview,
      isMapping: false,
    }))
    const isOther = response instanceof ApiError && OTHER_FORMAT.includes(response.code)
    if (isOther && entity === 'guests' && !options.mapping) await readShape(file)
    return response
  }

  /**
   * Requests the sheets and columns of the file. Continues to the preview only if the user has just
   * mapped the same headings. A mapping that the server remembers from another import is shown
   * first.
   */
  async function readShape(file: File, heading?: { sheet: number; row: number }) {
    let isReused = false
    const response = await call(
      file,
      'reading',
      (body, onProgress) =>
        api('POST', '/guests/import-shape', { query: heading ?? {}, body, onProgress }),
      (shape: Shape) => {
        const before =
          heading || !previousMapping.current
            ? null
            : reusableMapping(previousMapping.current, shape)
        isReused = before !== null
        const mapping = before ?? mappingOfShape(shape, heading?.sheet)
        const isKnown = isReused || (!heading && shape.isRemembered)
        return { shape, mapping, isKnown, isMapping: !isReused, edited: [], preview: null }
      },
    )
    if (!response || response instanceof ApiError || !isReused) return
    const before = previousMapping.current && reusableMapping(previousMapping.current, response)
    await check(file, { ...INITIAL_OPTIONS, mapping: before })
  }

  /** Accepts a chosen file and requests its preview. */
  async function choose(chosen: File) {
    if (isWriting.current) return
    run.current++
    setState({ ...INITIAL_STATE, file: chosen })
    if (chosen.size > MAX_MEGABYTES * 1024 * 1024)
      return setState({ ...INITIAL_STATE, file: chosen, problem: FILE_MESSAGES.tooLarge })
    // The file is copied, so that the import uses the same bytes as the preview even if the file is
    // edited meanwhile.
    const bytes = await chosen.arrayBuffer().catch(() => null)
    if (!bytes) return setState({ ...INITIAL_STATE, file: chosen, problem: UNREADABLE })
    await check(new File([bytes], chosen.name), INITIAL_OPTIONS)
  }

  async function runImport(namesakes: 'add' | 'skip') {
    if (!state.file || isWriting.current) return
    isWriting.current = true
    const query = entity === 'guests' ? { namesakes } : {}
    await sendFile(state.file, state, query, (result) => ({ result }))
    isWriting.current = false
    await Promise.all(
      [entity, 'tags', 'reports', 'stages'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    )
  }

  return {
    ...state,
    choose,
    runImport,
    /** Continues with the column mapping that the user has chosen. */
    applyMapping: async (mapping: Mapping) => {
      if (!state.file || !state.shape) return
      previousMapping.current = { shape: state.shape, mapping }
      setState((before) => ({ ...before, isKnown: false }))
      const isSame = JSON.stringify(mapping) === JSON.stringify(state.mapping)
      await check(state.file, { ...state, mapping, edited: isSame ? state.edited : [] })
    },
    editMapping: () =>
      setState((before) => ({ ...before, isMapping: true, preview: null, problem: null })),
    changeHeadingRow: (sheet: number, row: number) =>
      state.file && readShape(state.file, { sheet, row }),
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
      previousMapping.current = null
      setState(INITIAL_STATE)
    },
  }
}

export type FileImport = ReturnType<typeof useFileImport>
