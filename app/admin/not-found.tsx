import type { Metadata } from 'next'
import { NotFoundStatus } from '@/components/not-found-status'
import { ButtonLink } from '@/components/ui/button-link'

export const metadata: Metadata = { title: 'Nema te stranice' }

export default function AdminNotFound() {
  return (
    <div className="mx-auto max-w-md py-10 md:py-24">
      <NotFoundStatus />
      <p className="text-muted tabular-nums">404</p>
      <h1 className="mt-1 text-3xl font-bold">Te stranice nema u upravi</h1>
      <p className="mt-3 mb-6 text-muted">
        Adresa je krivo upisana ili je stranica premještena. Sve što možete otvoriti nalazi se u
        izborniku.
      </p>
      <ButtonLink href="/admin" look="primary">
        Na početnu
      </ButtonLink>
    </div>
  )
}
