import { AsyncLocalStorage } from 'node:async_hooks'
import type postgres from 'postgres'
import { processSingleton } from './process-singleton.mjs'

/** Runs last in a transaction, before the commit. An error rolls the transaction back. */
type CommitHook = (tx: postgres.TransactionSql) => Promise<void>

const hooks = processSingleton('commit-hooks', () => new AsyncLocalStorage<CommitHook>())

/** Runs `work` with a hook that every transaction of it calls before its commit. */
export const withCommitHook = <T>(hook: CommitHook, work: () => Promise<T>): Promise<T> =>
  hooks.run(hook, work)

/** Whether a commit hook is active. Writes outside transactions do not call it. */
export const hasCommitHook = (): boolean => hooks.getStore() !== undefined

/**
 * Adds the active hook to the arguments of `begin`. The hook is read here, because the driver runs
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
