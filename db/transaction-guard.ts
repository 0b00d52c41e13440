import type postgres from 'postgres'

const LOST = { code: 'CONNECTION_LOST' }

type Work = (tx: postgres.TransactionSql) => unknown

/**
 * Stops a transaction whose connection was lost from sending more statements. The driver would send
 * them, or the ROLLBACK, to a missing socket, which throws in the event loop and makes the
 * connection unusable. It could also run them in the next session, outside the transaction. The
 * caller of the transaction has already received the error, so the result of the remaining work is
 * dropped.
 */
export function guardLostTransactions(sql: postgres.Sql): void {
  const guard = (work: Work, state: { isOver: boolean }) => (tx: postgres.TransactionSql) => {
    const { unsafe, savepoint } = tx as postgres.TransactionSql & {
      savepoint: (...args: unknown[]) => Promise<unknown>
    }
    tx.unsafe = ((...args: Parameters<typeof unsafe>) => {
      if (state.isOver) throw Object.assign(new Error('the transaction has ended'), LOST)
      return unsafe(...args)
    }) as typeof unsafe
    tx.savepoint = ((...args: unknown[]) =>
      savepoint(...args.slice(0, -1), guard(args.at(-1) as Work, state))) as typeof tx.savepoint
    return new Promise((resolve, reject) => {
      const unlessOver = (settle: () => void) => setImmediate(() => state.isOver || settle())
      const result = work(tx)
      Promise.resolve(Array.isArray(result) ? Promise.all(result) : result).then(
        (value) => state.isOver || resolve(value),
        (error) => unlessOver(() => reject(error)),
      )
    })
  }
  const begin = sql.begin as (...args: unknown[]) => Promise<unknown>
  sql.begin = ((...args: unknown[]) => {
    const state = { isOver: false }
    const setOver = () => {
      state.isOver = true
    }
    const transaction = begin(...args.slice(0, -1), guard(args.at(-1) as Work, state))
    transaction.then(setOver, setOver)
    return transaction
  }) as typeof sql.begin
}
