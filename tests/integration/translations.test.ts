import { beforeAll, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { stripTags } from '@/lib/translations/rules'
import { newTranslationBody, type Translation, translationChange } from '@/lib/translations/schema'
import {
  createTranslation,
  deleteTranslation,
  listTranslations,
  readTexts,
  updateTranslation,
} from '@/lib/translations/service'
import { staff } from '../support/factories'
import { runConcurrently } from '../support/programme'

beforeAll(async () => {
  await getSql()`insert into users (email, privilege) values ('a@primjer.hr', 1)`
})

it.each([
  ['obično < 5 i > 3', 'obično < 5 i > 3'],
  ['a<br>b<br/>c<BR class="x" />d\ne', 'a<br>b<br>c<br>d\ne'],
  ['<p onclick="x()">Tekst</p>', 'Tekst'],
  ['<scr<b>ipt>alert(1)</scr</b>ipt>', 'alert(1)'],
  ['<img src=x onerror=alert(1)>', ''],
  ['a<!-- tajna -->b', 'ab'],
  ['<<br>br>', '<<br>br>'],
])('the site text %s is stored as %s', (text, stored) => expect(stripTags(text)).toBe(stored))

// Rule 13.19: a text loses its HTML tags except line breaks.
it('stripping HTML tags takes under 1 s for a text made to be slow', { tags: ['full'] }, () => {
  const started = process.cpuUsage()
  stripTags('<a'.repeat(3000) + '>'.repeat(3000))
  stripTags('<'.repeat(20_000))
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000)
})

it('a site text is created only once per key, changed in value or key, and deleted', async () => {
  const admin = await staff(1)
  const body = newTranslationBody.parse({ key: ' terms.title1 ', value: '<b>Uvjeti</b><br>A' })
  expect(body).toEqual({ key: 'terms.title1', value: 'Uvjeti<br>A' })
  const results = await runConcurrently(10, () =>
    createTranslation(body, admin).catch((e) => e.status),
  )
  const [text, ...others] = results.filter((result) => result !== 409) as Translation[]
  expect(others).toEqual([])
  if (!text) throw new Error('no site text was created')
  const { value } = translationChange.parse({ value: '<i></i>' })
  expect(await updateTranslation(text.id, { value }, admin)).toEqual({ ...text, value: '' })
  await createTranslation({ key: 'terms.text1', value: 'x' }, admin)
  await expect(updateTranslation(text.id, { key: 'terms.text1' }, admin)).rejects.toMatchObject({
    status: 409,
    detail: 'Prijevod s tim ključem već postoji.',
  })
  const renamed = await updateTranslation(text.id, { key: 'terms.title2' }, admin)
  expect(renamed).toEqual({ id: text.id, key: 'terms.title2', value: '' })
  expect((await listTranslations({ ordering: '-key' })).rows[0]).toEqual(renamed)
  await deleteTranslation(text.id, admin)
  await expect(deleteTranslation(text.id, admin)).rejects.toMatchObject({ status: 404 })
})

// Rule 13.19: a text keeps its line breaks, which visitors never read as tags.
it('pages get the line breaks of introductions, titles and image texts without tags', async () => {
  const admin = await staff(1)
  const written = {
    'home.lead': 'Prva noć.<br>Vidimo\nse!',
    'home.comingsoon': 'Uskoro<br>stižemo.',
    'lineup.lead': 'Svi ovdje.\n\nI još netko.',
    'tlocrt.alt': 'Ulaz<br>je na istoku.',
    'kontakt.title7': 'Za <br>medije',
    'kontakt.text7': 'Piši<br>nam.',
    'igrica.lead': '',
  }
  for (const [key, value] of Object.entries(written))
    await createTranslation(newTranslationBody.parse({ key, value }), admin)
  expect(await readTexts()).toMatchObject({
    'home.lead': 'Prva noć.\nVidimo se!',
    'home.comingsoon': 'Uskoro\nstižemo.',
    'lineup.lead': 'Svi ovdje.\n\nI još netko.',
    'tlocrt.alt': 'Ulaz\nje na istoku.',
    'kontakt.title7': 'Za\nmedije',
    // The page splits this text into paragraphs itself.
    'kontakt.text7': 'Piši<br>nam.',
    'igrica.lead': '',
  })
})

// Rule 13.18: the key of a text has the form section.name.
it('the key of a site text has the form section.name', () => {
  for (const key of ['', 'naslov', 'a.', '.b', 'a..b', 'a b.c', '<b>.c'])
    expect(newTranslationBody.safeParse({ key, value: '' }).success, key).toBe(false)
  for (const key of ['a.b', 'čl.1', 'home.hero.title-2', 'a_b.c'])
    expect(newTranslationBody.safeParse({ key, value: '' }).success, key).toBe(true)
})
