import Link from 'next/link'
import type { ClipboardEvent, ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FormField } from '@/components/admin/data/form-field'
import { FormTime } from '@/components/admin/data/form-time'
import { Panel } from '@/components/admin/data/panel'
import type { FestivalSent, FestivalValues } from '@/components/admin/festival/festival-values'
import { Select } from '@/components/ui/field'
import { SALES_LABELS, SALES_STATES } from '@/lib/festival/rules'

type Form = UseFormReturn<FestivalValues, unknown, FestivalSent>

/** Form fields of the edition settings, in the order in which organisers learn the values. */
export function FestivalFields({ form }: { form: Form }) {
  return (
    <div className="space-y-5">
      <Section title="Izdanje">
        <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_6rem_7rem]">
          <FormField
            form={form}
            name="name"
            label="Naziv"
            maxLength={60}
            className="col-span-2 sm:col-span-1"
          />
          <FormField form={form} name="year" kind="count" label="Godina" className="tabular-nums" />
          <FormField
            form={form}
            name="number"
            kind="count"
            label="Redni broj"
            className="tabular-nums"
          />
        </div>
      </Section>
      <Section
        title="Vrata"
        note={
          <span>
            Po zagrebačkom vremenu. Isto piše u postavkama <Link href="/admin/night">Noći</Link>.
          </span>
        }
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormTime form={form} name="opensAt" label="Otvaranje vrata" />
          <FormTime form={form} name="closesAt" label="Kraj noći" />
        </div>
      </Section>
      <Section title="Gdje">
        <div className="grid items-start gap-4 sm:grid-cols-2" onPaste={pasteCentre(form)}>
          <FormField form={form} name="place" label="Mjesto" maxLength={100} />
          <FormField form={form} name="address" label="Adresa" maxLength={200} />
          <FormField
            form={form}
            name="lat"
            kind="decimal"
            label="Zemljopisna širina"
            hint="Sredina karte, kao 45,8022. Obje se mogu zalijepiti odjednom."
            className="tabular-nums"
          />
          <FormField
            form={form}
            name="lng"
            kind="decimal"
            label="Zemljopisna dužina"
            hint="Kao 15,9663."
            className="tabular-nums"
          />
        </div>
      </Section>
      <Section title="Pošta i mreže">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormField
            form={form}
            name="contactEmail"
            kind="email"
            label="Adresa za festival"
            hint="U podnožju i na kraju mailova; onamo idu i odgovori."
          />
          <FormField
            form={form}
            name="sponsorsEmail"
            kind="email"
            label="Adresa za sponzore"
            hint="Prazno: sponzori pišu na adresu za festival."
          />
          <FormField
            form={form}
            name="nightPhone"
            kind="phone"
            label="Telefon za noć"
            placeholder="+385 91 123 4567"
            hint="Na naslovnici od otvaranja vrata do kraja noći, pod „Pomoć”. Prazno: bez te pločice."
            maxLength={40}
            className="sm:col-span-2 sm:max-w-80"
          />
          <FormField form={form} name="instagramUrl" kind="site" label="Instagram" />
          <FormField form={form} name="facebookUrl" kind="site" label="Facebook" />
          <FormField form={form} name="tiktokUrl" kind="site" label="TikTok" />
        </div>
      </Section>
      <Section title="Ulaznice i cjenik">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormField
            form={form}
            name="ticketPriceEUR"
            kind="decimal"
            label="Cijena ulaznice"
            placeholder="10,00"
            hint="U eurima, na nacrtanoj ulaznici. Prazno: cijena se ne spominje."
            className="tabular-nums"
          />
          <Select
            label="Stanje prodaje"
            hint="Naljepnica za posjetitelje. Prodajno mjesto prodaje po svojim pravilima."
            error={form.formState.errors.salesState?.message}
            {...form.register('salesState')}
          >
            {SALES_STATES.map((state) => (
              <option key={state} value={state}>
                {SALES_LABELS[state]}
              </option>
            ))}
          </Select>
          <FormField
            form={form}
            name="ticketShopUrl"
            kind="site"
            label="Trgovina ulaznica"
            hint="Kamo vodi „Kupi ulaznicu”."
          />
          <FormField
            form={form}
            name="aircashUrl"
            kind="site"
            label="Aircash"
            hint="Kamo vodi „Preuzmi Aircash” na cjeniku. Prazno: bez tog natpisa."
          />
          <FormField
            form={form}
            name="ticketWidgetSrc"
            kind="site"
            label="Dodatak trgovine"
            hint="Skripta s pravima stranice: samo od trgovine kojoj vjerujete."
          />
          <FormField
            form={form}
            name="ticketWidgetData"
            label="Podaci za dodatak"
            placeholder="event=brucosijada, lang=hr"
            hint="Njegovi data- atributi, odvojeni zarezom."
            maxLength={500}
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      </Section>
      <Section title="Osobni podaci">
        <FormField
          form={form}
          name="retentionDays"
          kind="count"
          label="Dana do brisanja"
          hint="Toliko dana nakon kraja noći gosti, prijave i pošta brišu se sami."
          className="max-w-60 tabular-nums"
        />
      </Section>
    </div>
  )
}

interface SectionProps {
  title: string
  note?: ReactNode
  children: ReactNode
}

function Section({ title, note, children }: SectionProps) {
  return (
    <Panel title={title} className="[&_a]:font-semibold [&_a]:underline">
      {note && <p className="text-sm text-muted">{note}</p>}
      <div className="mt-3">{children}</div>
    </Panel>
  )
}

/** Matches latitude and longitude as maps copy them, for example `45.8022, 15.9663`. */
const COORDINATES = /^\s*(-?\d{1,2}\.\d+)\s*,\s*(-?\d{1,3}\.\d+)\s*$/

/**
 * Paste handler of the coordinate fields: a pasted pair of latitude and longitude fills both
 * fields.
 */
const pasteCentre = (form: Form) => (event: ClipboardEvent) => {
  const [, lat, lng] = COORDINATES.exec(event.clipboardData.getData('text')) ?? []
  if (!lat || !lng) return
  event.preventDefault()
  const options = { shouldValidate: true }
  form.setValue('lat', lat.replace('.', ','), options)
  form.setValue('lng', lng.replace('.', ','), options)
}
