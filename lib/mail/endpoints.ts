import { MAIL_FIELDS } from '@/db/queries/mails'
import { route } from '@/lib/api/route'
import { previewQuery } from '@/lib/http/fields'
import { previewFailed, previewRange, queueMails, queueRange, resendFailed } from '@/lib/mail/bulk'
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
        summary: 'List mails',
        query: mailListQuery,
        fields: MAIL_FIELDS,
        rows: mailResponse,
      },
      ({ query }) => findMails(query),
    ),
    POST: route(
      {
        access: 'admin',
        summary: 'Queue a mail; a ticket confirmation is queued only once',
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
        summary: 'Read a mail as it was sent',
        params: mailId,
        response: wholeMailResponse,
      },
      ({ params }) => readMail(params.id),
    ),
  },
  'mailer/[id]/qr': {
    /**
     * Serves the QR code for showing a mail in the browser. In the sent mail, the QR code is an
     * attachment (`cid:`).
     */
    GET: route(
      {
        access: 'admin',
        summary: 'Read the QR code of a mail as PNG',
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
        summary: 'Send a mail again',
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
        summary: 'Send a queued mail now',
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
        summary: 'List mail batches with their progress, unfinished ones first',
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
        summary: 'Stop or continue a mail batch',
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
        summary: 'Count mails by state',
        response: mailCountsResponse,
      },
      () => countMails(),
    ),
  },
  'mailer/resend-failed': {
    POST: route(
      {
        access: 'admin',
        summary: 'Queue all failed mails again; with preview=1 only count them',
        query: previewQuery,
        long: true,
        response: queuedResponse,
        status: 202,
      },
      ({ query, user }) => (query.preview === '1' ? previewFailed() : resendFailed(user)),
    ),
  },
  'mailer/send-range': {
    POST: route(
      {
        access: 'admin',
        summary:
          'Queue the confirmations of guests with a ticket between two positions; with preview=1 only count them',
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
        summary: 'Queue a list of mails, all or none; a ticket confirmation is queued only once',
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
        summary: 'Read whether mail is being sent, or is paused by the provider',
        response: mailServiceResponse,
      },
      () => readServiceState(),
    ),
  },
  'mailer/webhook': {
    /**
     * The rate limit is high, because each of thousands of mails causes two or three events, and
     * all events come from a few IPs of the provider.
     */
    POST: route(
      {
        access: 'anyone',
        summary: 'Receive an event of the mail provider (delivered, bounced …), signed by Svix',
        body: mailEventBody,
        raw: true,
        perMinute: 6000,
        neverStored: true,
      },
      ({ body, request }) => receiveMailEvent(body, request.headers),
    ),
  },
}
