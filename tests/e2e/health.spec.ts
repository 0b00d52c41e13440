// covers: components/admin/health lib/health lib/metrics
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'

test.beforeAll(freshFestival)
test.beforeEach(({ page, signIn }) => signIn(page, 1))

test('the health page describes each part of the system, and links a mail fault to the list of mails', {
  tag: '@full',
}, async ({ page, db }) => {
  await empty(db, 'mails', 'duplicate_admissions')
  await page.goto('/admin/admin-panel')
  await page.getByRole('link', { name: /^Stanje sustava/ }).click()
  const part = (name: string) =>
    page
      .getByRole('list', { name: 'Dijelovi sustava' })
      .getByRole('listitem')
      .filter({
        has: page.getByRole('heading', { name }),
      })
  await expect(part('Baza podataka')).toContainText('Odgovara i sprema.')
  await expect(part('Pošta')).toContainText('Ništa ne čeka.')
  await expect(part('Mobiteli na ulazu')).toContainText('Nijedan trenutačno ne radi.')
  await expect(part('Opterećenje')).toContainText(/Zauzeto \d+ %, \S+ zahtjeva u minuti/)
  await expect(page.getByText(/Ovaj poslužitelj radi od/)).toBeVisible()

  await db`
    insert into mails (template, state, to_mail, created_at, due_at)
    values ('ticket-confirmation', 'queued', 'a@primjer.hr', now() - interval '15 minutes 20 seconds', now() + interval '1 hour')`
  await page.reload()
  await expect(part('Pošta')).toContainText('Ne radi kako treba')
  await expect(part('Pošta')).toContainText(/Na čekanju: 1, najstariji već 1[56] min/)
  await expect(part('Pošta')).toContainText('Pogledajte razlog')
  await expect(
    page.getByRole('status').filter({ hasText: 'Nešto ne radi kako treba.' }),
  ).toBeVisible()
  await expectAccessible(page)
  await part('Pošta').getByRole('link').click()
  await expect(page).toHaveURL('/admin/mails')
  await db`delete from mails`
})

test('an unexpected API error shows its request id, which is in the log and on the health page', {
  tag: '@full',
}, async ({ page, db, instance }) => {
  await db`alter table band_contacts rename to band_contacts_away`
  await page.goto('/admin/band-kontakt')
  const error = page.getByRole('alert').filter({ hasText: 'Dogodila se nepoznata greška' })
  await expect(error).toContainText(/javite se administratoru\. Oznaka: [0-9a-f]{12}/, {
    timeout: 60_000,
  })
  await db`alter table band_contacts_away rename to band_contacts`
  const requestId = /Oznaka: ([0-9a-f]{12})/.exec((await error.textContent()) ?? '')?.[1]
  expect(instance.output()).toContain(`[${requestId}] GET /api/contact/`)
  await page.goto('/admin/health')
  const failures = page.getByRole('region', { name: 'Zadnje greške' })
  await expect(failures).toContainText(`${requestId}`)
  await expect(failures).toContainText('/api/contact (500)')
  for (const { viewport } of SCREEN_SIZES) {
    await page.setViewportSize(viewport)
    await expectAccessible(page)
  }
})

test('a page that fails to render on the server shows its error digest, which is in the log', {
  tag: '@full',
}, async ({ page, db, instance }) => {
  await db`alter table auth_sessions rename column user_id to user_away`
  try {
    await page.goto('/admin/mails')
    await expect(page.getByText(/^Oznaka: \d+$/)).toBeVisible()
  } finally {
    await db`alter table auth_sessions rename column user_away to user_id`
  }
  const digest = /\d+/.exec((await page.getByText(/^Oznaka: /).textContent()) ?? '')?.[0]
  expect(instance.output()).toMatch(new RegExp(`\\] /admin/mails: .*digest ${digest}`))
})
