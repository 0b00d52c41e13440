import { singletonEndpoints } from '@/lib/api/crud-endpoints'
import { festivalChange, festivalResponse } from '@/lib/festival/schema'
import { changeEdition, readEdition } from '@/lib/festival/service'

export const festivalEndpoints = {
  festival: singletonEndpoints(
    festivalResponse,
    ['This year’s edition', readEdition],
    [
      'Change the edition’s name, times, place, mailboxes, links, shop or retention',
      festivalChange,
      changeEdition,
    ],
  ),
}
