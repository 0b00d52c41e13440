import { foldName } from '@/lib/text/fold'

/** The most common first names in Croatia, used to tell a first name from a surname. */
const COMMON_FIRST_NAMES = `
  ana marija ivana petra lucija maja nina iva mia ema sara lana nika marta hana ena lara dora tea
  rita klara laura magdalena katarina kristina martina mirjana jelena tanja sanja vesna snjezana
  ivka jasna nada ljiljana dunja tena tara tina nikolina antonija antonela andrea andreja barbara
  valentina monika helena karla paula gabrijela matea mateja josipa anamarija ines irena ivona
  jana jasmina jadranka dragica zdenka branka biljana gordana danijela daria dajana dijana doris
  elena ela eva franka iris julija lea leona leonarda lena lora lorena melita mihaela mirela
  natalija nela nensi patricija renata romana ružica sandra silvija slavica sofija stela stjepanka
  suzana tatjana tihana tonka una vanja veronika viktorija zrinka zvjezdana željka đurđica đurđa
  ivan marko luka josip petar nikola ante filip karlo matej mateo david jakov fran leon noa roko
  jan niko borna bruno dominik lovro toma tomislav hrvoje krešimir branimir zvonimir domagoj
  stjepan zoran goran darko davor damir denis dario dino dragan dražen duje edi emanuel erik fabijan
  franjo gabrijel gordan igor ilija ivo ivica jure juraj jurica jerko kristijan krunoslav leonardo
  leo lukas marin mario marijan marijo martin mate matija maks maksim mihael mijo milan mirko
  mislav miroslav mladen neven nenad noel pavao patrik pero ranko renato robert rok roman
  sandro silvio sanjin saša siniša slaven stipe šime šimun tin tino teo tihomir tibor tonči toni
  tvrtko valentin vedran viktor vid vito vinko vjekoslav vladimir vlado željko žarko zlatko zdravko
  danijel daniel antonio anton antun andrija andro alen aleksandar adam adrian`

const FIRST_NAMES = new Set(COMMON_FIRST_NAMES.trim().split(/\s+/).map(foldName))

/** Whether a word is a common first name. Each part of a word with a hyphen must be one. */
export const isFirstName = (word: string) =>
  foldName(word)
    .split('-')
    .every((part) => FIRST_NAMES.has(part))
