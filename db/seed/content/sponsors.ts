export interface DemoSponsor {
  name: string
  /** File name of the logo in `art/sponsors/`. Not the slug of the sponsor list, which is random. */
  slug: string
  url: string
  /** E-mail addresses, separated by commas. */
  email: string
  guestCap: number
  visible: boolean
  guestsEnabled: '0' | '1' | '2'
}

/** Invented companies, in the order of the carousel. */
export const sponsors: DemoSponsor[] = [
  {
    name: 'Vlakno mreže',
    slug: 'vlakno-mreze',
    url: 'https://vlakno-mreze.example',
    email: 'partneri@vlakno-mreze.example, dogadanja@vlakno-mreze.example',
    guestCap: 40,
    visible: true,
    guestsEnabled: '1',
  },
  {
    name: 'Kapljica energija',
    slug: 'kapljica-energija',
    url: 'https://kapljica-energija.example',
    email: 'marketing@kapljica-energija.example',
    guestCap: 30,
    visible: true,
    guestsEnabled: '1',
  },
  {
    name: 'Zec u petlji',
    slug: 'zec-u-petlji',
    url: 'https://zec-u-petlji.example',
    email: 'studio@zec-u-petlji.example, posao@zec-u-petlji.example',
    guestCap: 25,
    visible: true,
    guestsEnabled: '2',
  },
  {
    name: 'Gorska limunada',
    slug: 'gorska-limunada',
    url: 'https://gorska-limunada.example',
    email: 'zdravo@gorska-limunada.example',
    guestCap: 20,
    visible: true,
    guestsEnabled: '1',
  },
  {
    name: 'Pekara Pletenica',
    slug: 'pekara-pletenica',
    url: 'https://pekara-pletenica.example',
    email: 'narudzbe@pekara-pletenica.example',
    guestCap: 10,
    visible: true,
    guestsEnabled: '1',
  },
  {
    name: 'Tiskara Četiri boje',
    slug: 'tiskara-cetiri-boje',
    url: 'https://tiskara-cetiri-boje.example',
    email:
      'tisak@tiskara-cetiri-boje.example, ponude@tiskara-cetiri-boje.example, uprava@tiskara-cetiri-boje.example',
    guestCap: 15,
    visible: true,
    guestsEnabled: '0',
  },
  {
    name: 'Žbica dostava',
    slug: 'zbica-dostava',
    url: 'https://zbica-dostava.example',
    email: 'ekipa@zbica-dostava.example',
    guestCap: 12,
    visible: true,
    guestsEnabled: '1',
  },
  {
    name: 'Zvučna vilica',
    slug: 'zvucna-vilica',
    url: 'https://zvucna-vilica.example',
    email: 'servis@zvucna-vilica.example',
    guestCap: 8,
    visible: true,
    guestsEnabled: '2',
  },
  {
    name: 'Mjesec pržionica kave',
    slug: 'mjesec-przionica',
    url: 'https://mjesec-przionica.example',
    email: 'kava@mjesec-przionica.example',
    guestCap: 10,
    visible: true,
    guestsEnabled: '1',
  },
  {
    name: 'Knjižara Polica',
    slug: 'polica-knjizara',
    url: 'https://polica-knjizara.example',
    email: 'citaonica@polica-knjizara.example, nabava@polica-knjizara.example',
    guestCap: 0,
    visible: false,
    guestsEnabled: '0',
  },
]
