import type { describeApi } from './document'

export type ApiDocument = ReturnType<typeof describeApi>

/** One field as a reader of the reference sees it; inner fields are indented by `depth`. */
export interface FieldLine {
  path: string
  name: string
  type: string
  isRequired: boolean
  depth: number
}

/** One call, laid out for reading. */
export interface CallLine {
  id: string
  method: string
  path: string
  summary: string
  who: string
  parameters: FieldLine[]
  /** What may be sent, and as which types. */
  body: { types: string[]; note: string; fields: FieldLine[] } | null
  answers: { status: string; isList: boolean; fields: FieldLine[] }[]
  errors: string[]
}

export interface CallGroup {
  name: string
  description: string
  calls: CallLine[]
}
