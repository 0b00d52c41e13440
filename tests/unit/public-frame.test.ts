import { describe, expect, it } from 'vitest'
import { typeWidth } from '@/components/public/type-width'
import { carouselSeconds } from '@/lib/sponsors/rules'
import { timeLeft } from '@/lib/visibility/countdown'
import { menuPages, openPages, PUBLIC_PAGES } from '@/lib/visibility/pages'
import { countdownTarget, hiddenFestival } from '@/lib/visibility/rules'
import type { FlagName } from '@/lib/visibility/schema'

const showing = (...flags: FlagName[]) => {
  const visibility = hiddenFestival()
  for (const flag of flags) visibility.flags[flag] = true
  return visibility
}
const addresses = (pages: readonly { address: string }[]) => pages.map((page) => page.address)

describe('the countdown', () => {
  const target = new Date('2026-12-05T19:00:00Z')

  it('shows two-digit days, hours, minutes and seconds', () => {
    expect(timeLeft(target, new Date('2026-12-04T13:55:51Z'))).toEqual({
      days: '01',
      hours: '05',
      minutes: '04',
      seconds: '09',
    })
  })

  it('lets a number grow beyond two digits', () => {
    expect(timeLeft(target, new Date('2026-01-01T00:00:00Z'))?.days).toBe('338')
  })

  it('shows the last second until it is over, and nothing at zero', () => {
    expect(timeLeft(target, new Date('2026-12-05T18:59:59.900Z'))?.seconds).toBe('01')
    expect(timeLeft(target, target)).toBeNull()
    expect(timeLeft(target, new Date('2027-01-01T00:00:00Z'))).toBeNull()
  })

  it('needs both its flag and a time', () => {
    const timerTime = target.toISOString()
    expect(countdownTarget({ ...showing('TIMER_VISIBILITY'), timerTime })).toBe(timerTime)
    expect(countdownTarget({ ...showing(), timerTime })).toBeNull()
    expect(countdownTarget(showing('TIMER_VISIBILITY'))).toBeNull()
  })
})

describe('public pages', () => {
  it('are hidden before the site is live, whatever their flags', () => {
    const all = showing(...PUBLIC_PAGES.map((page) => page.flag))
    expect(menuPages(all)).toEqual([])
    expect(openPages(all)).toEqual([])
  })

  it('open the pre-registration whenever the site is live, its link only with the ticket flag', () => {
    const live = showing('COMINGSOON_VISIBILITY')
    expect(addresses(openPages(live))).toContain('/brucosi')
    expect(addresses(menuPages(live))).not.toContain('/brucosi')
    const selling = showing('COMINGSOON_VISIBILITY', 'ULAZNICA_VISIBILITY')
    expect(addresses(menuPages(selling))).toContain('/brucosi')
  })
})

describe('the sponsors’ carousel', () => {
  it('takes 10 seconds a sponsor and at least 100', () => {
    expect([0, 1, 10, 11, 40].map(carouselSeconds)).toEqual([100, 100, 100, 110, 400])
  })
})

describe('fitted type', () => {
  it('never makes a name wider than its line', () => {
    // What the heaviest capitals of the display face measure, in em.
    expect(typeWidth('Brucošijada')).toBeGreaterThanOrEqual(5.345)
    expect(typeWidth('Program')).toBeGreaterThanOrEqual(3.92)
    expect(typeWidth('MMWW')).toBeGreaterThanOrEqual(3.41)
  })
})
