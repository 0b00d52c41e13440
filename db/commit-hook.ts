import { AsyncLocalStorage } from 'node:async_hooks'
import type postgres from 'postgres'
import { processSingleton } from './process-singleton.mjs'

/**
 * Function that runs at the end of a transaction, before the commit. If it throws, the transaction
 * is rolled back.
 */
type CommitHook = (tx: postgres.TransactionSql) => Promise<void>

const hooks = processSingleton('commit-hooks', () => new AsyncLocalStorage<CommitHook>())

/** Runs `work`. Every transaction that `work` opens calls `hook` before its commit. */
export const withCommitHook = <T>(hook: CommitHook, work: () => Promise<T>): Promise<T> =>
  hooks.run(hook, work)

/**
 * Whether `withCommitHook` has set a hook for the current work. Writes outside transactions do not
 * call the hook.
 */
export const hasCommitHook = (): boolean => hooks.getStore() !== undefined

/**
 * Returns the arguments of the driver's `begin`, changed so that the transaction calls the current
 * commit hook at its end. The hook is read before the transaction starts, because the driver runs
 * the transaction in another asynchronous context.
 */
export function addCommitHook<Args extends unknown[]>(args: Args): Args {
  const hook = hooks.getStore()
  if (!hook) return args
  const work = args.at(-1) as (tx: postgres.TransactionSql) => Promise<unknown>
  const workAndHook = async (tx: postgres.TransactionSql) => {
    const result = await work(tx)
    await hook(tx)
    return result
  }
  return [...args.slice(0, -1), workAndHook] as Args
}
