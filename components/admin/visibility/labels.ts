import type { FlagName, TimeName } from '@/lib/visibility/schema'

interface Label {
  label: string
  hint: string
}

/** Label and hint of each visibility flag (rules 1.3 and 1.5), in the order of the screen. */
export const FLAG_LABELS: Record<FlagName, Label> = {
  COMINGSOON_VISIBILITY: {
    label: 'Stranica je otvorena',
    hint: 'Isključeno: posjetitelji vide samo najavu',
  },
  LINEUP_VISIBILITY: { label: 'Izvođači', hint: '/lineup' },
  SPONSORS_VISIBILITY: { label: 'Sponzori', hint: '/sponsors' },
  CJENIK_VISIBILITY: { label: 'Cjenik', hint: '/cjenik' },
  TLOCRT_VISIBILITY: { label: 'Tlocrt', hint: '/tlocrt' },
  SATNICA_VISIBILITY: { label: 'Satnica', hint: '/satnica' },
  ULAZNICA_VISIBILITY: {
    label: 'Ulaznice',
    hint: '/ulaznice i poveznice Kupi karte i Brucoši',
  },
  IGRICA_VISIBILITY: { label: 'Igrica', hint: '/igrica i uvjeti korištenja' },
  TIMER_VISIBILITY: { label: 'Odbrojavanje', hint: 'Sat na naslovnici i najavi' },
}

export const TIME_LABELS: Record<TimeName, Label> = {
  TIMER_TIME: { label: 'Odbrojavanje do', hint: 'Prazno: odbrojava se do otvaranja vrata' },
  SPONSORS_INPUT_TIME: {
    label: 'Rok za popise sponzora',
    hint: 'Nakon roka sponzori više ne mijenjaju svoje popise gostiju',
  },
}
