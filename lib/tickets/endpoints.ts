import { route } from '@/lib/api/route'
import { CALENDAR_MEDIA } from '@/lib/programme/calendar'
import { LOST_TICKET_MESSAGES } from '@/lib/tickets/rules'
import { lostTicketAnswer, lostTicketBody } from '@/lib/tickets/schema'
import { nightCalendar, sendLostTickets } from '@/lib/tickets/service'

export const TICKETS_CALLS = {
  karta: {
    POST: route(
      {
        may: 'anyone',
        summary:
          'Mail a lost ticket to the address that its guest has, once in five minutes; answers the same whether there is one or not',
        body: lostTicketBody,
        answer: lostTicketAnswer,
      },
      async ({ body }) => {
        await sendLostTickets(body.who)
        return { detail: LOST_TICKET_MESSAGES.sent }
      },
    ),
  },
  'karta/calendar.ics': {
    GET: route(
      {
        may: 'anyone',
        summary: 'The night of the festival as a calendar, from the doors to the end',
        media: [CALENDAR_MEDIA],
        endsWithNight: true,
      },
      nightCalendar,
    ),
  },
}
