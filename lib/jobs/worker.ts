import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, run } from 'graphile-worker'
import { z } from 'zod'
import { getConfig } from '@/lib/config'
import { sendMail } from '@/lib/mail/send'

/**
 * Milliseconds of rest after a mail: the mail service takes a few calls a second, and the
 * gate's requests, which share this thread, go between two mails.
 */
const REST = { sent: 250, recorded: 50 }

const sendMailJob = z.object({ id: z.uuid() })

/** Takes up jobs of the database; any instance may run any of them, one at a time each. */
export async function startWorker(): Promise<void> {
  const runner = await run({
    connectionString: getConfig().DATABASE_URL,
    concurrency: 1,
    maxPoolSize: 3,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') process.stderr.write(`jobs: ${message}\n`)
    }),
    taskList: {
      'send-mail': async (payload) => {
        await sendMail(sendMailJob.parse(payload).id)
        await sleep(getConfig().RESEND_API_KEY ? REST.sent : REST.recorded)
      },
    },
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void runner.stop().catch(() => {}))
}
