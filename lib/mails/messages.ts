import type { MailTemplate } from './rules'

/** What a mail is, for the admin. */
export const TEMPLATE_WORDS: Record<MailTemplate, string> = {
  'ticket-confirmation': 'Potvrda karte',
  message: 'Poruka',
  'sponsor-invitation': 'Poziv sponzoru',
  'sponsor-reminder': 'Podsjetnik sponzoru',
  'sponsor-pass': 'Ulaznica gosta sponzora',
}

const BATCH_WORDS: Record<string, string> = {
  range: 'Potvrde karata po rasponu',
  list: 'Slanje po popisu',
  failed: 'Ponovno slanje neuspjelih',
}

/** What a sending of many mails is; kinds that have no word of their own are just that. */
export const batchWord = (kind: string) => BATCH_WORDS[kind] ?? 'Skupno slanje'
