import { getDb } from '@/db/client'
import { type EditionRow, getEdition } from '@/db/queries/festival'
import { writePairs } from './rules'
import type { Edition } from './schema'

/** An edition as the API shows it. */
export const viewEdition = ({
  opensAt,
  closesAt,
  ticketWidgetData,
  ...row
}: Omit<EditionRow, 'id' | 'endedAt' | 'erasedAt'>): Edition => ({
  name: row.name,
  year: row.year,
  number: row.number,
  opensAt: opensAt?.toISOString() ?? null,
  closesAt: closesAt?.toISOString() ?? null,
  place: row.place,
  address: row.address,
  lat: row.lat,
  lng: row.lng,
  contactEmail: row.contactEmail,
  sponsorsEmail: row.sponsorsEmail,
  instagramUrl: row.instagramUrl,
  facebookUrl: row.facebookUrl,
  tiktokUrl: row.tiktokUrl,
  ticketShopUrl: row.ticketShopUrl,
  ticketWidgetSrc: row.ticketWidgetSrc,
  ticketWidgetData: writePairs(ticketWidgetData),
  aircashUrl: row.aircashUrl,
  retentionDays: row.retentionDays,
})

/** This year's edition. */
export const readEdition = async (): Promise<Edition> => viewEdition(await getEdition(getDb()))
