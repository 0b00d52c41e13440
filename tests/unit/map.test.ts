import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OVERLAY_CORNERS } from '@/db/seed/artwork'
import { PICTURES } from '@/lib/artwork/rules'
import {
  CENTRE,
  campusBounds,
  isInside,
  type LngLat,
  type Location,
  type LocationAction,
  locationReducer,
  locationRetryDelay,
  mapBounds,
  mapDrawing,
  NO_LOCATION,
  toBounds,
  toLngLat,
  topOf,
} from '@/lib/map/geo'
import { FENCE, FLOOR_PLAN_FRAME, INITIAL_VIEW, VENUES } from '@/lib/map/ground'
import { ownStyle } from '@/lib/map/own-style'
import { STREETS } from '@/lib/map/surroundings'

/** Distance in metres on a sphere, by another formula than the code under test. */
function distance([lng1, lat1]: LngLat, [lng2, lat2]: LngLat): number {
  const [a, b] = [(lat1 * Math.PI) / 180, (lat2 * Math.PI) / 180]
  const h =
    Math.sin((b - a) / 2) ** 2 +
    Math.cos(a) * Math.cos(b) * Math.sin(((lng2 - lng1) * Math.PI) / 360) ** 2
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h))
}

const sides = ([west, south, east, north]: ReturnType<typeof mapBounds>) => ({
  width: distance([west, CENTRE[1]], [east, CENTRE[1]]),
  height: distance([CENTRE[0], south], [CENTRE[0], north]),
})

describe('the first view of the map', () => {
  const { northWest, southEast } = INITIAL_VIEW
  const middle = [0, 1].map((i) => ((northWest[i] ?? 0) + (southEast[i] ?? 0)) / 2)
  /** Returns the street names on a map of this size, with their positions in px from the middle. */
  const names = (width: number, height: number) => {
    const scale = Math.min(
      (width - 48) / (southEast[0] - northWest[0]),
      (height - 48) / (southEast[1] - northWest[1]),
    )
    return STREETS.flatMap(({ name }) => {
      if (!name) return []
      const [x = 0, y = 0] = name.at.map((at, i) => (at - (middle[i] ?? 0)) * scale)
      const long = (name.text.length * 17 * 0.5) / 2
      const isUp = Math.abs(name.turn) > 45
      const [wide, tall] = isUp ? [12, long] : [long, 12]
      const isWhole = Math.abs(x) + wide < width / 2 && Math.abs(y) + tall < height / 2
      const isOut = Math.abs(x) - wide > width / 2 || Math.abs(y) - tall > height / 2
      return [{ text: name.text, isWhole, isOut }]
    })
  }
  it.each([
    [320, 500],
    [312, 430],
    [1376, 604],
  ])('of %i × %i px shows a street’s name whole or not at all', (width, height) => {
    const shown = names(width, height)
    expect(shown.filter(({ isWhole, isOut }) => !isWhole && !isOut)).toEqual([])
    expect(shown.filter(({ isWhole }) => isWhole).map(({ text }) => text)).toContain('Savska cesta')
  })
})

// Rule 12.10: the centre and the bounds of the map.
describe('the campus', () => {
  it('is a square of 1000 m around the centre', () => {
    const { width, height } = sides(campusBounds(CENTRE))
    expect(Math.abs(width - 1000)).toBeLessThan(4)
    expect(Math.abs(height - 1000)).toBeLessThan(4)
    expect(toLngLat([500, 500])).toEqual(CENTRE)
  })

  it('has a margin of 15 % of its side on the map', () => {
    const { width, height } = sides(mapBounds(CENTRE))
    expect(Math.abs(width - 1300)).toBeLessThan(5)
    expect(Math.abs(height - 1300)).toBeLessThan(5)
  })

  it('is not mirrored: north is up, east is right', () => {
    expect(toLngLat([500, 0])[1]).toBeGreaterThan(CENTRE[1])
    expect(toLngLat([1000, 500])[0]).toBeGreaterThan(CENTRE[0])
  })

  it('includes positions up to the edge of the margin', () => {
    const isOnMap = (x: number, y: number) => isInside(toLngLat([x, y]), mapBounds(CENTRE))
    expect(isOnMap(-149, 500)).toBe(true)
    expect(isOnMap(-151, 500)).toBe(false)
    expect(isOnMap(500, 1151)).toBe(false)
  })

  it('is as large around any other centre', () => {
    const rijeka: LngLat = [14.4422, 45.3271]
    const [west, south, east, north] = campusBounds(rijeka)
    expect(Math.abs(distance([west, rijeka[1]], [east, rijeka[1]]) - 1000)).toBeLessThan(4)
    expect(Math.abs(distance([rijeka[0], south], [rijeka[0], north]) - 1000)).toBeLessThan(4)
    expect(isInside(CENTRE, mapBounds(rijeka))).toBe(false)
  })

  it('has its fence and all venues within the floor plan', () => {
    const places = [...FENCE, ...VENUES.flatMap((v) => v.outline)]
    for (const [x, y] of places) {
      expect(x).toBeGreaterThanOrEqual(FLOOR_PLAN_FRAME.northWest[0])
      expect(x).toBeLessThanOrEqual(FLOOR_PLAN_FRAME.southEast[0])
      expect(y).toBeGreaterThanOrEqual(FLOOR_PLAN_FRAME.northWest[1])
      expect(y).toBeLessThanOrEqual(FLOOR_PLAN_FRAME.southEast[1])
    }
  })

  it('is drawn only near its real place, and with the festival only in the demo', () => {
    expect(mapDrawing(CENTRE, true)).toBe('festival')
    expect(mapDrawing(toLngLat([620, 400]), false)).toBe('streets')
    expect(mapDrawing(toLngLat([700, 500]), true)).toBe('nothing')
    expect(mapDrawing([16.44, 43.51], false)).toBe('nothing')
    const names = JSON.stringify(ownStyle(['Any'], 'streets').sources)
    expect(names).toContain('Savska cesta')
    expect(names).not.toContain('Menza')
    expect(ownStyle(['Any'], 'nothing').sources).toEqual({})
  })

  it('is drawn without a fetch', () => {
    expect(JSON.stringify(ownStyle(['Any'], 'festival'))).not.toMatch(
      /https?:|"(glyphs|sprite|url|tiles)"/,
    )
  })
})

describe('the drawings of the floor plan', () => {
  const art = (name: string) => readFileSync(`db/seed/art/site/${name}.svg`, 'utf8')

  it('have the sizes of their artwork slots', () => {
    for (const name of ['desktop', 'tablet', 'mobile'] as const) {
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(art(`floor-plan-${name}`)) ?? []
      const { width: w, height: h } = PICTURES[`floor-plan-${name}`]
      expect([Number(width), Number(height)]).toEqual([w, h])
    }
  })

  it('lie on the map at the corners of the floor plan frame', () => {
    const [west, south, east, north] = toBounds(
      FLOOR_PLAN_FRAME.northWest,
      FLOOR_PLAN_FRAME.southEast,
    )
    const corners = [west, north, east, north, east, south, west, south]
    for (const [i, at] of OVERLAY_CORNERS.flat().entries())
      expect(at).toBeCloseTo(corners[i] as number, 8)
  })
})

it("serves MapLibre's worker from a file that is there", () => {
  const file = 'components/public/map/worker.ts'
  const path = /'([^']+worker\.mjs)'/.exec(readFileSync(file, 'utf8'))?.[1]
  expect(existsSync(join(dirname(file), path as string))).toBe(true)
})

describe('geolocation', () => {
  const inside = toLngLat([520, 510])
  const outside: LngLat = [16.44, 43.51]
  const bounds = mapBounds(CENTRE)
  const failed: LocationAction = { type: 'failed', isDenied: false }
  const denied: LocationAction = { type: 'failed', isDenied: true }
  const outcome = (...events: LocationAction[]): Location =>
    events.reduce(locationReducer, NO_LOCATION)

  // Rule 12.11: a failed location is tried again, with doubling delays.
  it('retries after 1.5 s, doubling to a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map(locationRetryDelay)).toEqual([
      1500, 3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000,
    ])
  })

  it('counts failures in a row, and resets the count with a position', () => {
    const twice = outcome({ type: 'asked' }, failed, { type: 'retried' }, failed)
    expect(twice).toMatchObject({ phase: 'waiting', failures: 2 })
    const found = locationReducer(twice, { type: 'found', position: inside, bounds })
    expect(found).toMatchObject({ phase: 'watching', failures: 0, position: inside })
    expect(locationReducer(found, failed)).toMatchObject({
      phase: 'waiting',
      failures: 1,
      position: inside,
    })
  })

  // Rule 12.11: a denied location stops the retries.
  it('stops for good when permission is denied', () => {
    const state = outcome({ type: 'asked' }, denied)
    expect(state.phase).toBe('denied')
    for (const event of [{ type: 'retried' }, { type: 'asked' }, failed] as const)
      expect(locationReducer(state, event).phase).toBe('denied')
    expect(locationReducer(state, { type: 'found', position: inside, bounds }).position).toBeNull()
  })

  it('takes a pin only when permission is denied, and only on the map', () => {
    const pin: LocationAction = { type: 'pinned', position: inside, bounds }
    expect(outcome(pin).position).toBeNull()
    expect(outcome({ type: 'asked' }, failed, pin).position).toBeNull()
    expect(outcome({ type: 'asked' }, denied, pin).position).toEqual(inside)
    expect(
      outcome({ type: 'asked' }, denied, { type: 'pinned', position: outside, bounds }).position,
    ).toBeNull()
  })

  it('ignores a position outside the map', () => {
    const foundOutside: LocationAction = { type: 'found', position: outside, bounds }
    expect(outcome({ type: 'asked' }, foundOutside)).toMatchObject({ position: null, isAway: true })
    expect(
      outcome({ type: 'asked' }, { type: 'found', position: inside, bounds }, foundOutside)
        .position,
    ).toEqual(inside)
  })

  // Rule 12.12: a failed location shows its message only once.
  it('shows the alert for a failure only once', () => {
    expect(outcome({ type: 'asked' }, failed).alert).toBe('shown')
    const closed = outcome({ type: 'asked' }, failed, { type: 'alert-closed' })
    expect(closed.alert).toBe('done')
    expect(locationReducer(locationReducer(closed, { type: 'retried' }), denied).alert).toBe('done')
  })
})

it('the pin is more than 25 m north of every venue name on the default floor plan', () => {
  const [lng, lat] = topOf(OVERLAY_CORNERS)
  for (const { name, label } of VENUES) {
    const [, labelLat] = toLngLat(label)
    expect(distance([lng, lat], [lng, labelLat]), name).toBeGreaterThan(25)
    expect(lat, name).toBeGreaterThan(labelLat)
  }
})
