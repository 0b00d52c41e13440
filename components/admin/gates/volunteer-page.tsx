'use client'

import { ArrowLeft } from 'lucide-react'
import { QueryState } from '@/components/admin/data/list-state'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { classes } from '@/components/ui/classes'
import { Notice } from '@/components/ui/notice'
import { PrintButton } from '@/components/ui/use-print'
import { formatTime } from '@/lib/time/zagreb'
import { QrCode, usePairing } from './pairing'
import { useBoard } from './use-board'

/** Verdicts in the instructions for volunteers: label, appearance on the phone, and what to do. */
const VERDICTS: [verdict: string, appearance: string, action: string][] = [
  ['Ulaz', 'zeleno', 'Pusti. Skener odmah čeka sljedećeg.'],
  [
    'Već unutra',
    'žuto',
    'Ne puštaj odmah. Pogledaj kad je ušao i pitaj; ako nešto ne štima, zovi. „Upravo propušten” kod druge osobe: karta je kopirana.',
  ],
  ['Nema kartu', 'crveno', 'Ne puštaj. Uputi gosta na blagajnu.'],
  ['Nepoznat kod', 'crvene pruge', 'Ne puštaj. Kod nije s našeg popisa: uputi gosta na blagajnu.'],
  [
    'Nepoznata karta, nema mreže',
    'crvene točke',
    'Radi što piše na ekranu. Karta je možda tek prodana.',
  ],
  ['Puno', 'ljubičasto', 'Neka pričeka. Pusti sljedećega tek kad netko izađe.'],
  ['Ne puštaj', 'crveni okvir', 'Ne puštaj i zovi voditelja. Razlog piše na ekranu.'],
  ['Nije kod', 'crtkani okvir', 'To nije karta. Zamoli gosta da otvori QR kod iz maila.'],
  ['Izlaz', 'limun žuto', 'Pusti van. Karta opet vrijedi za ulaz.'],
  [
    'Već vani',
    'žute pruge',
    'Po popisu nije unutra. Ako izlazi, pusti van; ako ulazi, gore prebaci na „Ulaze”.',
  ],
]

const STEPS: [title: string, text: string][] = [
  [
    'Uđi',
    'Otvori QR kod kamerom svog mobitela, upiši ime, dopusti kameru. Kad piše „Na mreži”, spreman si. Stranicu ne zatvaraj.',
  ],
  [
    'Skeniraj',
    'Pritisni „Skeniraj kartu” i drži mobitel 20 cm od koda. Pojačaj ekran gosta ako je taman. Bez QR koda: traži po imenu.',
  ],
  [
    'Izlaz',
    'Tko izlazi i vraća se, mora biti skeniran i na izlazu: gore prebaci na „Izlaze”, poslije natrag na „Ulaze”.',
  ],
  [
    'Nema mreže',
    'Ne radi ništa drukčije. Mobitel odlučuje sam i pamti sve. Ako piše da nešto dugo čeka slanje, priđi na minutu mreži i ne gasi mobitel.',
  ],
  [
    'Dvostruki ulaz',
    'Ako mobitel javi da je gost pušten na dva mjesta, ne traži ga sam: reci voditelju.',
  ],
  [
    'Kraj',
    'Kad sve bude poslano: zupčanik gore desno, „Odjavi ovaj uređaj”. Popis gostiju briše se s mobitela.',
  ],
]

/**
 * Printable A4 page for each gate with all that a volunteer must know, to be read in ten minutes.
 */
export function VolunteerPage() {
  const board = useBoard()
  const gates = board.data?.gates ?? []
  return (
    <>
      <div className="mb-5 flex flex-wrap justify-between gap-3 print:hidden">
        <ButtonLink href="/admin/gates" icon={ArrowLeft}>
          Ulazi
        </ButtonLink>
        <PrintButton />
      </div>
      <QueryState query={board} />
      <div className="grid gap-8 print:block">
        {gates.map(({ id, name }) => (
          <VolunteerSheet key={id} gateId={id} gate={gates.length > 1 ? name : null} />
        ))}
      </div>
    </>
  )
}

/**
 * The printable sheet: black on white in both themes, because it is read in the dark with a torch.
 */
function VolunteerSheet({ gateId, gate }: { gateId: number; gate: string | null }) {
  const { pairing, createCode, isPending, problem } = usePairing(gateId)
  return (
    <article className="leaf">
      <header className="flex items-start justify-between gap-6">
        <div>
          <h1 className="font-display text-4xl leading-none font-black uppercase">
            Na ulazu<span>{gate && `: ${gate}`}</span>
          </h1>
          <p className="mt-2 max-w-prose">
            Deset minuta čitanja i jedna proba. Tvoj posao: pogledati ekran, reći da ili ne, biti
            ljubazan. Sve ostalo pamti mobitel.
          </p>
        </div>
        <div className="grid w-40 shrink-0 justify-items-center gap-1 text-center text-xs">
          {pairing ? (
            <>
              <QrCode text={pairing.url} label="Kod za povezivanje uređaja" className="w-full" />
              <p>Za jedan mobitel, do {formatTime(pairing.expiresAt)}</p>
            </>
          ) : (
            <p className="grid aspect-square w-full place-items-center rounded-lg border-2 border-dashed border-black p-3">
              QR kod ti pokazuje voditelj ulaza
            </p>
          )}
          <Button className="mt-1 print:hidden" pending={isPending} onClick={createCode}>
            {pairing ? 'Novi kod' : 'Stavi kod'}
          </Button>
          {problem && (
            <Notice tone="error" className="text-left print:hidden">
              {problem}
            </Notice>
          )}
        </div>
      </header>

      <ol className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 max-sm:grid-cols-1 print:grid-cols-2">
        {STEPS.map(([title, text], i) => (
          <li key={title}>
            <h2 className="font-bold">
              {i + 1}. {title}
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>

      <table className="mt-4 w-full border-collapse text-left">
        <caption className="pb-1 text-left font-bold">Što piše i što tada radiš</caption>
        <tbody>
          {VERDICTS.map(([verdict, appearance, action]) => (
            <tr key={verdict} className="border-t border-black align-top">
              <th scope="row" className="py-1 pr-3">
                {verdict}
              </th>
              <td className="py-1 pr-3 whitespace-nowrap">{appearance}</td>
              <td className="py-1">{action}</td>
            </tr>
          ))}
        </tbody>
      </table>

      <p className="mt-4">
        <strong>VJEŽBA</strong> preko cijelog ekrana znači da nije stvarno: skeniraj kodove s
        voditeljeva ekrana, mreže namjerno nema. Prave karte tada ne skeniraj.
      </p>
      <dl className="mt-4 grid grid-cols-3 gap-4">
        {['Voditelj ulaza', 'Zaštitari', 'Hitna pomoć: 112'].map((contact) => (
          <div key={contact}>
            <dt className="font-bold">{contact}</dt>
            <dd
              className={classes(
                'mt-6 border-b border-black',
                contact.endsWith('112') && 'invisible',
              )}
            />
          </div>
        ))}
      </dl>
    </article>
  )
}
