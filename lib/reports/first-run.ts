import { getDb } from '@/db/pool'
import { readSetupStatus } from '@/db/queries/festival'
import { getConfig } from '@/lib/config/settings'
import { FIRST_STEPS, type FirstStep } from '@/lib/festival/rules'
import { readEdition } from '@/lib/festival/service'
import { missingKeys } from '@/lib/translations/rules'
import { readTexts } from '@/lib/translations/service'
import { isLive } from '@/lib/visibility/rules'
import { readVisibility } from '@/lib/visibility/service'

/** Steps that a demo skips, because it sends no mail and needs no second admin. */
const NOT_IN_DEMO: FirstStep[] = ['consent', 'mail', 'second-admin']

/**
 * Returns the steps that a festival needs before visitors come, and whether each is done (rule
 * 8.13).
 */
export async function readFirstRun(): Promise<{ step: FirstStep; isDone: boolean }[]> {
  const { DEMO, RESEND_API_KEY } = getConfig()
  const [edition, beginnings, texts, visibility] = await Promise.all([
    readEdition(),
    readSetupStatus(getDb()),
    readTexts(),
    readVisibility(),
  ])
  const done: Record<FirstStep, boolean> = {
    doors: edition.opensAt !== null,
    contact: edition.contactEmail !== '',
    texts: missingKeys(texts).raw.length === 0,
    programme: beginnings.hasSets,
    prices: beginnings.hasPrices,
    consent: beginnings.hasConsent,
    mail: RESEND_API_KEY !== undefined,
    'second-admin': beginnings.admins > 1,
    opening: isLive(visibility),
  }
  return FIRST_STEPS.filter((step) => !DEMO || !NOT_IN_DEMO.includes(step)).map((step) => ({
    step,
    isDone: done[step],
  }))
}
