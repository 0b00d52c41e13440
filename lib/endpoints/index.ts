import { ARTWORK_CALLS } from '@/lib/artwork/endpoints'
import { CASH_CALLS } from '@/lib/cash/endpoints'
import { EDITIONS_CALLS } from '@/lib/editions/endpoints'
import { FESTIVAL_CALLS } from '@/lib/festival/endpoints'
import { GATES_CALLS } from '@/lib/gate/board-endpoints'
import { GATE_CALLS } from '@/lib/gate/endpoints'
import { GUESTS_BULK_CALLS } from '@/lib/guests/bulk-endpoints'
import { GUESTS_CALLS } from '@/lib/guests/endpoints'
import { GAME_CALLS } from '@/lib/leaderboard/endpoints'
import { MAILER_CALLS } from '@/lib/mail/endpoints'
import { NIGHT_CALLS } from '@/lib/night/endpoints'
import type { RouteModule } from '@/lib/openapi/document'
import { PEOPLE_CALLS } from '@/lib/people/endpoints'
import { PROGRAMME_CALLS } from '@/lib/programme/endpoints'
import { REPORTS_CALLS } from '@/lib/reports/endpoints'
import { FIND_CALLS } from '@/lib/search/endpoints'
import { SIGN_IN_CALLS } from '@/lib/sign-ins/endpoints'
import { SITE_CALLS } from '@/lib/site/endpoints'
import { SPONSORS_CALLS } from '@/lib/sponsors/endpoints'
import { TICKETS_CALLS } from '@/lib/tickets/endpoints'
import { USERS_CALLS } from '@/lib/users/endpoints'
import { WALLET_CALLS } from '@/lib/wallet/endpoints'
import { WEBHOOKS_CALLS } from '@/lib/webhooks/endpoints'
import { NOUN_CALLS } from './crud'
import { EXPORT_CALLS } from './exports'
import { HEALTH_CALLS } from './health'
import { IMAGE_CALLS } from './images'

/** The calls by their addresses, which `[...path]` serves; `[name]` is a part that is given. */
export const CALLS = {
  ...NOUN_CALLS,
  ...ARTWORK_CALLS,
  ...CASH_CALLS,
  ...EDITIONS_CALLS,
  ...EXPORT_CALLS,
  ...FESTIVAL_CALLS,
  ...FIND_CALLS,
  ...GAME_CALLS,
  ...GATE_CALLS,
  ...GATES_CALLS,
  ...GUESTS_CALLS,
  ...GUESTS_BULK_CALLS,
  ...MAILER_CALLS,
  ...NIGHT_CALLS,
  ...PEOPLE_CALLS,
  ...PROGRAMME_CALLS,
  ...REPORTS_CALLS,
  ...SITE_CALLS,
  ...SPONSORS_CALLS,
  ...TICKETS_CALLS,
  ...USERS_CALLS,
  ...WALLET_CALLS,
  ...WEBHOOKS_CALLS,
} satisfies Record<string, RouteModule>

/**
 * Every call there is: those, and the few with a folder of their own, because they stand beside
 * the sign-in's own addresses or must answer whatever else does not load; a test holds that none
 * is missing. The description adds itself (document.ts), so that nothing imports in a circle.
 */
export const ROUTES = {
  ...CALLS,
  ...HEALTH_CALLS,
  ...IMAGE_CALLS,
  ...SIGN_IN_CALLS,
} satisfies Record<string, RouteModule>
