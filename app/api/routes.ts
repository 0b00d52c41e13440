import type { RouteModule } from '@/lib/openapi/document'
import { ARTWORK_CALLS } from './artwork'
import * as authGoogle from './auth/google/route'
import * as authLogout from './auth/logout/route'
import * as authMe from './auth/me/route'
import * as authSignIn from './auth/sign-ins/[id]/route'
import * as authSignIns from './auth/sign-ins/route'
import * as authTokenRefresh from './auth/token/refresh/route'
import { CASH_CALLS } from './cash'
import { EDITIONS_CALLS } from './editions'
import { EXPORT_CALLS } from './exports'
import { FESTIVAL_CALLS } from './festival'
import { FIND_CALLS } from './find'
import { GAME_CALLS } from './game'
import { GATE_CALLS } from './gate'
import { GATES_CALLS } from './gates'
import { GUESTS_CALLS } from './guests'
import { GUESTS_BULK_CALLS } from './guests-bulk'
import * as healthLive from './health/live/route'
import * as health from './health/route'
import * as imagesByHash from './images/[hash]/route'
import { MAILER_CALLS } from './mailer'
import { NIGHT_CALLS } from './night'
import { NOUN_CALLS } from './nouns'
import { PEOPLE_CALLS } from './people'
import { PROGRAMME_CALLS } from './programme'
import { REPORTS_CALLS } from './reports'
import { SITE_CALLS } from './site'
import { SPONSORS_CALLS } from './sponsors'
import { TICKETS_CALLS } from './tickets'
import { USERS_CALLS } from './users'
import { WALLET_CALLS } from './wallet'
import { WEBHOOKS_CALLS } from './webhooks'

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
  'auth/google': authGoogle,
  'auth/logout': authLogout,
  'auth/me': authMe,
  'auth/sign-ins': authSignIns,
  'auth/sign-ins/[id]': authSignIn,
  'auth/token/refresh': authTokenRefresh,
  health,
  'health/live': healthLive,
  'images/[hash]': imagesByHash,
} satisfies Record<string, RouteModule>
