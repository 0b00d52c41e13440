/** Sentences of spec sections 5 and 8 that both the server and a screen say. */
export const GUEST_MESSAGES = {
  nameMissing: 'Ispunite polja ime i prezime!',
  unknownCode:
    'QR kod i konfirmacijski kod su okej, ali kod nije u bazi podataka, pokušajte ponovno očitati kod, ili manualno unesite ime',
  invalidCode:
    'QR kod je očitan, ali ne sadrži kod za potvrdu koji bi trebao sadržavati, pokušajte ponovno očitati kod, ili manualno unesite ime',
  unknownError: 'Dogodila se nepoznata greška, javite se administratoru',
  ticketReturned: 'Karta s ovim kodom je poništena i više ne vrijedi za ulaz.',
  notThere: 'Gost ne postoji ili je obrisan.',
  incomplete: 'Unesite sva polja',
  jmbagTaken: 'Gost s ovim JMBAG-om već postoji!!',
  badJmbag: 'JMBAG mora biti 10 znamenki',
  jmbagElsewhere: 'JMBAG se upisuje samo za brucoše.',
  badEmail: 'Neispravna e-mail adresa',
  badPhone: 'Neispravan broj telefona',
  unknownTag: (tag: string) => `Nepoznat tag: ${tag}`,
  listGone: 'Popis na kojem je gost bio više ne postoji. Odaberite na koji ga popis treba vratiti.',
  searchNeeded: 'Upišite ime, prezime ili kod gosta kojeg tražite.',
  searchTooShort:
    'Upišite barem 3 slova imena ili prezimena, 3 znamenke JMBAG-a ili cijeli kod s karte.',
  noPages: 'Popis se na ulazu ne lista: upišite više slova za uži izbor.',
  adminField: 'Po ovom polju smije tražiti samo administrator.',
  freshersOnly: 'Na blagajni se mijenjaju samo brucoši. Za ostale goste javite se administratoru.',
}

/** What the ticket desk says (spec sections 5 and 8). */
export const DESK_MESSAGES = {
  none: 'JMBAG nije pronađen!',
  several: (n: number) => `Pronađeno ${n} podudaranja, nastavite upisivati`,
  noForm: 'JMBAG pronađen, ali korisnik nije ispunio formu.',
  choose: (n: number) => `Pronađeno ${n} podudaranja iz prijava – odaberite ispravno ime/prezime.`,
  searchFailed: 'Greška prilikom pretraživanja.',
  sold: (email: string) =>
    `Brucoš je uspješno kupio kartu, te mu je poslan konfirmacijski mail na: ${email}`,
  soldUnsent: (email: string) =>
    `Brucoš je uspješno kupio kartu. Pošta nije postavljena: mail na ${email} je zabilježen, ali nije poslan.`,
  soldWithoutMail: 'Brucoš je uspješno kupio kartu, ali nema adrese na koju bi mail bio poslan.',
  alreadySold: (when: string) => `Karta je već prodana ${when}. Novi mail nije poslan.`,
}
