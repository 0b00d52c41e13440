import { artworkEndpoints } from '@/lib/artwork/endpoints'
import { cashEndpoints } from '@/lib/cash/endpoints'
import { editionEndpoints } from '@/lib/editions/endpoints'
import { festivalEndpoints } from '@/lib/festival/endpoints'
import { gateBoardEndpoints } from '@/lib/gate/board-endpoints'
import { gateEndpoints } from '@/lib/gate/endpoints'
import { guestsBulkEndpoints } from '@/lib/guests/bulk/endpoints'
import { guestEndpoints } from '@/lib/guests/endpoints'
import { gameEndpoints } from '@/lib/leaderboard/endpoints'
import { mailerEndpoints } from '@/lib/mail/endpoints'
import { nightEndpoints } from '@/lib/night/endpoints'
import type { RouteModule } from '@/lib/openapi/document'
import { peopleEndpoints } from '@/lib/people/endpoints'
import { programmeEndpoints } from '@/lib/programme/endpoints'
import { reportEndpoints } from '@/lib/reports/endpoints'
import { searchEndpoints } from '@/lib/search/endpoints'
import { signInEndpoints } from '@/lib/sign-ins/endpoints'
import { siteEndpoints } from '@/lib/site/endpoints'
import { sponsorEndpoints } from '@/lib/sponsors/endpoints'
import { ticketEndpoints } from '@/lib/tickets/endpoints'
import { userEndpoints } from '@/lib/users/endpoints'
import { walletEndpoints } from '@/lib/wallet/endpoints'
import { webhookEndpoints } from '@/lib/webhooks/endpoints'
import { crudEntityEndpoints } from './crud'
import { exportEndpoints } from './exports'
import { healthEndpoints } from './health'
import { imageEndpoints } from './images'

/** Endpoints by path that `app/api/[...path]` serves. `[name]` is a path parameter. */
export const endpoints = {
  ...crudEntityEndpoints,
  ...artworkEndpoints,
  ...cashEndpoints,
  ...editionEndpoints,
  ...exportEndpoints,
  ...festivalEndpoints,
  ...searchEndpoints,
  ...gameEndpoints,
  ...gateEndpoints,
  ...gateBoardEndpoints,
  ...guestEndpoints,
  ...guestsBulkEndpoints,
  ...mailerEndpoints,
  ...nightEndpoints,
  ...peopleEndpoints,
  ...programmeEndpoints,
  ...reportEndpoints,
  ...siteEndpoints,
  ...sponsorEndpoints,
  ...ticketEndpoints,
  ...userEndpoints,
  ...walletEndpoints,
  ...webhookEndpoints,
} satisfies Record<string, RouteModule>

/**
 * All endpoints: those above, and a few that have a folder of their own in app/api, because they
 * share a path with next-auth or must respond even if other modules fail to load. A test checks
 * that none is missing. document.ts adds its own endpoint, which avoids a circular import.
 */
export const ROUTES = {
  ...endpoints,
  ...healthEndpoints,
  ...imageEndpoints,
  ...signInEndpoints,
} satisfies Record<string, RouteModule>
