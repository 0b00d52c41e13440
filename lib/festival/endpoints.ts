import { single } from '@/lib/api/crud-endpoints'
import { festivalAnswer, festivalChange } from '@/lib/festival/schema'
import { changeEdition, readEdition } from '@/lib/festival/service'

export const FESTIVAL_CALLS = {
  festival: single(
    festivalAnswer,
    ['This year’s edition', readEdition],
    [
      'Change the edition’s name, times, place, mailboxes, links, shop or retention',
      festivalChange,
      changeEdition,
    ],
  ),
}
