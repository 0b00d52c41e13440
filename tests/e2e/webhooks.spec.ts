// covers: components/admin/webhooks lib/webhooks
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { startReceiver, type TestReceiver } from '../support/fake-webhook-receiver'
import { test as base, expect, freshFestival } from '../support/fixtures'

/** Test function with a fake webhook receiver on this machine. */
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

test('an admin adds a webhook receiver, tests it, sends it a sale, changes it and deletes it', async ({
  page,
  receiver,
  as,
  db,
}) => {
  const secretOf = (name: string) => page.getByRole('dialog', { name: `Tajna za ${name}` })
  const deliveries = page.getByRole('region', { name: 'Zadnje dojave' })
  await page.goto('/admin/webhooks')

  await test.step('the form shows validation errors at its fields, and refuses a URL in a private network', async () => {
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
    await form.getByLabel('Čemu služi').fill('Chat')
    await form.getByLabel('Adresa').fill('https://10.0.0.1/dojave')
    await form.getByLabel('Prodana karta').check()
    await form.getByLabel('Ulazak').check()
    await form.getByRole('button', { name: 'Dodaj' }).click()
    await expect(form.getByLabel('Adresa')).toHaveAccessibleDescription(/privatnoj mreži/)
    await form.getByLabel('Adresa').fill(receiver.url)
    await form.getByRole('button', { name: 'Dodaj' }).click()
  })

  await test.step('the secret is shown only once', async () => {
    await expect(secretOf('Chat').getByText(/^whsec_/)).toBeVisible()
    await expectAccessible(page)
    await secretOf('Chat').getByRole('button', { name: 'Spremljeno' }).click()
    await expect(page.getByText(/whsec_/)).toHaveCount(0)
    await expect(page.getByText('Prodana karta, Ulazak')).toBeVisible()
  })

  await test.step('a test delivery shows the response of the receiver', async () => {
    receiver.behave(() => (response) => response.writeHead(200).end('Hvala!'))
    await page.getByRole('button', { name: 'Pošalji probu: Chat' }).click()
    const testDialog = page.getByRole('dialog', { name: 'Proba: Chat' })
    await expect(testDialog).toContainText('Prijemnik je primio dojavu.')
    await expect(testDialog).toContainText('200')
    await expect(testDialog).toContainText('Hvala!')
    await testDialog.getByRole('button', { name: 'Zatvori' }).click()
    expect(receiver.received.map(({ message }) => message.type)).toEqual(['webhook.test'])
  })

  await test.step('a sale is sent to the receiver, and its failure and the pending retry are shown', async () => {
    const [guest] = await db`insert into guests (name, surname, list_id)
      select 'Ana', 'Anić', id from guest_lists where name = 'VIP' returning id`
    receiver.behave(() => 500)
    await (await as(1)).put(`/api/guests/${guest?.id}/`, { data: { bought: '1' } })
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    expect(receiver.received[0]?.message).toMatchObject({
      type: 'ticket.sold',
      data: { guest: guest?.id },
    })
    await expect(deliveries).toContainText('Pokušava ponovno')
    await expect(page.getByText('Ne prima')).toBeVisible()
  })

  await test.step('a failed delivery can be sent again by hand', async () => {
    receiver.behave(() => 204)
    await deliveries.getByRole('button', { name: /Otvori dojavu: Prodana karta/ }).click()
    // Delays the next automatic attempt by an hour, because a resend during an attempt is refused.
    const postpone = () => db`update webhook_deliveries set due_at = now() + interval '1 hour'
      where state = 'waiting' and attempts > 0 returning id`
    await expect.poll(async () => (await postpone()).length).toBe(1)
    await page.getByRole('button', { name: 'Pošalji ponovno' }).click()
    await expect(page.locator(toast('Dojava ide ponovno'))).toBeVisible()
    await expect(deliveries.getByRole('row').filter({ hasText: 'Prodana karta' })).toContainText(
      'Primljeno',
    )
  })

  await test.step('the receiver is changed, paused, given a new secret and deleted', async () => {
    const edit = () => page.getByRole('button', { name: 'Uredi prijemnik Chat' }).click()
    const dialog = page.getByRole('dialog', { name: 'Uredi prijemnik' })
    await edit()
    await dialog.getByLabel('Dvostruki ulaz').check()
    await dialog.getByRole('button', { name: 'Spremi promjene' }).click()
    await expect(page.getByText('Prodana karta, Ulazak, Dvostruki ulaz')).toBeVisible()
    await edit()
    await dialog.getByRole('button', { name: 'Pauziraj' }).click()
    await expect(page.locator(toast('Prijemnik Chat je pauziran.'))).toBeVisible()
    await expect(page.getByText('Pauziran', { exact: true })).toBeVisible()
    await edit()
    await dialog.getByRole('button', { name: 'Nova tajna' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Izradi' }).click()
    await expect(secretOf('Chat').getByText(/^whsec_/)).toBeVisible()
    await secretOf('Chat').getByRole('button', { name: 'Spremljeno' }).click()
    await page.getByRole('button', { name: 'Obriši prijemnik Chat' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Obriši' }).click()
    await expect(page.getByText('Još nema prijemnika.')).toBeVisible()
  })
})

test('the webhooks page is accessible on every screen size', { tag: '@full' }, async ({
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
  const [receiverRow] = await db`select id from webhook_receivers where description = 'Chat'`
  await admin.post(`/api/webhooks/${receiverRow?.id}/test/`)
  await page.goto('/admin')
  await expect(page.getByText('Dojave više ne idu na: Isključeni.')).toBeVisible()
  for (const { viewport } of SCREEN_SIZES) {
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
