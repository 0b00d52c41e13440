import type { RouteModule } from '@/lib/openapi/document'
import * as activities from './activities/route'
import * as authGoogle from './auth/google/route'
import * as authLogout from './auth/logout/route'
import * as authMe from './auth/me/route'
import * as authSignIns from './auth/sign-ins/route'
import * as authTokenRefresh from './auth/token/refresh/route'
import * as formsBrucosiFormSubmit from './forms/brucosi-form-submit/route'
import * as gameByFile from './game/[file]/route'
import * as gameLeaderboardById from './gameLeaderboard/[id]/route'
import * as gameLeaderboard from './gameLeaderboard/route'
import * as gameLeaderboardStart from './gameLeaderboard/start/route'
import * as gateChanges from './gate/changes/route'
import * as gateDevices from './gate/devices/route'
import * as gateDrill from './gate/drill/route'
import * as gateJoin from './gate/join/route'
import * as gateMe from './gate/me/route'
import * as gatePassages from './gate/passages/route'
import * as gateRoster from './gate/roster/route'
import * as gateScan from './gate/scan/route'
import * as gateStream from './gate/stream/route'
import * as gatesByIdPairings from './gates/[id]/pairings/route'
import * as gatesBoard from './gates/board/route'
import * as gatesDevicesById from './gates/devices/[id]/route'
import * as gatesDoublesByFirstBySecond from './gates/doubles/[first]/[second]/route'
import * as gatesDrill from './gates/drill/route'
import * as gatesObjectionsByPassage from './gates/objections/[passage]/route'
import * as guestsByIdHistory from './guests/[id]/history/route'
import * as guestsByIdRestore from './guests/[id]/restore/route'
import * as guestsById from './guests/[id]/route'
import * as guestsBulkImport from './guests/bulk-import/route'
import * as guestsCheckIn from './guests/check-in/route'
import * as guestsCounts from './guests/counts/route'
import * as guestsExport from './guests/export/route'
import * as guestsImport from './guests/import/route'
import * as guestsImportTemplate from './guests/import-template/route'
import * as guestsLists from './guests/lists/route'
import * as guests from './guests/route'
import * as guestsSearchBrucosi from './guests/search-brucosi/route'
import * as guestsTodayStats from './guests/today-stats/route'
import * as healthLive from './health/live/route'
import * as health from './health/route'
import * as imagesByHash from './images/[hash]/route'
import * as mailerByIdQr from './mailer/[id]/qr/route'
import * as mailerByIdResend from './mailer/[id]/resend/route'
import * as mailerById from './mailer/[id]/route'
import * as mailerByIdTryNow from './mailer/[id]/try-now/route'
import * as mailerBatchesById from './mailer/batches/[id]/route'
import * as mailerBatches from './mailer/batches/route'
import * as mailerCounts from './mailer/counts/route'
import * as mailerResendFailed from './mailer/resend-failed/route'
import * as mailer from './mailer/route'
import * as mailerSendMail from './mailer/send_mail/route'
import * as mailerSendRange from './mailer/send-range/route'
import * as mailerService from './mailer/service/route'
import * as mailerWebhook from './mailer/webhook/route'
import { NOUN_CALLS } from './nouns'
import * as publicLineup from './public/lineup/route'
import * as publicSponsors from './public/sponsors/route'
import * as reportsArrivals from './reports/arrivals/route'
import * as reportsDailyExport from './reports/daily/export/route'
import * as reportsDaily from './reports/daily/route'
import * as reportsToday from './reports/today/route'
import * as sponsorsByIdGuests from './sponsors/[id]/guests/route'
import * as sponsorsByIdMails from './sponsors/[id]/mails/route'
import * as sponsorsByIdReplaceLink from './sponsors/[id]/replace-link/route'
import * as sponsorsCountsExport from './sponsors/counts/export/route'
import * as sponsorsCounts from './sponsors/counts/route'
import * as sponsorsInvite from './sponsors/invite/route'
import * as sponsorsPublicGuestsBulk from './sponsors/public/guests/bulk/route'
import * as sponsorsPublicGuests from './sponsors/public/guests/route'
import * as sponsorsPublicOpened from './sponsors/public/opened/route'
import * as sponsorsPublicPasses from './sponsors/public/passes/route'
import * as sponsorsPublic from './sponsors/public/route'
import * as sponsorsRemind from './sponsors/remind/route'
import * as usersByIdSignIns from './users/[id]/sign-ins/route'
import * as usersBulkImport from './users/bulk-import/route'
import * as usersCounts from './users/counts/route'
import * as usersGuestReads from './users/guest-reads/route'
import * as usersImport from './users/import/route'
import * as usersImportTemplate from './users/import-template/route'
import * as visibilityByKey from './visibility/[key]/route'
import * as visibility from './visibility/route'

/**
 * Every call by its address: those of the nouns, and the route files by their folders, of which
 * a test holds that none is missing. The description adds itself (document.ts), so that nothing
 * imports in a circle.
 */
export const ROUTES = {
  ...NOUN_CALLS,
  activities,
  'auth/google': authGoogle,
  'auth/logout': authLogout,
  'auth/me': authMe,
  'auth/sign-ins': authSignIns,
  'auth/token/refresh': authTokenRefresh,
  'forms/brucosi-form-submit': formsBrucosiFormSubmit,
  'game/[file]': gameByFile,
  gameLeaderboard,
  'gameLeaderboard/[id]': gameLeaderboardById,
  'gameLeaderboard/start': gameLeaderboardStart,
  'gate/changes': gateChanges,
  'gate/devices': gateDevices,
  'gate/drill': gateDrill,
  'gate/join': gateJoin,
  'gate/me': gateMe,
  'gate/passages': gatePassages,
  'gate/roster': gateRoster,
  'gate/scan': gateScan,
  'gate/stream': gateStream,
  'gates/[id]/pairings': gatesByIdPairings,
  'gates/board': gatesBoard,
  'gates/drill': gatesDrill,
  'gates/devices/[id]': gatesDevicesById,
  'gates/doubles/[first]/[second]': gatesDoublesByFirstBySecond,
  'gates/objections/[passage]': gatesObjectionsByPassage,
  guests,
  'guests/[id]': guestsById,
  'guests/[id]/history': guestsByIdHistory,
  'guests/[id]/restore': guestsByIdRestore,
  'guests/bulk-import': guestsBulkImport,
  'guests/check-in': guestsCheckIn,
  'guests/counts': guestsCounts,
  'guests/export': guestsExport,
  'guests/import': guestsImport,
  'guests/import-template': guestsImportTemplate,
  'guests/lists': guestsLists,
  'guests/search-brucosi': guestsSearchBrucosi,
  'guests/today-stats': guestsTodayStats,
  health,
  'health/live': healthLive,
  'images/[hash]': imagesByHash,
  mailer,
  'mailer/[id]': mailerById,
  'mailer/[id]/qr': mailerByIdQr,
  'mailer/[id]/resend': mailerByIdResend,
  'mailer/[id]/try-now': mailerByIdTryNow,
  'mailer/batches': mailerBatches,
  'mailer/batches/[id]': mailerBatchesById,
  'mailer/counts': mailerCounts,
  'mailer/resend-failed': mailerResendFailed,
  'mailer/send-range': mailerSendRange,
  'mailer/send_mail': mailerSendMail,
  'mailer/service': mailerService,
  'mailer/webhook': mailerWebhook,
  'public/lineup': publicLineup,
  'public/sponsors': publicSponsors,
  'reports/arrivals': reportsArrivals,
  'reports/daily': reportsDaily,
  'reports/daily/export': reportsDailyExport,
  'reports/today': reportsToday,
  'sponsors/[id]/guests': sponsorsByIdGuests,
  'sponsors/[id]/mails': sponsorsByIdMails,
  'sponsors/[id]/replace-link': sponsorsByIdReplaceLink,
  'sponsors/counts': sponsorsCounts,
  'sponsors/counts/export': sponsorsCountsExport,
  'sponsors/invite': sponsorsInvite,
  'sponsors/public': sponsorsPublic,
  'sponsors/public/guests': sponsorsPublicGuests,
  'sponsors/public/guests/bulk': sponsorsPublicGuestsBulk,
  'sponsors/public/opened': sponsorsPublicOpened,
  'sponsors/public/passes': sponsorsPublicPasses,
  'sponsors/remind': sponsorsRemind,
  'users/[id]/sign-ins': usersByIdSignIns,
  'users/bulk-import': usersBulkImport,
  'users/counts': usersCounts,
  'users/guest-reads': usersGuestReads,
  'users/import': usersImport,
  'users/import-template': usersImportTemplate,
  visibility,
  'visibility/[key]': visibilityByKey,
} satisfies Record<string, RouteModule>
