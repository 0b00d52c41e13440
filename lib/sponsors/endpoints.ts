import { z } from 'zod'
import { SPONSOR_COUNT_FIELDS } from '@/db/queries/sponsors-invitations'
import { callerOf } from '@/lib/api/caller'
import { route } from '@/lib/api/route'
import { idParams, previewQuery } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import { mailResponse } from '@/lib/mail/schema'
import {
  inviteSponsors,
  listSponsorCounts,
  previewInvitations,
  previewReminders,
  remindSponsors,
} from '@/lib/sponsors/invitations'
import {
  createSponsorGuest,
  createSponsorGuests,
  deleteSponsorGuest,
  getSponsorList,
  listGuestsOfSponsor,
  listMailsOfSponsor,
  listSponsorGuests,
  recordListVisit,
  sendSponsorPasses,
  updateSponsorGuest,
} from '@/lib/sponsors/own-list'
import {
  addedSponsorGuests,
  BULK_BYTES,
  listedGuestResponse,
  newSponsorGuest,
  newSponsorGuests,
  queuedPassesResponse,
  sponsorGuestEmail,
  sponsorGuestKey,
  sponsorGuestResponse,
  sponsorListResponse,
  sponsorPasses,
  sponsorSlugParams,
} from '@/lib/sponsors/own-list-schema'
import {
  invitationBody,
  invitedResponse,
  remindedResponse,
  sponsorCountsResponse,
  sponsorResponse,
} from '@/lib/sponsors/schema'
import { replaceSponsorLink } from '@/lib/sponsors/service'

export const sponsorEndpoints = {
  'sponsors/[id]/guests': {
    GET: route(
      {
        access: 'admin',
        summary: 'List the guests of a sponsor, with arrivals and passes',
        params: idParams,
        response: z.array(listedGuestResponse),
      },
      ({ params }) => listGuestsOfSponsor(params.id),
    ),
  },
  'sponsors/[id]/mails': {
    GET: route(
      {
        access: 'admin',
        summary: 'List the invitations and reminders to a sponsor, newest first',
        params: idParams,
        response: z.array(mailResponse),
      },
      ({ params }) => listMailsOfSponsor(params.id),
    ),
  },
  'sponsors/[id]/replace-link': {
    POST: route(
      {
        access: 'admin',
        summary: 'Replace a leaked link: the guests stay, the old URL becomes invalid',
        params: idParams,
        response: sponsorResponse,
      },
      ({ params, user }) => replaceSponsorLink(params.id, user),
    ),
  },
  'sponsors/counts': {
    GET: route(
      {
        access: 'admin',
        summary: 'List the guest cap, the guests and the arrivals of each company',
        query: listQuery,
        fields: SPONSOR_COUNT_FIELDS,
        rows: sponsorCountsResponse,
      },
      ({ query }) => listSponsorCounts(query),
    ),
  },
  'sponsors/invite': {
    POST: route(
      {
        access: 'admin',
        summary:
          'Queue the invitations of sponsors with places on the guest list; with preview=1 only count them',
        query: previewQuery,
        body: invitationBody,
        response: invitedResponse,
        status: 202,
      },
      ({ query, body, user }) =>
        query.preview === '1' ? previewInvitations(body) : inviteSponsors(body, user),
    ),
  },
  'sponsors/public': {
    GET: route(
      {
        access: 'anyone',
        summary: 'Read a sponsor’s own list by its slug, with guest cap and deadline',
        query: sponsorSlugParams,
        response: sponsorListResponse,
      },
      ({ query }) => getSponsorList(query.slug),
    ),
  },
  'sponsors/public/guests': {
    GET: route(
      {
        access: 'anyone',
        summary: 'List the guests of a sponsor’s own list, by its slug',
        query: sponsorSlugParams,
        response: z.array(sponsorGuestResponse),
      },
      ({ query }) => listSponsorGuests(query.slug),
    ),
    POST: route(
      {
        access: 'anyone',
        summary: 'Add a guest to a sponsor’s own list, by its slug',
        body: newSponsorGuest,
        response: sponsorGuestResponse,
        status: 201,
      },
      ({ body }) => createSponsorGuest(body),
    ),
    PUT: route(
      {
        access: 'anyone',
        summary:
          'Set the e-mail address of a guest of a sponsor’s own list, by its slug, for the pass',
        body: sponsorGuestEmail,
      },
      ({ body }) => updateSponsorGuest(body),
    ),
    DELETE: route(
      {
        access: 'anyone',
        summary: 'Delete a guest from a sponsor’s own list, by its slug',
        query: sponsorGuestKey,
      },
      ({ query }) => deleteSponsorGuest(query),
    ),
  },
  'sponsors/public/guests/bulk': {
    POST: route(
      {
        access: 'anyone',
        summary:
          'Add guests to a sponsor’s own list while it has free places, by its slug; returns a result for each',
        body: newSponsorGuests,
        maxBytes: BULK_BYTES,
        response: addedSponsorGuests,
        needsIdempotencyKey: true,
      },
      ({ body }) => createSponsorGuests(body),
    ),
  },
  'sponsors/public/opened': {
    POST: route(
      {
        access: 'anyone',
        summary:
          'Record that a sponsor has opened its list, by its slug; visits of staff do not count',
        body: sponsorSlugParams,
      },
      async ({ body, request }) => {
        // If the lookup of the sign-in fails, the visit counts as the sponsor's.
        const staff = await callerOf(request).catch(() => null)
        await recordListVisit(body.slug, staff)
      },
    ),
  },
  'sponsors/public/passes': {
    POST: route(
      {
        access: 'anyone',
        summary:
          'Send the guests of a sponsor’s own list their passes, by its slug; only once each, except after a failure',
        body: sponsorPasses,
        response: queuedPassesResponse,
        status: 202,
      },
      ({ body }) => sendSponsorPasses(body),
    ),
  },
  'sponsors/remind': {
    POST: route(
      {
        access: 'admin',
        summary:
          'Queue reminders to invited sponsors whose list has free places; with preview=1 only count them',
        query: previewQuery,
        response: remindedResponse,
        status: 202,
      },
      ({ query, user }) => (query.preview === '1' ? previewReminders() : remindSponsors(user)),
    ),
  },
}
