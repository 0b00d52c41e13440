'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { Button, buttonClasses } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { Theme } from '@/components/ui/theme'
import type { Ending } from '../state/phase'
import { GateApiError } from '../state/transport'
import { Drill } from './drill'
import { GateScreen } from './gate-screen'
import {
  GateContext,
  newGate,
  saveLocal,
  useGate,
  useLocalValue,
  useServerNow,
  useServiceWorkerUpdate,
  useSingleGateTab,
} from './use-gate'

/** Gate page of a phone, for signed-in staff and for paired phones, with or without a network. */
export function GateApp() {
  const [gate] = useState(newGate)
  const [code, setCode] = useState('')

  useEffect(() => {
    // The pairing code is in the URL fragment, which browsers do not send to servers. It is removed
    // from the address bar.
    const readCode = () => {
      if (location.hash) setCode(location.hash.slice(1))
      history.replaceState(null, '', location.pathname)
    }
    readCode()
    window.addEventListener('hashchange', readCode)
    window.addEventListener('pagehide', gate.leavePage)
    // Delayed, because in development React mounts, unmounts and mounts each component again
    // immediately.
    let isStarted = false
    const starting = setTimeout(() => {
      isStarted = true
      void gate.start()
    })
    return () => {
      window.removeEventListener('hashchange', readCode)
      window.removeEventListener('pagehide', gate.leavePage)
      clearTimeout(starting)
      if (isStarted) gate.stop()
    }
  }, [gate])

  return (
    <Theme>
      <GateContext value={gate}>
        <div data-staff className="min-h-dvh bg-ground text-text">
          <main className="mx-auto w-full max-w-6xl px-4 py-5 md:px-6 md:py-8">
            <Phase code={code} onJoined={() => setCode('')} />
          </main>
        </div>
      </GateContext>
    </Theme>
  )
}

function Phase({ code, onJoined }: { code: string; onJoined: () => void }) {
  const { gate, state } = useGate()
  const isElsewhere = useSingleGateTab(gate)
  const activateUpdate = useServiceWorkerUpdate()
  const { phase, ending, network } = state

  if (isElsewhere)
    return (
      <MessagePage title="Ulaz je otvoren u drugoj kartici">
        <p>Na jednom uređaju radi jedna kartica, da se prolazi ne bi dijelili.</p>
        <Button look="primary" className="min-h-14" onClick={() => location.reload()}>
          Nastavi ovdje
        </Button>
      </MessagePage>
    )
  if (phase === 'starting')
    return (
      <p role="status" className="flex items-center gap-3 text-lg">
        <Spinner /> Otvaram ulaz…
      </p>
    )
  if (code) return <Join code={code} onJoined={onJoined} />
  if (ending) return <Ended ending={ending} queue={state.queue} isShiftDeleted={!state.me} />
  if (phase === 'open') return <Open activateUpdate={activateUpdate} />
  if (network === 'none')
    return (
      <MessagePage title="Nema mreže">
        <p>
          Ovaj uređaj još nije na ulazu. Za početak mu jednom treba mreža, i čim je tu, otvara se
          sam; poslije radi i bez nje.
        </p>
        <Button look="primary" className="min-h-14" onClick={gate.register}>
          Pokušaj ponovno
        </Button>
      </MessagePage>
    )
  return (
    <MessagePage title="Kako na ulaz">
      <p>
        Zamolite voditelja ulaza za QR kod i otvorite ga kamerom ovog uređaja. Ne treba ništa
        instalirati ni imati račun.
      </p>
      <SignIn />
    </MessagePage>
  )
}

const SignIn = () => (
  <a href="/admin/login?next=/admin/entry" className={buttonClasses('quiet', 'min-h-14')}>
    Prijava za članove organizacije
  </a>
)

/** Key in localStorage of the number of the drill that this phone left. */
const LEFT_DRILL_KEY = 'gate-left-drill'

/**
 * Shows the gate, or a running drill until its end time. The drill also ends if the event about its
 * end is lost. A volunteer can leave the drill, so that guests who come early are admitted.
 */
function Open({ activateUpdate }: { activateUpdate: (() => void) | null }) {
  const { state } = useGate()
  const now = useServerNow()
  const leftDrill = useLocalValue(LEFT_DRILL_KEY)
  const { me } = state
  const drill = me?.drill
  if (me && drill && String(drill.id) !== leftDrill && Date.parse(drill.endsAt) > now.getTime()) {
    const leave = () => saveLocal(LEFT_DRILL_KEY, String(drill.id))
    return <Drill key={drill.id} drill={drill.id} me={me} onLeave={leave} />
  }
  return <GateScreen activateUpdate={activateUpdate} />
}

/** Page with one heading and a short content, such as a problem and its remedy. */
function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md gap-4 pt-[8dvh] text-lg">
      <h1 className="text-2xl font-bold text-balance">{title}</h1>
      {children}
    </div>
  )
}

/**
 * Form in which a volunteer enters a name and registers the phone with a pairing code (rule 6.20).
 */
function Join({ code, onJoined }: { code: string; onJoined: () => void }) {
  const { gate } = useGate()
  const [problem, setProblem] = useState('')
  const [isPending, setIsPending] = useState(false)

  const join = async (name: string) => {
    setProblem('')
    setIsPending(true)
    try {
      await gate.join(code, name)
      onJoined()
    } catch (error) {
      const isRefused = error instanceof GateApiError
      setProblem(isRefused ? error.message : 'Nema mreže. Pokušajte ponovno.')
      setIsPending(false)
    }
  }

  return (
    <MessagePage title="Dobro došli na ulaz">
      <p>Upišite svoje ime, da se zna čiji je ovo uređaj.</p>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) void join(String(new FormData(event.currentTarget).get('name')))
        }}
      >
        <label className="grid gap-1 font-semibold">
          Ime
          <input
            name="name"
            required
            maxLength={60}
            autoComplete="name"
            className="h-14 rounded-md border border-edge bg-panel px-4"
          />
        </label>
        {problem && <Notice tone="error">{problem}</Notice>}
        <Button type="submit" look="primary" className="min-h-14" pending={isPending}>
          Na ulaz
        </Button>
      </form>
    </MessagePage>
  )
}

const ENDINGS: Record<Ending, [title: string, sentence: string]> = {
  device_revoked: [
    'Uređaj je odjavljen s ulaza',
    'Odjavljen je u upravi. Popis gostiju obrisan je s njega. Ako je to greška, zatražite novi QR kod.',
  ],
  shift_over: [
    'Smjena je završila',
    'Popis gostiju obrisan je s ovog uređaja. Za novu smjenu zatražite novi QR kod ili se prijavite.',
  ],
  no_rights: [
    'Više nemate ovlasti za puštanje na ulaz',
    'Popis gostiju obrisan je s ovog uređaja. Javite se administratoru; čim vam vrati ovlasti, otvorite ulaz ponovno.',
  ],
  no_device: [
    'Uređaj više nije prijavljen',
    'Prijavite se ponovno ili otvorite novi QR kod. Što čeka na slanje, ostaje na ovom uređaju i šalje se čim se prijavite.',
  ],
  left: ['Uređaj je odjavljen', 'Hvala! Popis gostiju obrisan je s ovog uređaja.'],
}

interface EndedProps {
  ending: Ending
  queue: number
  /**
   * Whether all data of the shift are deleted from this phone. Before that, a reload would open the
   * gate with these data again.
   */
  isShiftDeleted: boolean
}

/**
 * Shows why the shift is over, and asks the user to keep the page open while passages are unsent.
 */
function Ended({ ending, queue, isShiftDeleted }: EndedProps) {
  const [title, sentence] = ENDINGS[ending]
  return (
    <MessagePage title={title}>
      <p>{sentence}</p>
      {ending === 'no_device' ? (
        <SignIn />
      ) : queue > 0 ? (
        <Notice tone="error">
          Na slanje još čeka {queue} prolaza. Ne zatvarajte stranicu dok se ne pošalju.
        </Notice>
      ) : (
        isShiftDeleted && (
          <Button className="min-h-14" onClick={() => location.reload()}>
            Otvori ulaz ponovno
          </Button>
        )
      )}
    </MessagePage>
  )
}
