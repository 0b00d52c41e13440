/** Joins paragraphs by a blank line, at which text pages split them. */
const paragraphs = (...texts: string[]) => texts.join('\n\n')

const sections = (page: string, list: [title: string, text: string][]) =>
  list.flatMap(([title, text], i): [string, string][] => [
    [`${page}.title${i + 1}`, title],
    [`${page}.text${i + 1}`, text],
  ])

const contact = sections('kontakt', [
  [
    'Javi nam se',
    paragraphs(
      'Za sve o festivalu, ulaznicama i programu piši nam na adresu za festival. Odgovaramo svaki radni dan, obično prije nego što stigneš popiti kavu.',
      'Ako pišeš o kupljenoj ulaznici, navedi ime, prezime i JMBAG da te brže pronađemo.',
    ),
  ],
  [
    'Prodajno mjesto',
    paragraphs(
      'Ulaznice za brucoše prodajemo u predvorju fakulteta, radnim danom od 10 do 15 sati. U tjednu uoči festivala blagajna radi i navečer, od 17 do 20 sati.',
      'Ponesi studentsku iskaznicu ili potvrdu o upisu.',
    ),
  ],
  [
    'Sponzori i partneri',
    'Želiš li da tvoja tvrtka upozna novu generaciju studenata? Na adresu za sponzore pošalji nekoliko rečenica o sebi, a mi ti vraćamo ponudu s mogućnostima suradnje.',
  ],
  [
    'Izgubljeno i nađeno',
    'Sve što ostane iza tebe čeka na informacijskom pultu do kraja festivala, a nakon toga još 30 dana u našem uredu. Opiši predmet u poruci i dogovorit ćemo preuzimanje.',
  ],
  [
    'Mediji',
    'Akreditacije izdajemo do tri dana prije festivala. U poruci navedi ime redakcije, broj ljudi i opremu koju donosiš.',
  ],
])

const tickets = sections('ulaznice', [
  [
    'Brucoši imaju prednost',
    paragraphs(
      'Ako si ove godine prvi put upisao ili upisala fakultet, ispuni kratku prijavu na stranici Brucoši. Na prodajnom mjestu tada trebaš reći samo svoj JMBAG.',
      'Potvrda s QR kodom stiže na tvoju studentsku e-mail adresu odmah nakon kupnje.',
    ),
  ],
  [
    'Kupnja putem interneta',
    'Svi ostali ulaznicu mogu kupiti u internetskoj trgovini; put do nje na vrhu je ove stranice. Broj je ulaznica ograničen i ne prodajemo ih na ulazu kad se rasprodaju.',
  ],
  [
    'Što donijeti na ulaz',
    paragraphs(
      'Pokaži QR kod na zaslonu mobitela ili ga isprintaj. Pojačaj svjetlinu zaslona prije nego što dođeš na red i pripremi osobnu iskaznicu.',
      'Kod vrijedi za jedan ulazak i za jednu osobu.',
    ),
  ],
  [
    'Nije ti stigla potvrda?',
    'Provjeri neželjenu poštu, a zatim nam se javi. Ulaznica vrijedi i bez poruke: na ulazu te možemo pronaći po imenu i prezimenu.',
  ],
])

const rules = sections('pravila', [
  [
    'Poštuj druge',
    paragraphs(
      'Festival je mjesto za sve. Nasilje, prijetnje, uznemiravanje i svaki oblik diskriminacije znače trenutačno udaljavanje bez povrata novca.',
      'Ne znači ne, i na podiju i izvan njega.',
    ),
  ],
  [
    'Ulazak i izlazak',
    paragraphs(
      'Ulaz je dopušten osobama s valjanom ulaznicom i osobnim dokumentom. Redari smiju pregledati torbe i jakne.',
      'Ponovni ulazak nakon izlaska nije moguć, osim u hitnim slučajevima i u dogovoru s redarima.',
    ),
  ],
  [
    'Što ne smiješ unijeti',
    'Staklo, limenke, vlastito piće, oružje, pirotehniku, droge, lasere, profesionalne fotoaparate bez akreditacije i sve čime možeš ozlijediti sebe ili druge. Praznu bočicu za vodu smiješ ponijeti.',
  ],
  [
    'Alkohol i pušenje',
    'Alkohol ne poslužujemo mlađima od 18 godina ni osobama koje su već popile previše. Puši se samo na označenim mjestima na otvorenom.',
  ],
  [
    'Sigurnost na prvome mjestu',
    paragraphs(
      'Ne penji se na ogradu, zvučnike i pozornicu. Prolazi i izlazi u nuždi moraju ostati slobodni.',
      'Upute redara, vatrogasaca i medicinske službe vrijede za sve, i za izvođače.',
    ),
  ],
  [
    'Treba ti pomoć?',
    'Obrati se bilo kome u festivalskoj majici ili dođi na informacijski pult. Hitna pomoć i mirni kutak rade cijelu večer. Za osobe s invaliditetom osigurani su poseban ulaz i mjesto s pogledom na pozornicu.',
  ],
  [
    'Čuvaj prostor',
    'Čaše su povratne: vrati ih na šank i preuzmi kauciju. Otpad razvrstavamo, a susjedima oko kampusa dugujemo tiho vraćanje kući.',
  ],
])

const terms = sections('uvjeti', [
  [
    'O ovim uvjetima',
    paragraphs(
      'Ovi uvjeti uređuju korištenje ove internetske stranice i sudjelovanje u nagradnoj igrici festivala. Korištenjem stranice prihvaćaš uvjete u cijelosti.',
      'Organizator uvjete može izmijeniti; nova verzija vrijedi od objave na ovoj stranici.',
    ),
  ],
  [
    'Sadržaj stranice',
    'Program, satnica i cijene mogu se promijeniti bez prethodne najave. Tekstovi, crteži i zvukovi na stranici pripadaju organizatoru ili njihovim autorima i ne smiju se koristiti u komercijalne svrhe bez dopuštenja.',
  ],
  [
    'Prijava brucoša',
    'Prijavom potvrđuješ da su podaci točni i da se odnose na tebe. Prijava nije kupnja i ne rezervira ulaznicu; ulaznica se izdaje tek na prodajnom mjestu.',
  ],
  [
    'Ulaznice',
    paragraphs(
      'Ulaznica glasi na ime i nije prenosiva bez dogovora s organizatorom. Kopirana ili već iskorištena ulaznica ne vrijedi.',
      'Novac vraćamo samo ako festival otkažemo ili ga premjestimo na drugi datum.',
    ),
  ],
  [
    'Nagradna igrica',
    paragraphs(
      'U poretku se broji najbolji rezultat svake e-mail adrese. Nadimak je javan, adresa nije. Uvredljive nadimke i rezultate postignute varanjem brišemo.',
      'Nagrade dobivaju najbolji igrači u trenutku zatvaranja poretka, a javljamo im se e-mailom.',
    ),
  ],
  [
    'Zaštita podataka',
    'Osobne podatke obrađujemo u skladu s privolom i Općom uredbom o zaštiti podataka. Prikupljamo samo ono što nam treba za izdavanje ulaznice, potvrdu e-mailom i kontrolu na ulazu. Privolu možeš povući u svakom trenutku.',
  ],
  [
    'Fotografiranje i snimanje',
    'Na festivalu se fotografira i snima za potrebe organizatora. Ako ne želiš biti na objavljenoj fotografiji, javi nam se i uklonit ćemo je.',
  ],
  [
    'Odgovornost',
    'Organizator ne odgovara za izgubljene i ukradene stvari ni za štetu nastalu nepoštivanjem pravila ponašanja. Na sve što ovdje nije navedeno primjenjuju se propisi Republike Hrvatske, a za sporove je nadležan sud u Zagrebu.',
  ],
])

const venues = sections('tlocrt', [
  [
    'Velika pozornica',
    'Pod vedrim nebom, u dvorištu. Ovdje sviraju veliki bendovi, a podest s dobrim pogledom čuva mjesto onima kojima treba.',
  ],
  [
    'Okrugli paviljon',
    'Druga pozornica, pod naboranim krovom. Elektronika, gudači i sve što traži da ga slušaš izbliza.',
  ],
  [
    'Stara dvorana',
    'Garderoba, toplina i podij za one kojima je u dvorištu prehladno. Kaput ostavi odmah kod ulaza u dvoranu.',
  ],
  [
    'Menza',
    'Jelo s pladnja do dva ujutro, stolovi za predah i toaleti bez reda. Vegetarijanskoga uvijek ima.',
  ],
])

/** Places of the venue, one line each. */
const places = [
  'Ulaz: Na istoku, sa Savske ceste. Pristupačan je ulaz odmah južno od njega.',
  'Informacije: Lijevo od staze, prvi pult nakon ulaza. Ondje je i izgubljeno i nađeno.',
  'Prva pomoć: Između ulaza i Okrugloga paviljona, s crvenim križem.',
  'Mirni kutak: U sjeveroistočnom kutu, iza paviljona.',
  'Garderoba: Na istočnom kraju Stare dvorane.',
  'Toaleti: Sjeverno od staze kraj Stare dvorane, u Menzi i kraj ulaza.',
  'Šankovi i povrat čaša: Dva uz dvorište velike pozornice, jedan na stazi prema paviljonu.',
  'Hrana: U Menzi i s dvije prikolice na južnom travnjaku.',
  'Pitka voda: U jugoistočnom kutu dvorišta.',
  'Mjesto za pušenje: Na južnom travnjaku, uz ogradu.',
  'Izlazi u nuždi: Na sjeveru kod Stare dvorane, na zapadu iza velike pozornice i na jugu kod Menze.',
].join('\n')

const directions = sections('t2', [
  [
    'Tramvajem',
    'Stanica Studentski centar na Savskoj cesti, s obje strane ulice. Od nje do glavnog ulaza dvije su minute hoda.',
  ],
  [
    'Pješice',
    'S Glavnoga kolodvora oko dvadeset minuta prema zapadu, pa niz Savsku prema jugu. Na kraju samo prati zvuk.',
  ],
  ['Biciklom', 'Staza vodi uz Savsku cestu. Stalci su pred glavnim ulazom, a lokot ponesi svoj.'],
  [
    'Autom',
    'Radije ne: parkiranja na kampusu te večeri nema. Ako te netko vozi, neka stane u Unskoj ulici, ulaz je preko puta.',
  ],
  [
    'Bez stepenica',
    'Pristupačan ulaz odmah je do glavnoga, s ravnim prilazom od tramvajske stanice. Osoblje na ulazu otprati te do podesta s pogledom na pozornicu.',
  ],
])

/** Invented night bus lines, without times. */
const nightLines = [
  'N1: Od stanice pred glavnim ulazom prema istoku, preko kolodvora.',
  'N2: S druge strane ceste prema zapadu, do okretišta.',
  'N3: Prema jugu, preko mosta. Staje i kraj oba studentska doma.',
  'Bus S: Naš posebni autobus do domova. Kreće ispred Menze kad se napuni.',
].join('\n')

const wayHome = [
  'Zadnji redovni tramvaj ode prije zadnjeg benda. Noćni voze rjeđe, pa pogledaj vozni red prije nego što kreneš.',
  '',
  '- Redari na izlazu znaju koja je stanica najbliža.',
  '- Taksi staje u Unskoj ulici, preko puta glavnog ulaza.',
  '- Ako ti je loše ili ostaneš bez društva, javi se na Prvu pomoć. Nećeš kući sam ni sama.',
].join('\n')

const access: [key: string, text: string][] = [
  [
    'pristupacnost.lead',
    'Noć je za sve. Ovdje piše kako se ulazi, čuje i pita; što ne piše, pitaj nas.',
  ],
  [
    'pristupacnost.put',
    paragraphs(
      'Pristupačan ulaz je odmah južno od glavnoga. Od tramvajske stanice do njega vodi ravan asfalt, bez rubnika.',
      '- Do velike pozornice i paviljona nema nijedne stepenice.\n- Podest s pogledom je desno od tonske kućice i ima mjesta za deset kolica.\n- Pristupačan toalet je kraj ulaza i u Menzi.',
    ),
  ],
  [
    'pristupacnost.petlja',
    'Petlja pokriva prednji dio dvorišta, lijevo od tonske kućice; mjesto je označeno na podu. Prebaci slušni aparat na program T. Čepiće za uši besplatno dijeli info-pult.',
  ],
  [
    'pristupacnost.pratnja',
    'Tko dolazi s pratnjom, pratnja ulazi besplatno. Javi nam se do dan prije festivala s imenima obiju osoba, a na ulazu pokažite svoju kartu i potvrdu ili iskaznicu.',
  ],
  [
    'pristupacnost.ostalo',
    paragraphs(
      'Jaki bljeskovi najavljeni su na ekranu kraj pozornice. Pas pomagač dobro je došao, a zdjela s vodom čeka ga na info-pultu.',
      'Mirni kutak radi cijelu noć. Lijekove i pribor koji ti trebaju smiješ unijeti.',
    ),
  ],
]

const questions = sections('pitanja', [
  [
    'Mogu li izaći pa se vratiti?',
    'Ne, osim u nuždi i u dogovoru s redarima. Kaput i torbu ostavi u garderobi u Staroj dvorani.',
  ],
  [
    'Izgubio sam kartu. Što sad?',
    'Otvori „Moja ulaznica” na dnu stranice i upiši svoj JMBAG ili e-mail: poslat ćemo ti je još jednom. Na ulazu te nalazimo i po imenu, uz osobnu iskaznicu.',
  ],
  [
    'Što smijem unijeti?',
    paragraphs(
      'Smiješ:',
      '- praznu bočicu za vodu\n- malu torbu ili ruksak\n- lijekove koji ti trebaju',
      'Staklo, limenke, vlastito piće i sve oštro ostaju vani. Sve piše u pravilima ponašanja.',
    ),
  ],
  [
    'Ima li vode i hrane?',
    'Pitka voda je besplatna, u jugoistočnom kutu dvorišta. Kuhinja u Menzi radi do dva, a uvijek ima i jela bez mesa.',
  ],
  [
    'Moram li biti brucoš?',
    'Ne. Brucoši kartu kupuju na fakultetu, uz prijavu na stranici Brucoši, a svi ostali u internetskoj trgovini. Na ulazu su svi isti.',
  ],
  [
    'Primate li kartice?',
    'Na svim šankovima, da. Gotovina usporava red, a aplikacija daje popust.',
  ],
  [
    'Što ako pada kiša?',
    'Svira se i po kiši. Kišobrane ostavi doma, jer ih na ulazu oduzimamo; kabanica košta manje od pića. Ako vjetar zatvori veliku pozornicu, program selimo u Staru dvoranu i to piše na satnici.',
  ],
  [
    'Netko me gnjavi. Kome da se obratim?',
    'Bilo kome u festivalskoj majici, bilo kojem redaru ili izravno info-pultu. Ne moraš ništa dokazivati da bismo te poslušali.',
  ],
])

/** Site texts of the demo. */
export const translations: [key: string, value: string][] = [
  [
    'home.lead',
    'Jedna noć, dvije pozornice i cijela nova generacija. Dođi upoznati ljude s kojima ćeš dijeliti skripte, kave i prve ispitne rokove.',
  ],
  [
    'home.izgubljeno',
    'Jakne, ključevi i jedna lijeva tenisica čekaju na porti Studentskog centra do petka. Piši nam na adresu za festival i opiši što tražiš.',
  ],
  ['home.comingsoon', 'Zastor je spušten, ali ne još dugo. Nešto se sprema na kampusu.'],
  [
    'lineup.lead',
    'Od limene glazbe do stolnog sintesajzera: svi koji ove godine izlaze na pozornicu. Dodirni plakat i pročitaj tko su.',
  ],
  ['sponsors.lead', 'Bez njih bi pozornica bila samo hrpa dasaka. Hvala im!'],
  [
    'brucosi.lead',
    'Prvi put na fakultetu? Prijavi se prije kupnje i na prodajnom mjestu reci samo svoj JMBAG.',
  ],
  ['cjenik.lead', 'Sve što točimo, miješamo i poslužujemo, s cijenama u eurima.'],
  [
    'cjenik.disclaimer',
    'Cijene su izražene u eurima i uključuju PDV. Alkohol ne poslužujemo mlađima od 18 godina. Količine su ograničene, a čaše povratne. Popust vrijedi samo za plaćanje putem aplikacije.',
  ],
  ['tlocrt.lead', 'Pozornice, šankovi, izlazi i mirni kutak: snađi se prije nego što dođeš.'],
  [
    'tlocrt.alt',
    'Tlocrt festivala. Velika pozornica je na zapadu dvorišta, sjeverno od njega Stara dvorana, južno Menza, a istočno Okrugli paviljon. Glavni je ulaz na istoku, sa Savske ceste. Sve piše i u tekstu ispod crteža.',
  ],
  ['tlocrt.mjesta', places],
  [
    't2.alt',
    'Crtež kampusa: festival je zapadno od Savske ceste, između Kranjčevićeve i Ulice grada Vukovara. Glavni je ulaz sa Savske, preko puta Tehničkoga muzeja i ušća Unske ulice.',
  ],
  ['satnica.lead', 'Tko, kada i na kojoj pozornici. Pomaci od pet minuta dio su čarolije.'],
  ['igrica.title', 'Uhvati zadnji tramvaj'],
  ['igrica.lead', 'Skupi što više bodova i upiši se među dvadeset najboljih.'],
  ...venues,
  ...directions,
  ['t2.nocne-linije', nightLines],
  ['t2.put', wayHome],
  ...access,
  ...questions,
  ...contact,
  ...tickets,
  ...rules,
  ...terms,
]
