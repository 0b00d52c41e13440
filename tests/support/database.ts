import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { TEMPLATE } from './postgres-server'

/** A fresh copy of the migrated template; the server goes away with the run. */
export async function newDatabase(): Promise<string> {
  const server = process.env.TEST_POSTGRES
  if (!server) throw new Error('TEST_POSTGRES is unset: run the tests with npm test')
  const name = `t_${randomBytes(6).toString('hex')}`
  const sql = postgres(server, { max: 1, onnotice: () => {} })
  try {
    await sql`create database ${sql(name)} template ${sql(TEMPLATE)}`
  } finally {
    await sql.end()
  }
  return server.replace(/\/postgres$/, `/${name}`)
}

/** A database without anything in it. */
export async function emptyDatabase(): Promise<string> {
  const server = process.env.TEST_POSTGRES as string
  const name = `e_${randomBytes(6).toString('hex')}`
  const sql = postgres(server, { max: 1, onnotice: () => {} })
  await sql`create database ${sql(name)}`
  await sql.end()
  return server.replace(/\/postgres$/, `/${name}`)
}
