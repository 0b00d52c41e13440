import type { LineupItem } from '@/lib/lineup/schema'
import type { Festival } from '@/lib/settings/types'

interface Props {
  festival: Festival
  /** An ISO instant; without one nothing is said, since an event without a date is none. */
  startsAt: string | null
  performers: LineupItem[]
}

/** What search engines read: the festival as an event of schema.org. */
export function FestivalData({ festival, startsAt, performers }: Props) {
  if (!startsAt) return null
  const data = {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: `${festival.name} ${festival.year}`,
    startDate: startsAt,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    url: festival.publicUrl,
    location: {
      '@type': 'Place',
      name: 'Studentski centar',
      address: { '@type': 'PostalAddress', addressLocality: 'Zagreb', addressCountry: 'HR' },
    },
    performer: performers.map(({ name }) => ({ '@type': 'MusicGroup', name })),
  }
  return (
    <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
  )
}
