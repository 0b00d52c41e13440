import { Logger, run } from 'graphile-worker'
import { z } from 'zod'
import { getConfig } from '@/lib/config'
import { logFailure } from '@/lib/log'
import { sendWaiting } from '@/lib/mails/drain'
import { sendMail } from '@/lib/mails/send'

const sendMailJob = z.object({ id: z.uuid() })

/**
 * Takes up jobs of the database; any instance may run any of them. A sale's mail has a job of
 * its own and goes beside a bulk that is being sent; `send-mails` sends all that waits.
 */
export async function startWorker(): Promise<void> {
  const runner = await run({
    connectionString: getConfig().DATABASE_URL,
    concurrency: 2,
    maxPoolSize: 3,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') logFailure(`jobs: ${message}`)
    }),
    taskList: {
      'send-mail': (payload) => sendMail(sendMailJob.parse(payload).id),
      'send-mails': () => sendWaiting(),
    },
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void runner.stop().catch(() => {}))
}
