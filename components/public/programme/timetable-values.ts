import type { TimetableSet } from '@/components/public/programme/set-block'

interface TimetableStage {
  id: number
  name: string
  /** Hours of the first and last set of this day, as `21:10–02:00`. */
  hours: string
  sets: TimetableSet[]
}

export interface TimetableDay {
  /** Name of the day; empty if the festival has only one day. */
  title: string
  /** Start of the time axis in ms since 1970, on a full hour. */
  axisStart: number
  /** Labels of the full hours along the time axis, two digits each. */
  hours: string[]
  /** Height of five minutes on the time axis, in rem. */
  unit: number
  stages: TimetableStage[]
}
