export const BAND_CONTACT_MESSAGES = {
  incomplete: 'Unesite sve podatke',
  notThere: 'Kontakt ne postoji ili je obrisan.',
}
