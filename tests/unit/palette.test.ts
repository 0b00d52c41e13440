import { describe, expect, it } from 'vitest'
import { shortcutsOn } from '@/components/admin/frame/keys'
import { entriesFor, findEntries, matchesEntry } from '@/components/admin/frame/palette-entries'
import { listsChangedBy } from '@/lib/live/rules'

const first = (search: string) => findEntries(entriesFor(1), search, 5).map(({ label }) => label)[0]

describe('the palette', () => {
  it.each([
    ['dodaj gosta', 'Dodaj Gosta'],
    ['DODAJ GOSTA', 'Dodaj Gosta'],
    ['izvoz gostiju', 'Izvoz'],
    ['prijavi se van', 'Odjava'],
    ['tamna', 'Tamna tema'],
    ['izvodaci', 'Svi izvođači'],
    ['dodaj izvođača', 'Dodaj izvođača'],
    ['firme', 'Firme'],
    ['prečaci', 'Tipke'],
  ])('finds for "%s" as the first entry %s', (search, label) => expect(first(search)).toBe(label))

  it('finds only the screens that the privilege may open', () => {
    const labels = (privilege: number) => entriesFor(privilege).map(({ label }) => label)
    expect(labels(3)).toContain('Brucoši')
    for (const privilege of [2, 3, 4])
      for (const label of ['Gosti', 'Izvoz', 'Korisnici', 'Admin panel', 'Dodaj izvođača'])
        expect(labels(privilege)).not.toContain(label)
    expect(labels(2)).not.toContain('Brucoši')
    expect(first('xyzxyz')).toBeUndefined()
  })

  it('has a different key for each entry', () => {
    const keys = entriesFor(1).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('matches an entry only if the entry contains every word of the search', () => {
    expect(matchesEntry('Đurđica Šarić 0036512345', 'durd sar')).toBe(true)
    expect(matchesEntry('Đurđica Šarić', 'durd x')).toBe(false)
  })
})

describe('the keyboard shortcuts', () => {
  const shortcuts = (path: string, hasSearch = true) =>
    shortcutsOn(path, hasSearch).map(({ keys }) => keys.join('+'))

  it('depend on the screen', () => {
    expect(shortcuts('/admin/guest-list')).toContain('Home+End')
    expect(shortcuts('/admin/tags')).toEqual(['Ctrl+K', '/', '?', 'Esc'])
    expect(shortcuts('/admin/visibility', false)).not.toContain('/')
    expect(shortcuts('/admin/lineup-list')).toContain('Razmaknica')
  })

  it('of the ticket desk are only Ctrl+K, Enter, Esc and Alt+N, since scanners type there', () => {
    expect(shortcuts('/admin/guests', false)).toEqual(['Ctrl+K', 'Enter', 'Esc', 'Alt+N'])
  })
})

describe('the lists that a write changes', () => {
  it.each([
    ['/api/guests/7/', ['guests', 'tags', 'sponsors', 'mails', 'signups', 'activities']],
    ['/api/programme/import/', ['programme', 'stages', 'activities']],
    ['/api/lineup/3/', ['lineup', 'programme', 'stages', 'activities']],
    ['/api/cjenik/3', ['price-list', 'activities']],
    ['/api/contact', ['band-contacts', 'activities']],
    ['/api/gate/scan/', ['guests', 'tags', 'sponsors', 'gates']],
    ['/api/forms/brucosi-form-submit/', ['signups', 'activities']],
    ['/api/lists/guest-list/columns/', []],
    ['/api/nesto/', []],
    ['/api/constructor', []],
  ])('are known for a write to %s', (path, lists) => expect(listsChangedBy(path)).toEqual(lists))
})
