import { MAIL_FIELDS } from '@/db/queries/mails'
import { route } from '@/lib/api/route'
import { previewQuery } from '@/lib/http/fields'
import { previewRange, queueMails, queueRange, resendFailed } from '@/lib/mail/bulk'
import {
  batchChange,
  batchId,
  batchListQuery,
  MAILS_BYTES,
  mailAnswer,
  mailBatchAnswer,
  mailCountsAnswer,
  mailEventBody,
  mailId,
  mailListQuery,
  mailRangeBody,
  mailServiceAnswer,
  newMailBody,
  newMailsBody,
  queuedAnswer,
  queuedMailsAnswer,
  queuedRangeAnswer,
  wholeMailAnswer,
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

export const MAILER_CALLS = {
  mailer: {
    GET: route(
      {
        may: 'admin',
        summary: 'The record of mail',
        query: mailListQuery,
        fields: MAIL_FIELDS,
        list: mailAnswer,
      },
      ({ query }) => findMails(query),
    ),
    POST: route(
      {
        may: 'admin',
        summary: 'Queue one mail; the confirmation of a ticket only once',
        body: newMailBody,
        answer: queuedMailsAnswer,
        status: 202,
      },
      ({ body, user }) => queueMails([body], user),
    ),
  },
  'mailer/[id]': {
    GET: route(
      { may: 'admin', summary: 'One mail as it was sent', params: mailId, answer: wholeMailAnswer },
      ({ params }) => readMail(params.id),
    ),
  },
  'mailer/[id]/qr': {
    /** What the mail shows by `cid:`, for looking at the mail in a browser. */
    GET: route(
      {
        may: 'admin',
        summary: 'The QR code that the mail carries, as PNG',
        params: mailId,
        media: ['image/png'],
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
        may: 'admin',
        summary: 'Send a mail once more',
        params: mailId,
        answer: mailAnswer,
        creates: true,
      },
      ({ params, user }) => resendMail(params.id, user),
    ),
  },
  'mailer/[id]/try-now': {
    POST: route(
      { may: 'admin', summary: 'Try a waiting mail now', params: mailId, answer: wholeMailAnswer },
      ({ params, user }) => tryMailNow(params.id, user),
    ),
  },
  'mailer/batches': {
    GET: route(
      {
        may: 'admin',
        summary: 'Sendings of many mails and how far each is, those under way first',
        query: batchListQuery,
        list: mailBatchAnswer,
      },
      ({ query }) => findBatches(query),
    ),
  },
  'mailer/batches/[id]': {
    PUT: route(
      {
        may: 'admin',
        summary: 'Stop a sending of many mails, or let it go on',
        params: batchId,
        body: batchChange,
        answer: mailBatchAnswer,
      },
      ({ params, body, user }) => changeBatch(params.id, body.stopped, user),
    ),
  },
  'mailer/counts': {
    GET: route(
      { may: 'admin', summary: 'How many mails are in each state', answer: mailCountsAnswer },
      () => countMails(),
    ),
  },
  'mailer/resend-failed': {
    POST: route(
      {
        may: 'admin',
        summary: 'Queue every failed mail anew',
        long: true,
        answer: queuedAnswer,
        status: 202,
      },
      ({ user }) => resendFailed(user),
    ),
  },
  'mailer/send-range': {
    POST: route(
      {
        may: 'admin',
        summary:
          'Queue the confirmations of the guests with a ticket from one position to another; with preview=1 only say how many',
        query: previewQuery,
        body: mailRangeBody,
        answer: queuedRangeAnswer,
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
        may: 'admin',
        summary: 'Queue a list of mails, all or none; a ticket’s confirmation only once',
        long: true,
        body: newMailsBody,
        maxBytes: MAILS_BYTES,
        answer: queuedMailsAnswer,
        status: 202,
      },
      ({ body, user }) => queueMails(body.emails, user),
    ),
  },
  'mailer/service': {
    GET: route(
      {
        may: 'admin',
        summary: 'Whether mail goes out just now, or the mail service has asked for a rest',
        answer: mailServiceAnswer,
      },
      () => readServiceState(),
    ),
  },
  'mailer/webhook': {
    /** Thousands of mails bring two or three events each, all from the service's few addresses. */
    POST: route(
      {
        may: 'anyone',
        summary: 'What the mail service tells of a mail: delivered, bounced …; signed by it (Svix)',
        body: mailEventBody,
        raw: true,
        perMinute: 6000,
        secret: true,
      },
      ({ body, request }) => receiveMailEvent(body, request.headers),
    ),
  },
}
