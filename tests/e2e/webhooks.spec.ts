import { expectAccessible, LOOKS } from '../support/axe'
import { test as base, expect, freshFestival } from '../support/fixtures'
import { startReceiver, type TestReceiver } from '../support/receiver'

/** A receiver of webhooks on this machine. */
const test = base.extend<object, { receiver: TestReceiver }>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const receiver = await startReceiver()
      await use(receiver)
      await receiver.stop()
    },
    { scope: 'worker' },
  ],
})

test.beforeAll(freshFestival)
test.beforeEach(async ({ db, receiver, page, signIn }) => {
  await db`truncate webhook_receivers, webhook_deliveries`
  receiver.behave(() => 204)
  await signIn(page, 1)
})

const toast = (text: string) => `[data-sonner-toast]:has-text("${text}")`

test('an admin registers a receiver, keeps its secret, tries it and is told of a sale', async ({
  page,
  receiver,
  as,
  db,
}) => {
  await page.goto('/admin/webhooks')
  await expect(page.getByText('Još nema prijemnika.')).toBeVisible()
  await page.getByRole('button', { name: 'Novi prijemnik' }).click()
  const form = page.getByRole('form', { name: 'Novi prijemnik' })
  await form.getByRole('button', { name: 'Dodaj' }).click()
  await expect(form.getByLabel('Čemu služi')).toHaveAccessibleDescription(
    'Upišite čemu prijemnik služi.',
  )
  await expect(form.getByRole('group', { name: 'Događaji' })).toHaveAccessibleDescription(
    'Odaberite barem jedan događaj.',
  )
  await form.getByLabel('Čemu služi').fill('Chat organizatora')
  await form.getByLabel('Adresa').fill('https://10.0.0.1/dojave')
  await form.getByLabel('Prodana karta').check()
  await form.getByLabel('Ulazak').check()
  await form.getByRole('button', { name: 'Dodaj' }).click()
  await expect(form.getByLabel('Adresa')).toHaveAccessibleDescription(/privatnoj mreži/)
  await form.getByLabel('Adresa').fill(receiver.url)
  await form.getByRole('button', { name: 'Dodaj' }).click()

  const secret = page.getByRole('dialog', { name: 'Tajna za Chat organizatora' })
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await expectAccessible(page)
  await secret.getByRole('button', { name: 'Spremljeno' }).click()
  await expect(page.getByText(/whsec_/)).toHaveCount(0)

  const row = page.getByRole('row').filter({ hasText: 'Chat organizatora' }).first()
  await expect(row).toContainText('Prodana karta, Ulazak')
  receiver.behave(() => (response) => response.writeHead(200).end('Hvala!'))
  await page.getByRole('button', { name: 'Pošalji probu: Chat organizatora' }).click()
  const trial = page.getByRole('dialog', { name: 'Proba: Chat organizatora' })
  await expect(trial).toContainText('Prijemnik je primio dojavu.')
  await expect(trial).toContainText('200')
  await expect(trial).toContainText('Hvala!')
  await trial.getByRole('button', { name: 'Zatvori' }).click()
  expect(receiver.received.map(({ message }) => message.type)).toEqual(['webhook.test'])

  const [guest] = await db`insert into guests (name, surname, list_id)
    select 'Ana', 'Anić', id from guest_lists where name = 'VIP' returning id`
  receiver.behave(() => 500)
  const admin = await as(1)
  await admin.put(`/api/guests/${guest?.id}/`, { data: { bought: '1' } })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  expect(receiver.received[0]?.message).toMatchObject({
    type: 'ticket.sold',
    data: { guest: guest?.id },
  })
  // It comes to the screen by itself, and is told anew by hand.
  const deliveries = page.getByRole('region', { name: 'Zadnje dojave' })
  await expect(deliveries).toContainText('Pokušava ponovno')
  await expect(page.getByText('Ne prima')).toBeVisible()
  receiver.behave(() => 204)
  await deliveries.getByRole('button', { name: /Otvori dojavu: Prodana karta/ }).click()
  // A press during an attempt of its own would be refused, so that the next one is put off.
  const putOff = () => db`update webhook_deliveries set due_at = now() + interval '1 hour'
    where state = 'waiting' and attempts > 0 returning id`
  await expect.poll(async () => (await putOff()).length).toBe(1)
  await page.getByRole('button', { name: 'Pošalji ponovno' }).click()
  await expect(page.locator(toast('Dojava ide ponovno'))).toBeVisible()
  await expect(deliveries.getByRole('row').filter({ hasText: 'Prodana karta' })).toContainText(
    'Primljeno',
  )
})

test('a receiver is changed, paused, given a new secret and deleted', async ({
  page,
  receiver,
  as,
}) => {
  const admin = await as(1)
  const made = await admin.post('/api/webhooks/', {
    data: { description: 'Tablica', url: receiver.url, events: ['ticket.sold'] },
  })
  expect(made.status()).toBe(201)
  await page.goto('/admin/webhooks')
  const edit = () => page.getByRole('button', { name: 'Uredi prijemnik Tablica' }).click()
  await edit()
  const dialog = page.getByRole('dialog', { name: 'Uredi prijemnik' })
  await dialog.getByLabel('Dvostruki ulaz').check()
  await dialog.getByRole('button', { name: 'Spremi promjene' }).click()
  await expect(page.getByText('Prodana karta, Dvostruki ulaz')).toBeVisible()

  await edit()
  await dialog.getByRole('button', { name: 'Pauziraj' }).click()
  await expect(page.locator(toast('Prijemnik Tablica je pauziran.'))).toBeVisible()
  await expect(page.getByText('Pauziran', { exact: true })).toBeVisible()

  await edit()
  await dialog.getByRole('button', { name: 'Nova tajna' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Izradi' }).click()
  const secret = page.getByRole('dialog', { name: 'Tajna za Tablica' })
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await secret.getByRole('button', { name: 'Spremljeno' }).click()

  await page.getByRole('button', { name: 'Obriši prijemnik Tablica' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Obriši' }).click()
  await expect(page.getByText('Još nema prijemnika.')).toBeVisible()
})

test('the screen can be read by anybody, in every look', { tag: '@full' }, async ({
  page,
  receiver,
  as,
  db,
}) => {
  const admin = await as(1)
  for (const description of ['Chat', 'Isključeni'])
    await admin.post('/api/webhooks/', {
      data: { description, url: receiver.url, events: ['ticket.sold', 'double.found'] },
    })
  await db`update webhook_receivers set state = 'off', failures = 30,
    failing_since = now() - interval '4 days' where description = 'Isključeni'`
  receiver.behave(() => 500)
  const [one] = await db`select id from webhook_receivers where description = 'Chat'`
  await admin.post(`/api/webhooks/${one?.id}/test/`)
  await page.goto('/admin')
  await expect(page.getByText('Dojave više ne idu na: Isključeni.')).toBeVisible()
  for (const { viewport } of LOOKS) {
    await page.setViewportSize(viewport)
    await page.goto('/admin/webhooks')
    await expect(page.getByText('Isključen je jer')).toBeVisible()
    await expect(page.getByRole('cell').getByText('Nije uspjelo').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Uredi prijemnik Chat' }).click()
    await expect(page.getByRole('dialog', { name: 'Uredi prijemnik' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
})
