import type { TimetableSet } from '@/components/public/programme/set-block'

interface TimetableStage {
  id: number
  name: string
  /** From when to when somebody plays there. */
  hours: string
  sets: TimetableSet[]
}

export interface TimetableDay {
  /** '' where the festival has only one. */
  title: string
  /** The first hour of the axis, in milliseconds. */
  begins: number
  /** What a clock shows at each hour of it, two digits. */
  hours: string[]
  /** Rem of five minutes. */
  unit: number
  stages: TimetableStage[]
}
