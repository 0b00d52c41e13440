import { formatNumber } from '@/components/ui/format-number'
import { assessHealth, type Health, type Part } from '@/lib/health/rules'
import type { HealthReport } from '@/lib/health/schema'
import { formatDuration } from '@/lib/time/zagreb'

/** State of one part of the system, in words for organisers. */
export interface Finding {
  part: Part
  health: Health
  title: string
  /** State of the part, in a sentence. */
  description: string
  /** What the organiser should do; undefined if all is well. */
  todo?: string
  href?: string
  /** Label of the link to `href`. */
  linkLabel?: string
}

/** Describes every part of the health report in words, in the order of the screen. */
export function findingsOf(report: HealthReport): Finding[] {
  const health = assessHealth(report)
  return [
    { part: 'database', health: health.database, title: 'Baza podataka', ...database(report) },
    { part: 'mails', health: health.mails, title: 'Pošta', ...mails(report) },
    { part: 'gate', health: health.gate, title: 'Mobiteli na ulazu', ...gate(report) },
    { part: 'failures', health: health.failures, title: 'Greške', ...failures(report) },
    { part: 'load', health: health.load, title: 'Opterećenje', ...load(report, health.load) },
  ]
}

type FindingTexts = Pick<Finding, 'description' | 'todo' | 'href' | 'linkLabel'>

function database({ database }: HealthReport): FindingTexts {
  switch (database) {
    case 'ok':
      return { description: 'Odgovara i sprema.' }
    case 'slow':
      return {
        description: 'Odgovara, ali sporo.',
        todo: 'Pričekajte minutu. Ako potraje, javite tehničkoj osobi da pogleda opterećenje baze.',
      }
    case 'full':
      return {
        description: 'Odgovara, ali ništa ne sprema.',
        todo: 'Vjerojatno je pun disk. Tehnička osoba neka odmah oslobodi mjesto na poslužitelju baze.',
      }
    case 'unreachable':
      return {
        description: 'Ne javlja se.',
        todo: 'Javite tehničkoj osobi odmah. Na ulazu skenirajte dalje: mobiteli odlučuju sami i kasnije sve pošalju.',
      }
  }
}

const UNKNOWN = 'Baza ne odgovara, pa se ne zna.'

function mails({ mails }: HealthReport): FindingTexts {
  if (!mails) return { description: UNKNOWN }
  const { isSending, waiting, oldest, ofBatches, failed } = mails
  const batchesText = ofBatches > 0 ? ` Skupnih na čekanju: ${formatNumber(ofBatches)}.` : ''
  const queueText =
    waiting === 0
      ? 'Ništa ne čeka.'
      : `Na čekanju: ${formatNumber(waiting)}, najstariji već ${formatDuration(oldest * 1000)}.`
  const failedText = failed > 0 ? ` Neuspjelih u zadnja 24 sata: ${formatNumber(failed)}.` : ''
  const sendingText = isSending ? '' : ' Slanje nije uključeno: mailovi se samo bilježe.'
  return {
    description: `${queueText}${batchesText}${failedText}${sendingText}`,
    ...(waiting > 0 && oldest >= 120
      ? { todo: 'Pogledajte razlog uz mailove koji čekaju. Ako ga nema, javite tehničkoj osobi.' }
      : failed > 0 && { todo: 'Uz svaki neuspjeli mail piše zašto, i može se poslati ponovno.' }),
    href: '/admin/mails',
    linkLabel: 'Poslana pošta',
  }
}

function gate({ gate }: HealthReport): FindingTexts {
  if (!gate) return { description: UNKNOWN }
  const { alive, silent, doubles } = gate
  const description =
    alive + silent === 0
      ? 'Nijedan trenutačno ne radi.'
      : `Javlja se: ${formatNumber(alive)}. Šuti više od minute: ${formatNumber(silent)}.`
  return {
    description:
      doubles > 0
        ? `${description} Dvostrukih ulaza bez odluke: ${formatNumber(doubles)}.`
        : description,
    ...(silent > 0
      ? { todo: 'Neka netko na ulazu provjeri jesu li ti mobiteli uključeni i imaju li mrežu.' }
      : doubles > 0 && { todo: 'Odlučite što je bilo sa svakim dvostrukim ulazom.' }),
    href: '/admin/gates',
    linkLabel: 'Ulazi',
  }
}

function failures({ failures: { lastHour } }: HealthReport): FindingTexts {
  if (lastHour === 0) return { description: 'U zadnjih sat vremena nijedna.' }
  return {
    description: `U zadnjih sat vremena: ${formatNumber(lastHour)}.`,
    todo: 'Oznake dolje dajte tehničkoj osobi: po njima se u zapisniku vidi što se dogodilo.',
  }
}

function load({ load }: HealthReport, level: Health) {
  const { requestsPerMinute, busy, waiting, streams } = load
  const busyText = `Zauzeto ${Math.round(busy * 100)} %`
  const requestsText = `${formatNumber(requestsPerMinute)} zahtjeva u minuti.`
  const streamsText = streams > 0 ? ` Otvorenih praćenja uživo: ${formatNumber(streams)}.` : ''
  const waitingText = waiting > 0 ? ` Na bazu čeka: ${formatNumber(waiting)}.` : ''
  return {
    description: `${busyText}, ${requestsText}${streamsText}${waitingText}`,
    ...(level !== 'ok' && {
      todo: 'Odgodite uvoze, izvoze i skupne promjene. Ako potraje, pokrenite još jedan poslužitelj.',
    }),
  }
}
