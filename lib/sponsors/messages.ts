/** Messages about sponsors (rules 5.1, 5.3 and 13.10), for the server and the screens. */
export const SPONSOR_MESSAGES = {
  nameMissing: 'Unesite naziv sponzora.',
  urlInvalid: 'Poveznica mora počinjati s http:// ili https://',
  emailMissing: 'Unesite e-mail adresu sponzora.',
  emailInvalid: (email: string) => `Neispravna e-mail adresa: ${email}`,
  emailsTooMany: 'Najviše 20 e-mail adresa.',
  guestCapInvalid: 'Ograničenje mora biti cijeli broj od 0 do 10.000.',
  guestsEnabledInvalid: 'Vrijednost mora biti 0, 1 ili 2',
  imageMissing: 'Uploadajte fotografiju',
  notThere: 'Sponzor ne postoji ili je obrisan.',
  reorderFailed: 'Promjena poretka sponzora nije uspjela.',
  loadFailed: 'Greška pri dohvaćanju sponzora.',
  saveFailed: 'Spremanje nije uspjelo.',
  deleteFailed: 'Brisanje nije uspjelo.',
  confirmDelete: 'Sigurno želite obrisati sponzora?',
}

/** Messages that a sponsor sees on the page of its own guest list. */
export const SPONSOR_LIST_MESSAGES = {
  notThere: 'Popis gostiju ne postoji. Provjerite poveznicu ili se javite organizatoru.',
  closed: 'Vrijeme za promjenu popisa je isteklo! Ovo je vaš konačni popis!',
  full: 'Već ste unijeli maksimalan broj dozvoljenih gostiju',
  nameMissing: 'Unesite ime i prezime gosta.',
  noSuchGuest: 'Gost nije na popisu.',
  guestInside: 'Gost je već unutra pa se ne briše s popisa.',
  listMissing: 'Pošaljite popis gostiju.',
  tooManyAtOnce: 'Najviše 2000 gostiju odjednom.',
  badEmail: 'Neispravna e-mail adresa',
  passSent: 'Propusnica je već poslana pa se adresa više ne mijenja.',
  passesTooMany: 'Danas je s ovog popisa poslano previše propusnica. Pokušajte sutra.',
  passesPostponed: (passes: number) =>
    `Danas se s ovog popisa više ne može slati. Propusnica za sutra: ${passes}.`,
  loadFailed: 'Greška pri dohvaćanju gostiju',
  addFailed: 'Greška pri unosu gosta',
  deleteFailed: 'Greška pri brisanju gosta',
}
