interface Contact {
  bandName: string
  bookerName: string
  bookerPhone: string
  bookerEmail?: string
  notes?: string
}

/** Invented bookers, with unreachable numbers and addresses. */
export const bandContacts: Contact[] = [
  {
    bandName: 'Kvartovska Struja',
    bookerName: 'Dorotea Grmek',
    bookerPhone: '+385 91 000 0101',
    bookerEmail: 'dorotea@kvartovska.example',
    notes: 'Zvati iza 10 sati.\nTonska proba traje barem 45 minuta, dolaze svojim kombijem.',
  },
  { bandName: 'DJ Fotokopija', bookerName: 'Bartol Vidas', bookerPhone: '+385 95 000 0102' },
  {
    bandName: 'Mina Oblutak',
    bookerName: 'Jaroslav Perušina',
    bookerPhone: '+385 98 000 0103',
    bookerEmail: 'booking@oblutak.example',
  },
  { bandName: 'Peti Prozor', bookerName: 'Lucijana Šimrak', bookerPhone: '+385 99 000 0104' },
  {
    bandName: 'Limena Nedjelja',
    bookerName: 'Zvonimira Đuras',
    bookerPhone: '+385 91 000 0105',
    bookerEmail: 'limena@nedjelja.example',
    notes: 'Deset ljudi u bendu, treba im veća garderoba.',
  },
  { bandName: 'Lavor i Sinovi', bookerName: 'Fabijan Čepo', bookerPhone: '+385 92 000 0106' },
  { bandName: 'MC Kutomjer', bookerName: 'Hana Trstenjak-Rožić', bookerPhone: '+385 97 000 0107' },
  { bandName: 'Sestre Paralaksa', bookerName: 'Ognjen Žnidar', bookerPhone: '+385 95 000 0108' },
]
