import { z } from 'zod'
import { instantAnswer } from '@/lib/http/fields'

export const festivalAnswer = z.object({
  name: z.string(),
  year: z.int(),
  /** The how manieth it is. */
  number: z.int(),
  /** When doors open and when the night is over; both or neither. */
  opensAt: instantAnswer.nullable(),
  closesAt: instantAnswer.nullable(),
  place: z.string(),
  address: z.string(),
  /** Where the map is centred, in degrees (WGS 84). */
  lat: z.number(),
  lng: z.number(),
  contactEmail: z.string(),
  sponsorsEmail: z.string(),
  instagramUrl: z.string(),
  facebookUrl: z.string(),
  tiktokUrl: z.string(),
  ticketShopUrl: z.string(),
  /** The shop's widget and its `data-` attributes, as `event=opening, lang=hr`. */
  ticketWidgetSrc: z.string(),
  ticketWidgetData: z.string(),
  aircashUrl: z.string(),
  /** Personal data go by themselves so many days after the end. */
  retentionDays: z.int(),
})

export type Edition = z.output<typeof festivalAnswer>
