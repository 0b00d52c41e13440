import { zodResolver } from '@hookform/resolvers/zod'
import { expect, it } from 'vitest'
import { SPONSOR_MESSAGES } from '@/lib/sponsors/messages'
import { newSponsor } from '@/lib/sponsors/schema'

/** Returns the message that a form shows next to a field, from the schema of the endpoint. */
async function messageOf(values: object, field: string) {
  const { errors } = await zodResolver(newSponsor as never)(values as never, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return (errors as Record<string, { message?: string }>)[field]?.message
}

it('shows the Croatian message for an empty or invalid guest cap', async () => {
  for (const guestCap of ['', 'deset', '1,5', '-1', undefined, null, 1.5, '10001'])
    expect(await messageOf({ guestCap }, 'guestCap'), String(guestCap)).toBe(
      SPONSOR_MESSAGES.guestCapInvalid,
    )
})
