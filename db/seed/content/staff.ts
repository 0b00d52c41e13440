/** Invented users, at least one per privilege. */
export const staff = [
  { name: 'Ana Blagajić', email: 'ana.blagajic@brucosijada.example', privilege: 1 },
  { name: 'Tin Zaglavak', email: 'tin.zaglavak@brucosijada.example', privilege: 2 },
  { name: 'Lea Šćrbec', email: 'lea.scrbec@brucosijada.example', privilege: 3 },
  { name: 'Roko Đurašin', email: 'roko.durasin@brucosijada.example', privilege: 4 },
  { name: 'Ema Čuvalić', email: 'ema.cuvalic@brucosijada.example', privilege: 0 },
  { name: 'Vito Žmegačić', email: 'vito.zmegacic@brucosijada.example', privilege: 2 },
  { name: 'Nika Prodanić', email: 'nika.prodanic@brucosijada.example', privilege: 3 },
  { name: '', email: 'novi.clan@brucosijada.example', privilege: 0 },
]
