export interface DemoPerformer {
  name: string
  /** Slug, also the file name of the drawing in `art/performers/`. */
  slug: string
  biography: string
  /** Invented link to the performer's music. */
  listenUrl?: string
  visible: boolean
}

/** Invented performers, in the order of the line-up. */
export const performers: DemoPerformer[] = [
  {
    name: 'Kvartovska Struja',
    slug: 'kvartovska-struja',
    biography:
      'Četvero susjeda iz istog ulaza počelo je svirati onoga dana kad je u cijeloj zgradi nestalo struje. Otad sviraju glasno, brzo i bez pauze između pjesama.\n\nNovi album, snimljen u podrumu s jednim osiguračem, donosi deset pjesama o susjedima, stubištima i prvim gitarama. Uživo traje točno onoliko koliko izdrže pojačala.',
    listenUrl: 'https://slusaj.example/kvartovska-struja',
    visible: true,
  },
  {
    name: 'DJ Fotokopija',
    slug: 'dj-fotokopija',
    biography:
      'Iz fakultetske fotokopirnice na najveće plesne podije: DJ Fotokopija slaže setove od zvukova skenera, papira koji zapinje i starih ploča s buvljaka. Svaki je nastup preslika prethodnoga, samo malo tamnija i puno glasnija.',
    listenUrl: 'https://slusaj.example/dj-fotokopija',
    visible: true,
  },
  {
    name: 'Mina Oblutak',
    slug: 'mina-oblutak',
    biography:
      'Glas koji je prvo utišao studentsku menzu, a potom i sve veće dvorane. Mina piše o rijekama, podstanarskim sobama i ljudima koji odlaze prvim jutarnjim vlakom.\n\nNa pozornicu izlazi s troje glazbenika i kutijom oblutaka koji zamjenjuju udaraljke.',
    listenUrl: 'https://slusaj.example/mina-oblutak',
    visible: true,
  },
  {
    name: 'Peti Prozor',
    slug: 'peti-prozor',
    biography:
      'Synth-pop iz nebodera: svatko od petero članova svira u svom stanu, a publika ih je isprva slušala s parkirališta. Na festivalu su prvi put svi u istoj prostoriji, s rasvjetom koja oponaša pročelje njihove zgrade.',
    listenUrl: 'https://slusaj.example/peti-prozor',
    visible: true,
  },
  {
    name: 'Limena Nedjelja',
    slug: 'limena-nedjelja',
    biography:
      'Četrnaest puhača, dva bubnja i nijedan mikrofon. Limena Nedjelja svira obrade koje niste tražili, a poslije ih ne možete prestati pjevušiti. Tko stane u prvi red, postaje član orkestra do kraja večeri.',
    visible: true,
  },
  {
    name: 'Lavor i Sinovi',
    slug: 'lavor-i-sinovi',
    biography:
      'Obiteljski obrt za harmoniku, kontrabas i glasno pjevanje, osnovan u dvorištu pokraj praonice. Sviraju folk-punk za kolo u kojem nitko ne zna korake, a svi stignu na vrijeme.',
    listenUrl: 'https://slusaj.example/lavor-i-sinovi',
    visible: true,
  },
  {
    name: 'Betonska Lipa',
    slug: 'betonska-lipa',
    biography:
      'Spori rifovi, dugačka kosa i bas koji se osjeti u potplatima. Betonska Lipa svira stoner rock nadahnut drvoredima između nebodera, a koncerti im mirišu na kišu i vrući asfalt.',
    listenUrl: 'https://slusaj.example/betonska-lipa',
    visible: true,
  },
  {
    name: 'MC Kutomjer',
    slug: 'mc-kutomjer',
    biography:
      'Najprecizniji flow u gradu: rime pod pravim kutom, refreni bez ostatka. Tekstove piše na marginama skripata, a na ispitima, kaže, pogreška nikad ne prelazi pola stupnja.\n\nNa nastupu mu se pridružuje bubnjar koji ne zna brojiti do četiri.',
    listenUrl: 'https://slusaj.example/mc-kutomjer',
    visible: true,
  },
  {
    name: 'Žarulja 60 W',
    slug: 'zarulja-60-w',
    biography: '',
    visible: true,
  },
  {
    name: 'Sestre Paralaksa',
    slug: 'sestre-paralaksa',
    biography:
      'Tri glasa, jedna harmonija, svaki put iz drugog kuta. Sestre Paralaksa pjevaju uživo, bez matrice, i tvrde da im je najbolji akustični prostor pothodnik u jedan ujutro.',
    listenUrl: 'https://slusaj.example/sestre-paralaksa',
    visible: true,
  },
  {
    name: 'Zadnji Red Dvorane',
    slug: 'zadnji-red-dvorane',
    biography:
      'Upoznali su se na ponoćnoj projekciji na kojoj nije bilo nikoga osim njih. Sviraju post-punk kao glazbu za filmove koji ne postoje, a bubnjarka nastupa isključivo u trodimenzionalnim naočalama.',
    visible: true,
  },
  {
    name: 'Orkestar Šesti Kat',
    slug: 'orkestar-sesti-kat',
    biography:
      'Kontrabas nije stao u dizalo, pa su ga nosili šest katova. Otad proba traje dok se ne spuste. Iznenađenje večeri, objavljujemo ga kad se popnu na pozornicu.',
    visible: false,
  },
]
