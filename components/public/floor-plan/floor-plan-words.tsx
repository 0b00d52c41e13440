const PLACES = [
  ['Ulaz', 'Na istoku, sa Savske ceste. Pristupačan je ulaz odmah južno od njega.'],
  ['Informacije', 'Lijevo od staze, prvi pult nakon ulaza. Ondje je i izgubljeno i nađeno.'],
  ['Prva pomoć', 'Između ulaza i Okrugloga paviljona, s crvenim križem.'],
  ['Mirni kutak', 'U sjeveroistočnom kutu, iza paviljona.'],
  ['Garderoba', 'Na istočnom kraju Stare dvorane.'],
  ['Toaleti', 'Sjeverno od staze kraj Stare dvorane, u Menzi i kraj ulaza.'],
  ['Šankovi i povrat čaša', 'Dva uz dvorište velike pozornice, jedan na stazi prema paviljonu.'],
  ['Hrana', 'U Menzi i s dvije prikolice na južnom travnjaku.'],
  ['Pitka voda', 'U jugoistočnom kutu dvorišta.'],
  ['Mjesto za pušenje', 'Na južnom travnjaku, uz ogradu.'],
  [
    'Izlazi u nuždi',
    'Na sjeveru kod Stare dvorane, na zapadu iza velike pozornice i na jugu kod Menze.',
  ],
] as const

/** The floor plan for whoever does not see it. */
export function FloorPlanWords() {
  return (
    <details className="schedule-words">
      <summary>Tlocrt kao tekst</summary>
      <dl className="grid gap-x-16 pt-4 md:grid-cols-2">
        {PLACES.map(([name, where]) => (
          <div key={name} className="border-t-2 border-ink-3 py-3">
            <dt className="poster-sentence text-2xl text-signal">{name}</dt>
            <dd className="mt-1 text-lg">{where}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
