type DemoPriceTag = 'SOK' | 'PIVO' | 'DOLJEVI' | 'ALKOHOL' | 'OSTALO'

export interface DemoPriceItem {
  name: string
  tag: DemoPriceTag
  priceEUR: number
  /** Litres; 0 for none. */
  volume: number
}

const item = (
  tag: DemoPriceTag,
  name: string,
  priceEUR: number,
  volume: number,
): DemoPriceItem => ({ name, tag, priceEUR, volume })

/** All price items, in the order of the page. */
export const priceList: DemoPriceItem[] = [
  item('SOK', 'Negazirana voda', 1.5, 0.5),
  item('SOK', 'Mineralna voda', 1.7, 0.5),
  item('SOK', 'Voda s okusom limuna', 2, 0.5),
  item('SOK', 'Cola', 2.5, 0.25),
  item('SOK', 'Cola bez šećera', 2.5, 0.25),
  item('SOK', 'Gazirana naranča', 2.5, 0.25),
  item('SOK', 'Tonik', 2.5, 0.25),
  item('SOK', 'Ledeni čaj od breskve', 2.5, 0.33),
  item('SOK', 'Ledeni čaj od brusnice', 2.5, 0.33),
  item('SOK', 'Sok od jabuke', 2.3, 0.2),
  item('SOK', 'Gusti sok od borovnice', 2.6, 0.2),
  item('SOK', 'Limunada s mentom', 2.8, 0.4),
  item('SOK', 'Energetsko piće', 3, 0.25),
  item('PIVO', 'Točeno svijetlo pivo', 3, 0.5),
  item('PIVO', 'Točeno svijetlo pivo, malo', 2.3, 0.3),
  item('PIVO', 'Svijetlo pivo u limenci', 3.2, 0.5),
  item('PIVO', 'Tamno pivo u limenci', 3.5, 0.5),
  item('PIVO', 'Pšenično pivo', 3.8, 0.5),
  item('PIVO', 'Craft pale ale', 4.2, 0.33),
  item('PIVO', 'Radler limun', 3, 0.5),
  item('PIVO', 'Radler grejp', 3, 0.5),
  item('PIVO', 'Bezalkoholno pivo', 2.8, 0.5),
  item('PIVO', 'Cider od jabuke', 3.5, 0.33),
  item('DOLJEVI', 'Doljev cole', 0.8, 0.1),
  item('DOLJEVI', 'Doljev tonika', 0.8, 0.1),
  item('DOLJEVI', 'Doljev mineralne vode', 0.5, 0.1),
  item('DOLJEVI', 'Doljev soka od naranče', 1, 0.1),
  item('DOLJEVI', 'Doljev ledenog čaja', 0.8, 0.1),
  item('DOLJEVI', 'Doljev energetskog pića', 1.5, 0.1),
  item('ALKOHOL', 'Gemišt', 2.5, 0.2),
  item('ALKOHOL', 'Bambus', 2.8, 0.3),
  item('ALKOHOL', 'Bijelo vino', 2.5, 0.1),
  item('ALKOHOL', 'Crno vino', 2.5, 0.1),
  item('ALKOHOL', 'Vodka', 2.5, 0.03),
  item('ALKOHOL', 'Gin', 2.8, 0.03),
  item('ALKOHOL', 'Rum', 2.5, 0.03),
  item('ALKOHOL', 'Viski', 3, 0.03),
  item('ALKOHOL', 'Tekila', 2.8, 0.03),
  item('ALKOHOL', 'Medica', 2.2, 0.03),
  item('ALKOHOL', 'Travarica', 2.2, 0.03),
  item('ALKOHOL', 'Pelinkovac', 2.2, 0.03),
  item('ALKOHOL', 'Gin tonik', 5, 0.3),
  item('ALKOHOL', 'Vodka s energetskim pićem', 5.5, 0.3),
  item('ALKOHOL', 'Špricer s aperitivom', 5, 0.3),
  item('OSTALO', 'Povratna čaša (kaucija)', 1, 0),
  item('OSTALO', 'Hot-dog', 4, 0),
  item('OSTALO', 'Pomfrit', 3.5, 0),
  item('OSTALO', 'Veganski wrap', 5.5, 0),
  item('OSTALO', 'Kokice', 2, 0),
  item('OSTALO', 'Čepići za uši', 1, 0),
  item('OSTALO', 'Festivalska majica', 15, 0),
]
