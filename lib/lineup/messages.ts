/** Sentences of spec sections 5 and 8 about performers, for the server and the screens. */
export const LINEUP_MESSAGES = {
  nameMissing: 'Unesite ime izvođača.',
  imageMissing: 'Učitajte fotografiju.',
  notThere: 'Izvođač ne postoji ili je obrisan.',
  loadFailed: 'Greška pri dohvaćanju izvođača.',
  saveFailed: 'Spremanje nije uspjelo.',
  deleteFailed: 'Brisanje nije uspjelo.',
  reorderFailed: 'Promjena poretka nije uspjela.',
  confirmDelete: 'Sigurno želite obrisati izvođača?',
}
