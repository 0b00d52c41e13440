import { MAIL_FIELDS } from '@/db/queries/mails'
import { route } from '@/lib/api/route'
import { previewQuery } from '@/lib/http/fields'
import { previewRange, queueMails, queueRange, resendFailed } from '@/lib/mail/bulk'
import {
  batchChange,
  batchId,
  batchListQuery,
  MAILS_BYTES,
  mailBatchResponse,
  mailCountsResponse,
  mailEventBody,
  mailId,
  mailListQuery,
  mailRangeBody,
  mailResponse,
  mailServiceResponse,
  newMailBody,
  newMailsBody,
  queuedMailsResponse,
  queuedRangeResponse,
  queuedResponse,
  wholeMailResponse,
} from '@/lib/mail/schema'
import {
  changeBatch,
  countMails,
  findBatches,
  findMails,
  readMail,
  readMailQr,
  readServiceState,
  resendMail,
  tryMailNow,
} from '@/lib/mail/service'
import { receiveMailEvent } from '@/lib/mail/transport'

export const mailerEndpoints = {
  mailer: {
    GET: route(
      {
        access: 'admin',
        summary: 'The record of mail',
        query: mailListQuery,
        fields: MAIL_FIELDS,
        rows: mailResponse,
      },
      ({ query }) => findMails(query),
    ),
    POST: route(
      {
        access: 'admin',
        summary: 'Queue one mail; the confirmation of a ticket only once',
        body: newMailBody,
        response: queuedMailsResponse,
        status: 202,
      },
      ({ body, user }) => queueMails([body], user),
    ),
  },
  'mailer/[id]': {
    GET: route(
      {
        access: 'admin',
        summary: 'One mail as it was sent',
        params: mailId,
        response: wholeMailResponse,
      },
      ({ params }) => readMail(params.id),
    ),
  },
  'mailer/[id]/qr': {
    /** What the mail shows by `cid:`, for looking at the mail in a browser. */
    GET: route(
      {
        access: 'admin',
        summary: 'The QR code that the mail carries, as PNG',
        params: mailId,
        contentTypes: ['image/png'],
      },
      async ({ params }) => {
        const picture = await readMailQr(params.id)
        return new Response(new Uint8Array(picture), {
          headers: { 'content-type': 'image/png', 'cache-control': 'private, no-store' },
        })
      },
    ),
  },
  'mailer/[id]/resend': {
    POST: route(
      {
        access: 'admin',
        summary: 'Send a mail once more',
        params: mailId,
        response: mailResponse,
        needsIdempotencyKey: true,
      },
      ({ params, user }) => resendMail(params.id, user),
    ),
  },
  'mailer/[id]/try-now': {
    POST: route(
      {
        access: 'admin',
        summary: 'Try a waiting mail now',
        params: mailId,
        response: wholeMailResponse,
      },
      ({ params, user }) => tryMailNow(params.id, user),
    ),
  },
  'mailer/batches': {
    GET: route(
      {
        access: 'admin',
        summary: 'Sendings of many mails and how far each is, those under way first',
        query: batchListQuery,
        rows: mailBatchResponse,
      },
      ({ query }) => findBatches(query),
    ),
  },
  'mailer/batches/[id]': {
    PUT: route(
      {
        access: 'admin',
        summary: 'Stop a sending of many mails, or let it go on',
        params: batchId,
        body: batchChange,
        response: mailBatchResponse,
      },
      ({ params, body, user }) => changeBatch(params.id, body.stopped, user),
    ),
  },
  'mailer/counts': {
    GET: route(
      {
        access: 'admin',
        summary: 'How many mails are in each state',
        response: mailCountsResponse,
      },
      () => countMails(),
    ),
  },
  'mailer/resend-failed': {
    POST: route(
      {
        access: 'admin',
        summary: 'Queue every failed mail anew',
        long: true,
        response: queuedResponse,
        status: 202,
      },
      ({ user }) => resendFailed(user),
    ),
  },
  'mailer/send-range': {
    POST: route(
      {
        access: 'admin',
        summary:
          'Queue the confirmations of the guests with a ticket from one position to another; with preview=1 only say how many',
        query: previewQuery,
        body: mailRangeBody,
        response: queuedRangeResponse,
        long: true,
        status: 202,
      },
      ({ query, body, user }) =>
        query.preview === '1' ? previewRange(body) : queueRange(body, user),
    ),
  },
  'mailer/send_mail': {
    POST: route(
      {
        access: 'admin',
        summary: 'Queue a list of mails, all or none; a ticket’s confirmation only once',
        long: true,
        body: newMailsBody,
        maxBytes: MAILS_BYTES,
        response: queuedMailsResponse,
        status: 202,
      },
      ({ body, user }) => queueMails(body.emails, user),
    ),
  },
  'mailer/service': {
    GET: route(
      {
        access: 'admin',
        summary: 'Whether mail goes out just now, or the mail service has asked for a rest',
        response: mailServiceResponse,
      },
      () => readServiceState(),
    ),
  },
  'mailer/webhook': {
    /** Thousands of mails bring two or three events each, all from the service's few addresses. */
    POST: route(
      {
        access: 'anyone',
        summary: 'What the mail service tells of a mail: delivered, bounced …; signed by it (Svix)',
        body: mailEventBody,
        raw: true,
        perMinute: 6000,
        neverStored: true,
      },
      ({ body, request }) => receiveMailEvent(body, request.headers),
    ),
  },
}
