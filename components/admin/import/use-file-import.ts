'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, api } from '@/lib/api-client/client'
import type { GuestFileAnswer, Shape } from '@/lib/guests/import/mapping-schema'
import { FILE_MESSAGES, MOST_MEGABYTES } from '@/lib/spreadsheet/messages'
import type { FileAnswer } from '@/lib/spreadsheet/schema'
import { type Mapping, mappingOfShape, sameHeadings } from './mapping'

type Noun = 'guests' | 'users' | 'programme'
type Answer = FileAnswer &
  Partial<Pick<GuestFileAnswer, 'toUpdate' | 'updated' | 'changes' | 'hidden'>>

/** How far the import of one file has got. */
interface State {
  file: File | null
  /** What is going on right now. */
  work: 'checking' | 'reading' | 'importing' | null
  /** How much of the file has gone out, from 0 to 1. */
  sent: number
  /** What its tables look like, where they are not in the format of the template. */
  shape: Shape | null
  mapping: Mapping | null
  /** Whether a person is to say what the columns are, or may say it anew. */
  isMapping: boolean
  /** Whether that was said for the same headings before. */
  isKnown: boolean
  /** Whether guests on the list are changed. */
  updates: boolean
  /** Whether rows that are hidden in the file are left out. */
  skipsHidden: boolean
  preview: Answer | null
  /** What was imported; then it is over. */
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
  preview: null,
  done: null,
  problem: null,
}

const UNREADABLE = 'Datoteka se ne može pročitati.'

/** What is said of a table that is not in the format of the template: it can be mapped. */
const OTHER_FORMAT = ['unknown_columns', 'repeated_column', 'missing_column', 'nameless_column']

/** A file from its choice over the preview to the import; what was chosen stays when one fails. */
export function useFileImport(noun: Noun) {
  const client = useQueryClient()
  const [state, setState] = useState(NOTHING)
  // A second press, or an answer to a file that was put away, comes before this is rendered.
  const run = useRef(0)
  const isWriting = useRef(false)
  // Of the file before, which is often chosen again with its faults mended.
  const said = useRef<{ shape: Shape; mapping: Mapping } | null>(null)

  /** A call with the file, of which only the last one's answer counts. */
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

  type How = Pick<State, 'mapping' | 'updates' | 'skipsHidden'>

  const sendFile = (
    file: File,
    { mapping, updates, skipsHidden }: How,
    query: { preview?: '1'; namesakes?: 'add' | 'skip' },
    next: (answer: Answer) => Partial<State>,
  ) =>
    call(
      file,
      query.preview ? 'checking' : 'importing',
      (body, onProgress): Promise<Answer> => {
        if (noun !== 'guests') return api('POST', `/${noun}/import`, { query, body, onProgress })
        if (mapping) body.set('mapping', JSON.stringify(mapping))
        const existing = updates ? 'update' : undefined
        const hidden = skipsHidden ? 'skip' : undefined
        const all = { ...query, existing, hidden } as const
        return api('POST', '/guests/import', { query: all, body, onProgress })
      },
      next,
    )

  /** Says what would happen; a table in another format is looked at more closely instead. */
  async function check(file: File, how: How) {
    const { mapping, updates, skipsHidden } = how
    const answer = await sendFile(file, how, { preview: '1' }, (preview) => ({
      mapping,
      updates,
      skipsHidden,
      preview,
      isMapping: false,
    }))
    const isOther = answer instanceof ApiError && OTHER_FORMAT.includes(answer.code)
    if (isOther && noun === 'guests' && !how.mapping) await look(file)
  }

  /**
   * Asks what the tables look like. Goes on by itself only where a person has just said that; what
   * is remembered from another import is shown first.
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
        return { shape, mapping, isKnown, isMapping: !isSaid, preview: null }
      },
    )
    if (!answer || answer instanceof ApiError || !isSaid) return
    const before = said.current && sameHeadings(said.current, answer)
    await check(file, { mapping: before, updates: false, skipsHidden: false })
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
    if (!bytes) return setState({ ...NOTHING, file: chosen, problem: UNREADABLE })
    await check(new File([bytes], chosen.name), {
      mapping: null,
      updates: false,
      skipsHidden: false,
    })
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
    /** Goes on with what a person said that the columns are. */
    map: async (mapping: Mapping) => {
      if (!state.file || !state.shape) return
      said.current = { shape: state.shape, mapping }
      setState((before) => ({ ...before, isKnown: false }))
      await check(state.file, { ...state, mapping })
    },
    remap: () =>
      setState((before) => ({ ...before, isMapping: true, preview: null, problem: null })),
    lookAgain: (sheet: number, row: number) => state.file && look(state.file, { sheet, row }),
    /** The same again, after a failure. */
    retry: () =>
      state.file &&
      (state.mapping && !state.isMapping ? check(state.file, state) : choose(state.file)),
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
