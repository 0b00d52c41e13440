import { z } from 'zod'
import { route } from '@/lib/api/route'
import { exportEdition } from '@/lib/editions/pack'
import { editionResponse, endBody, endedResponse, endResponse } from '@/lib/editions/schema'
import { endEdition, listEditions, previewEnd } from '@/lib/editions/service'
import { ZIP } from '@/lib/spreadsheet/zip'

export const editionEndpoints = {
  editions: {
    GET: route(
      {
        access: 'admin',
        summary: 'List all editions, newest first, with the stored totals of earlier editions',
        response: z.array(editionResponse),
      },
      () => listEditions(),
    ),
  },
  'editions/end': {
    GET: route(
      {
        access: 'admin',
        summary: 'Preview the end of this edition',
        response: endResponse,
        long: true,
      },
      previewEnd,
    ),
    POST: route(
      {
        access: 'admin',
        summary: 'End the edition: erase its personal data, and start the next edition',
        long: true,
        body: endBody,
        response: endedResponse,
        personOnly: true,
        // The end also deletes stored responses. A repeated request is refused, because its edition
        // has ended.
        neverStored: true,
      },
      ({ body, user }) => endEdition(body, user),
    ),
  },
  'editions/export': {
    GET: route(
      {
        access: 'admin',
        summary:
          'Download guests, sales, arrivals, companies and mails of this edition as one archive',
        contentTypes: [ZIP],
        long: true,
      },
      ({ user }) => exportEdition(user),
    ),
  },
}
