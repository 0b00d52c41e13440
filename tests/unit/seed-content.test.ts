import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bandContacts } from '@/db/seed/content/band-contacts'
import { leaderboard } from '@/db/seed/content/leaderboard'
import { firstNames, surnames } from '@/db/seed/content/names'
import { performers } from '@/db/seed/content/performers'
import { priceList } from '@/db/seed/content/price-list'
import { sponsors } from '@/db/seed/content/sponsors'
import { staff } from '@/db/seed/content/staff'
import { translations } from '@/db/seed/content/translations'

const drawings = (folder: string) =>
  readdirSync(`db/seed/art/${folder}`).map((file) => file.replace(/\.svg$/, ''))

const PUBLIC_ART = [
  'coming-soon',
  'coming-soon-tall',
  'halftone',
  'mark',
  'og',
  'poster',
  'poster-tall',
]

const isUnique = (list: readonly unknown[]) => new Set(list).size === list.length

describe('demo content', () => {
  it('has exactly one drawing for each performer and sponsor', () => {
    expect(drawings('performers').sort()).toEqual(performers.map((p) => p.slug).sort())
    expect(drawings('sponsors').sort()).toEqual(sponsors.map((s) => s.slug).sort())
  })

  it('has drawings without fonts, other images or scripts, each below 14 kB compressed', () => {
    const files = [
      ...['performers', 'sponsors'].flatMap((folder) =>
        drawings(folder).map((name) => `db/seed/art/${folder}/${name}.svg`),
      ),
      ...PUBLIC_ART.map((name) => `public/art/${name}.svg`),
      ...['', '-tall'].map((shape) => `db/seed/art/site/schedule${shape}.svg`),
    ]
    for (const file of files) {
      const drawing = readFileSync(file, 'utf8')
      expect(drawing).not.toMatch(/<text|<image|<script|<foreignObject|url\(["']?http/)
      // Size in bytes as the file is sent: compressed.
      expect(gzipSync(drawing).byteLength, file).toBeLessThan(14_000)
    }
  })

  it('contains special cases, such as a hidden performer and a sponsor with two addresses', () => {
    expect(performers.filter((p) => !p.visible)).toHaveLength(1)
    expect(performers.filter((p) => p.biography === '')).toHaveLength(1)
    expect(new Set(sponsors.map((s) => s.guestsEnabled))).toEqual(new Set(['0', '1', '2']))
    expect(sponsors.some((s) => s.email.includes(','))).toBe(true)
    expect(new Set(staff.map((s) => s.privilege))).toEqual(new Set([0, 1, 2, 3, 4]))
    expect(leaderboard.length).toBeGreaterThan(20)
    expect(bandContacts).toHaveLength(8)
  })

  it('has items in every price category, with a volume everywhere except in OSTALO', () => {
    const tags = ['SOK', 'PIVO', 'DOLJEVI', 'ALKOHOL', 'OSTALO']
    expect(new Set(priceList.map((i) => i.tag))).toEqual(new Set(tags))
    expect(priceList.length).toBeGreaterThanOrEqual(30)
    for (const { tag, volume, priceEUR } of priceList) {
      expect(volume > 0).toBe(tag !== 'OSTALO')
      expect(priceEUR).toBeGreaterThan(0)
    }
  })

  it('numbers the sections of each text page without a gap, with a text for each title', () => {
    const keys = translations.map(([key]) => key)
    expect(isUnique(keys)).toBe(true)
    expect(
      translations.filter(([key, value]) => !/^[a-z]+\d?\.[a-z-]+\d*$/.test(key) || !value),
    ).toEqual([])
    for (const page of ['kontakt', 'ulaznice', 'pravila', 'uvjeti']) {
      const titles = keys.filter((key) => key.startsWith(`${page}.title`))
      expect(titles.length).toBeGreaterThanOrEqual(4)
      for (const n of titles.keys()) {
        expect(keys).toContain(`${page}.title${n + 1}`)
        expect(keys).toContain(`${page}.text${n + 1}`)
      }
    }
  })

  it('has at least 160 first names and 700 surnames, each once', () => {
    expect(firstNames.length).toBeGreaterThanOrEqual(160)
    expect(surnames.length).toBeGreaterThanOrEqual(700)
    expect(isUnique(firstNames) && isUnique(surnames)).toBe(true)
  })
})
