import type { webhookDeliveries, webhookReceivers } from '../schema/webhooks'
import type { TableFacts } from './facts'
import { ADMIN, inner, shown } from './facts'

export const WEBHOOK_RECEIVERS = {
  atEnd: 'kept',
  columns: {
    id: shown(ADMIN, 'Broj'),
    description: shown(ADMIN, 'Čemu služi'),
    url: shown(ADMIN, 'Adresa'),
    events: shown(ADMIN, 'Događaji'),
    state: shown(ADMIN, 'Stanje'),
    secret: inner('Tajna'),
    secretAt: inner('Tajna od'),
    oldSecret: inner('Stara tajna'),
    oldSecretUntil: shown(ADMIN, 'Stara tajna do'),
    createdAt: shown(ADMIN, 'Zapisano'),
    lastSuccessAt: shown(ADMIN, 'Zadnji uspjeh'),
    failingSince: shown(ADMIN, 'Ne uspijeva od'),
    failures: shown(ADMIN, 'Neuspjeha zaredom'),
  },
} as const satisfies TableFacts<keyof typeof webhookReceivers.$inferSelect>

export const WEBHOOK_DELIVERIES = {
  atEnd: 'erased',
  columns: {
    id: shown(ADMIN, 'Broj'),
    receiverId: shown(ADMIN, 'Prijemnik'),
    type: shown(ADMIN, 'Događaj'),
    happenedAt: shown(ADMIN, 'Dogodilo se'),
    data: inner('Sadržaj'),
    isBulk: inner('Jedan od mnogih'),
    state: shown(ADMIN, 'Stanje'),
    attempts: shown(ADMIN, 'Pokušaja'),
    dueAt: shown(ADMIN, 'Ne prije'),
    createdAt: shown(ADMIN, 'Zapisano'),
    settledAt: shown(ADMIN, 'Riješeno'),
    status: shown(ADMIN, 'Odgovor HTTP'),
    ms: shown(ADMIN, 'Milisekundi'),
    answer: shown(ADMIN, 'Odgovor'),
    lastError: shown(ADMIN, 'Zadnja greška'),
  },
} as const satisfies TableFacts<keyof typeof webhookDeliveries.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const WEBHOOK_TABLES = {
  webhookDeliveries: WEBHOOK_DELIVERIES,
  webhookReceivers: WEBHOOK_RECEIVERS,
} as const
