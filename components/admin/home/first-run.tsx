'use client'

import { Check, ChevronRight, Circle } from 'lucide-react'
import Link from 'next/link'
import { useSyncExternalStore } from 'react'
import { classes } from '@/components/ui/classes'
import type { FirstStep } from '@/lib/festival/rules'

interface StepTexts {
  what: string
  more: string
  href: string
}

const STEPS: Record<FirstStep, StepTexts> = {
  doors: {
    what: 'Kad se otvaraju vrata',
    more: 'Odbrojavanje, noć i brisanje podataka idu po tome.',
    href: '/admin/festival',
  },
  contact: {
    what: 'Adresa za pitanja',
    more: 'U podnožju stranice i na kraju svakog maila.',
    href: '/admin/festival',
  },
  texts: {
    what: 'Tekstovi stranica',
    more: 'Gdje ih nema, posjetitelji vide ključeve.',
    href: '/admin/translations',
  },
  programme: {
    what: 'Satnica',
    more: 'Tko svira gdje i kada.',
    href: '/admin/programme',
  },
  prices: { what: 'Cjenik', more: 'Što se toči i po čemu.', href: '/admin/cjenik' },
  consent: {
    what: 'Privola',
    more: 'Dokument na koji brucoši pristaju u prijavi.',
    href: '/admin/artwork',
  },
  mail: {
    what: 'Slanje mailova',
    more: 'Na poslužitelju se postavlja RESEND_API_KEY i MAIL_FROM; dotad se mailovi samo bilježe.',
    href: '/admin/mails',
  },
  'second-admin': {
    what: 'Drugi admin',
    more: 'Da netko može sve i kad vas nema.',
    href: '/admin/users-add',
  },
  opening: {
    what: 'Otvaranje stranice',
    more: 'Dotad posjetitelji vide samo najavu.',
    href: '/admin/visibility',
  },
}

const STORAGE_KEY = 'first-run-folded'

/** Whether the checklist is collapsed in this browser. On the server it is always open. */
const useIsCollapsed = () =>
  useSyncExternalStore(
    (changed) => {
      addEventListener('storage', changed)
      return () => removeEventListener('storage', changed)
    },
    () => localStorage.getItem(STORAGE_KEY) === '1',
    () => false,
  )

/**
 * Checklist of the steps before visitors can use the site. Renders nothing once all steps are done.
 */
export function FirstRun({ steps }: { steps: { step: FirstStep; isDone: boolean }[] }) {
  const isCollapsed = useIsCollapsed()
  const left = steps.filter(({ isDone }) => !isDone).length
  if (left === 0) return null
  return (
    <details
      open={!isCollapsed}
      onToggle={({ currentTarget: { open } }) => {
        if (open) localStorage.removeItem(STORAGE_KEY)
        else localStorage.setItem(STORAGE_KEY, '1')
      }}
      className="group mb-6 rounded-lg border border-edge bg-panel"
    >
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg px-4 py-2 hover:bg-panel-2">
        <ChevronRight
          aria-hidden="true"
          className="size-5 shrink-0 text-muted group-open:rotate-90"
        />
        <h2 className="min-w-0 flex-1 font-bold">Prije nego što dođu posjetitelji</h2>
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">
          {steps.length - left} od {steps.length}
        </span>
      </summary>
      <ul className="grid gap-x-4 px-2 pb-2 md:grid-cols-2">
        {steps.map(({ step, isDone }) => (
          <li key={step}>
            <Link
              href={STEPS[step].href}
              className="flex min-h-12 items-start gap-3 rounded-md px-3 py-2 hover:bg-panel-2"
            >
              {isDone ? (
                <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-go" />
              ) : (
                <Circle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
              )}
              <span className="min-w-0">
                <span className={classes('block', isDone ? 'text-muted' : 'font-semibold')}>
                  {STEPS[step].what}
                  {isDone && <span className="sr-only"> (gotovo)</span>}
                </span>
                {!isDone && <span className="block text-sm text-muted">{STEPS[step].more}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
