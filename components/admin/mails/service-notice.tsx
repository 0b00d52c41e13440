import { Notice } from '@/components/ui/notice'
import type { MailServiceState } from '@/lib/mails/batch-schema'
import { formatTime } from '@/lib/time'

/** Why mail does not go out just now, if it does not. */
export function ServiceNotice({ service }: { service: MailServiceState | undefined }) {
  if (service?.isSet === false)
    return (
      <Notice className="mb-5">
        Servis za slanje pošte nije postavljen: mailovi se pripremaju i bilježe, ali se ne šalju.
      </Notice>
    )
  if (!service?.pausedUntil) return null
  return (
    <Notice tone="error" className="mb-5">
      <p>{service.reason}</p>
      <p className="text-muted">Sva pošta čeka do {formatTime(service.pausedUntil)}.</p>
    </Notice>
  )
}
