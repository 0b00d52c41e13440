'use client'

import { CircleAlert } from 'lucide-react'
import Link from 'next/link'
import { toast } from 'sonner'
import { OpenSite, ScreenHead } from '@/components/admin/data/screen-head'
import { useTexts } from '@/components/admin/translations/use-texts'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { LabelledSwitch } from '@/components/ui/switch'
import { ApiError } from '@/lib/api-client/client'
import { missingKeys } from '@/lib/translations/rules'
import { missingTextsBehind } from '@/lib/visibility/rules'
import { FLAGS, type FlagName, TIMES, type VisibilityFlag } from '@/lib/visibility/schema'
import { FLAG_LABELS } from './labels'
import { MailRange } from './mail-range'
import { TimeSetting } from './time-setting'
import { useSetVisibility, useVisibility } from './use-visibility'

/** Screen that decides what visitors see (rule 13.16). Each change is saved at once. */
export function VisibilitySettings() {
  const { data, error, isFetching, refetch } = useVisibility()
  return (
    <>
      <ScreenHead title="Prikaz">
        <OpenSite />
      </ScreenHead>
      <p className="-mt-3 mb-5 text-sm text-muted">
        Svaka promjena odmah vrijedi za sve posjetitelje.
      </p>
      {error && !data && (
        <Notice tone="error">
          <p className="mb-3">
            Postavke se ne mogu dohvatiti. <span>{error instanceof ApiError && error.detail}</span>
          </p>
          <Button pending={isFetching} onClick={() => refetch()}>
            Pokušaj ponovno
          </Button>
        </Notice>
      )}
      {!data && !error && (
        <p role="status" className="flex items-center gap-3 py-10 text-muted">
          <Spinner />
          Dohvaćamo postavke…
        </p>
      )}
      {data && <Settings flags={data} />}
    </>
  )
}

function Settings({ flags }: { flags: VisibilityFlag[] }) {
  const stored = (name: string) => flags.find((flag) => flag.name === name)?.visible ?? ''
  const texts = useTexts()
  const missing = texts ? missingKeys(texts).raw : []
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <section aria-labelledby="pages" className="rounded-lg border border-edge bg-panel">
        <h2 id="pages" className="px-4 pt-4 pb-2 text-lg font-bold md:px-5">
          Stranice
        </h2>
        <ul className="divide-y divide-edge">
          {FLAGS.map((name) => (
            <FlagSwitch
              key={name}
              name={name}
              stored={stored(name)}
              rawKeys={missingTextsBehind(name, missing)}
            />
          ))}
        </ul>
      </section>
      <div className="space-y-5">
        <section
          aria-labelledby="times"
          className="space-y-6 rounded-lg border border-edge bg-panel p-4 md:p-5"
        >
          <div>
            <h2 id="times" className="text-lg font-bold">
              Vremena
            </h2>
            <p className="text-sm text-muted">Po zagrebačkom vremenu.</p>
          </div>
          {TIMES.map((name) => (
            <TimeSetting key={name} name={name} value={stored(name)} />
          ))}
        </section>
        <MailRange />
      </div>
    </div>
  )
}

interface FlagProps {
  name: FlagName
  stored: string
  /** Keys that visitors would see in place of missing texts (rule 13.21). */
  rawKeys: string[]
}

/** Switch for one visibility flag. A change is saved at once. */
function FlagSwitch({ name, stored, rawKeys }: FlagProps) {
  const { save, isPending, saving } = useSetVisibility(name)
  const isOn = (saving ?? stored) === '1'
  const { label, hint } = FLAG_LABELS[name]

  const change = (next: boolean) =>
    save(next ? '1' : '0', {
      onSuccess: () => toast.success(`${label}: ${next ? 'uključeno' : 'isključeno'}.`),
      onError: (error) =>
        toast.error(
          `${label}: promjena nije spremljena. ${error instanceof ApiError ? error.detail : ''}`,
        ),
    })

  return (
    <li className="px-4 py-3 md:px-5">
      <LabelledSwitch
        label={label}
        note={hint}
        checked={isOn}
        pending={isPending}
        onChange={change}
      />
      {rawKeys.length > 0 && <RawKeys keys={rawKeys} isOn={isOn} />}
    </li>
  )
}

/** Lists the keys that visitors see, or would see, because their texts are missing. */
function RawKeys({ keys, isOn }: { keys: string[]; isOn: boolean }) {
  return (
    <p role="status" className={`mt-1 text-sm ${isOn ? 'text-text' : 'text-muted'}`}>
      {isOn && (
        <CircleAlert
          aria-hidden="true"
          className="mr-1.5 inline size-4 align-text-bottom text-stop"
        />
      )}
      <span>{isOn ? 'Umjesto teksta piše: ' : 'Još nema teksta za: '}</span>
      <span className="font-mono break-words">{keys.join(', ')}</span>.{' '}
      <Link href="/admin/translations" className="font-semibold underline">
        Prijevodi
      </Link>
    </p>
  )
}
