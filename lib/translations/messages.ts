export const TRANSLATION_MESSAGES = {
  keyMissing: 'Unesite ključ',
  keyForm: 'Ključ ima oblik odjeljak.naziv, na primjer kontakt.title1',
  valueMissing: 'Unesite vrijednost',
  taken: 'Prijevod s tim ključem već postoji.',
  notThere: 'Prijevod ne postoji ili je obrisan.',
}
