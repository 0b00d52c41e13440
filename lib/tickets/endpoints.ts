import { route } from '@/lib/api/route'
import { CALENDAR_MEDIA } from '@/lib/programme/calendar'
import { LOST_TICKET_MESSAGES } from '@/lib/tickets/rules'
import { lostTicketBody, lostTicketResponse } from '@/lib/tickets/schema'
import { nightCalendar, sendLostTickets } from '@/lib/tickets/service'

export const ticketEndpoints = {
  karta: {
    POST: route(
      {
        access: 'anyone',
        summary:
          'Mail a lost ticket to the stored address of its guest, at most once in five minutes; the response does not show whether the ticket exists',
        body: lostTicketBody,
        response: lostTicketResponse,
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
        access: 'anyone',
        summary: 'The night of the festival as a calendar file, from the opening to the end',
        contentTypes: [CALENDAR_MEDIA],
        endsWithNight: true,
      },
      nightCalendar,
    ),
  },
}
