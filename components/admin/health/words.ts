import { formatNumber } from '@/components/ui/grouped'
import { assessHealth, type Health, type Part } from '@/lib/health/rules'
import type { HealthReport } from '@/lib/health/schema'
import { formatDuration } from '@/lib/time/zagreb'

/** State of one part of the system, in words for organisers. */
export interface Finding {
  part: Part
  health: Health
  title: string
  /** State of the part, in a sentence. */
  says: string
  /** What the organiser should do; undefined if all is well. */
  todo?: string
  href?: string
  /** Label of the link to `href`. */
  goes?: string
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

type Words = Pick<Finding, 'says' | 'todo' | 'href' | 'goes'>

function database({ database }: HealthReport): Words {
  switch (database) {
    case 'ok':
      return { says: 'Odgovara i sprema.' }
    case 'slow':
      return {
        says: 'Odgovara, ali sporo.',
        todo: 'Pričekajte minutu. Ako potraje, javite tehničkoj osobi da pogleda opterećenje baze.',
      }
    case 'full':
      return {
        says: 'Odgovara, ali ništa ne sprema.',
        todo: 'Vjerojatno je pun disk. Tehnička osoba neka odmah oslobodi mjesto na poslužitelju baze.',
      }
    case 'unreachable':
      return {
        says: 'Ne javlja se.',
        todo: 'Javite tehničkoj osobi odmah. Na ulazu skenirajte dalje: mobiteli odlučuju sami i kasnije sve pošalju.',
      }
  }
}

const UNTOLD = 'Baza ne odgovara, pa se ne zna.'

function mails({ mails }: HealthReport): Words {
  if (!mails) return { says: UNTOLD }
  const { isSending, waiting, oldest, ofBatches, failed } = mails
  const many = ofBatches > 0 ? ` Skupnih na čekanju: ${formatNumber(ofBatches)}.` : ''
  const queue =
    waiting === 0
      ? 'Ništa ne čeka.'
      : `Na čekanju: ${formatNumber(waiting)}, najstariji već ${formatDuration(oldest * 1000)}.`
  const lost = failed > 0 ? ` Neuspjelih u zadnja 24 sata: ${formatNumber(failed)}.` : ''
  const sending = isSending ? '' : ' Slanje nije uključeno: mailovi se samo bilježe.'
  return {
    says: `${queue}${many}${lost}${sending}`,
    ...(waiting > 0 && oldest >= 120
      ? { todo: 'Pogledajte razlog uz mailove koji čekaju. Ako ga nema, javite tehničkoj osobi.' }
      : failed > 0 && { todo: 'Uz svaki neuspjeli mail piše zašto, i može se poslati ponovno.' }),
    href: '/admin/mails',
    goes: 'Poslana pošta',
  }
}

function gate({ gate }: HealthReport): Words {
  if (!gate) return { says: UNTOLD }
  const { alive, silent, doubles } = gate
  const says =
    alive + silent === 0
      ? 'Nijedan trenutačno ne radi.'
      : `Javlja se: ${formatNumber(alive)}. Šuti više od minute: ${formatNumber(silent)}.`
  return {
    says: doubles > 0 ? `${says} Dvostrukih ulaza bez odluke: ${formatNumber(doubles)}.` : says,
    ...(silent > 0
      ? { todo: 'Neka netko na ulazu provjeri jesu li ti mobiteli uključeni i imaju li mrežu.' }
      : doubles > 0 && { todo: 'Odlučite što je bilo sa svakim dvostrukim ulazom.' }),
    href: '/admin/gates',
    goes: 'Ulazi',
  }
}

function failures({ failures: { lastHour } }: HealthReport): Words {
  if (lastHour === 0) return { says: 'U zadnjih sat vremena nijedna.' }
  return {
    says: `U zadnjih sat vremena: ${formatNumber(lastHour)}.`,
    todo: 'Oznake dolje dajte tehničkoj osobi: po njima se u zapisniku vidi što se dogodilo.',
  }
}

function load({ load: { requestsPerMinute, busy, waiting, streams } }: HealthReport, of: Health) {
  const now = `Zauzeto ${Math.round(busy * 100)} %, ${formatNumber(requestsPerMinute)} zahtjeva u minuti.`
  const open = streams > 0 ? ` Otvorenih praćenja uživo: ${formatNumber(streams)}.` : ''
  const behind = waiting > 0 ? ` Na bazu čeka: ${formatNumber(waiting)}.` : ''
  return {
    says: `${now}${open}${behind}`,
    ...(of !== 'ok' && {
      todo: 'Odgodite uvoze, izvoze i skupne promjene. Ako potraje, pokrenite još jedan poslužitelj.',
    }),
  }
}
