export const PRICE_LIST_MESSAGES = {
  incomplete: 'Unesite sve podatke',
  badTag: 'Kategorija mora biti SOK, PIVO, DOLJEVI, ALKOHOL ili OSTALO',
  badOrder: 'Redni broj mora biti od 01 do 99',
  badPrice: 'Cijena mora biti broj s najviše dvije decimale',
  badVolume: 'Količina mora biti broj litara s najviše tri decimale',
  full: (tag: string) => `Kategorija ${tag} već ima 99 stavki, koliko ih najviše stane.`,
  notThere: 'Stavka cjenika ne postoji ili je obrisana.',
  noSuchPlace: 'Na tom mjestu u kategoriji nema stavke.',
  /** Spec section 8, Reorder failure. */
  notReordered: 'Promjena poretka nije uspjela.',
}
