'use client'

import { useState } from 'react'
import { useWrite } from '@/components/admin/data/use-write'
import { Confirm } from '@/components/ui/confirm'
import { Notice } from '@/components/ui/notice'
import type { ChangedGuest, Guest } from '@/lib/guests/schema'
import { api } from '@/lib/http/client'
import { formatDateTime } from '@/lib/time'
import { SwitchLine } from './switch-line'
import { GUESTS } from './use-guests'

/** The ticket, sold or taken back once it has been asked about. */
export function TicketSwitch({ guest }: { guest: Guest }) {
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const isBought = guest.bought === '1'
  const { run, isPending } = useWrite({
    call: () =>
      api('PUT', '/guests/[id]', {
        params: { id: guest.id },
        body: { bought: isBought ? '0' : '1', seen: { bought: guest.bought } },
      }),
    stale: [GUESTS],
    done: tellOutcome,
    failed: null,
  })

  function ask() {
    setRefusal(null)
    setAsking(true)
  }

  const change = () =>
    run(undefined, {
      onSuccess: () => setAsking(false),
      onError: ({ detail }) => setRefusal(detail),
    })

  return (
    <>
      <SwitchLine
        label="Karta"
        state={
          guest.boughtTicketTime
            ? `Kupljena ${formatDateTime(guest.boughtTicketTime)}`
            : 'Nema kartu'
        }
        checked={isBought}
        pending={isPending}
        onChange={ask}
      />
      <Confirm
        open={isAsking}
        question={isBought ? 'Poništiti kartu?' : 'Označiti kartu kao kupljenu?'}
        yes={isBought ? 'Poništi kartu' : 'Označi kao kupljenu'}
        danger={isBought}
        pending={isPending}
        onYes={change}
        onNo={() => setAsking(false)}
      >
        <p className="text-muted">
          {isBought
            ? 'Kod iz poslanog maila više neće vrijediti za ulaz.'
            : `Gost dobiva novi kod za ulaz. ${addressee(guest)}`}
        </p>
        {refusal && (
          <Notice tone="error" className="mt-3 bg-panel-2">
            {refusal}
          </Notice>
        )}
      </Confirm>
    </>
  )
}

/** The server derives a student's address; here it is enough to say which it will be. */
const addressee = ({ email, jmbag }: Guest) =>
  email
    ? `Potvrda ide na ${email}.`
    : jmbag
      ? 'Potvrda ide na studentsku adresu.'
      : 'Uz gosta ne stoji adresa, pa potvrda neće biti poslana.'

function tellOutcome({ bought, mailedTo, isMailSet }: ChangedGuest): string {
  if (bought === '0') return 'Karta je poništena.'
  if (mailedTo && !isMailSet)
    return 'Karta je kupljena. Pošta nije postavljena: potvrda je zabilježena, ali nije poslana.'
  return mailedTo ? `Karta je kupljena, potvrda ide na: ${mailedTo}` : 'Karta je kupljena.'
}
