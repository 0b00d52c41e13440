/** Database server that a connection string names. */
export interface Server {
  host: string
  port: number
}

/**
 * Error for an invalid connection string. The message is the end of a sentence whose subject is the
 * setting, for example 'must start with postgres://'.
 */
export class ConnectionStringError extends Error {}

const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/
const SERVER = /^(\[[\da-f:.]+\]|[^\s:@[\]]+)(?::(\d{1,5}))?$/i

/**
 * Accepted values of `target_session_attrs`. The parameter is removed from the URL for the driver,
 * because for `read-write` the driver would accept a standby.
 */
const WRITABLE = ['primary', 'read-write']

export const nameOf = ({ host, port }: Server) =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

export interface Address {
  servers: Server[]
  database: string
  /** Connection string without the servers. The driver gets its sockets from db/failover.ts. */
  driverUrl: string
}

/**
 * Parses `postgres://user:password@one:5432,two:5432/festival` by the rules of libpq. The default
 * port is 5432. Throws ConnectionStringError, whose message never contains the password.
 */
export function parseConnectionString(url: string): Address {
  const [, scheme, credentials, authority = '', path = '', query] = PARTS.exec(url) ?? []
  if (!scheme) throw new ConnectionStringError('must start with postgres:// or postgresql://')
  const unreadable = () =>
    new ConnectionStringError(
      'cannot be read: write special characters in a name or password as %40 for @, %2F for /',
    )
  if (credentials === undefined && path.includes('@')) throw unreadable()
  const servers = authority === '' ? [defaultServer()] : authority.split(',').map(readServer)
  const names = servers.map(nameOf)
  const duplicate = names.find((name, i) => names.indexOf(name) < i)
  if (duplicate) throw new ConnectionStringError(`must not name ${duplicate} twice`)

  const options = new URLSearchParams(query)
  const attribute = options.get('target_session_attrs')
  if (attribute !== null && !WRITABLE.includes(attribute))
    throw new ConnectionStringError(
      `must not ask for a server that is "${attribute}". Only a primary accepts writes, so set target_session_attrs=primary`,
    )
  options.delete('target_session_attrs')
  const login = credentials === undefined ? '' : `${credentials.replaceAll('@', '%40')}@`
  const driverUrl = `${scheme}${login}localhost${path}${options.size > 0 ? `?${options}` : ''}`
  try {
    decodeURIComponent(new URL(driverUrl).href)
    return { servers, database: decodeURIComponent(path.slice(1)), driverUrl }
  } catch {
    throw unreadable()
  }
}

/**
 * Returns the server for a connection string that names no server: PGHOST and PGPORT, as in
 * PostgreSQL's own programs.
 */
const defaultServer = (): Server => ({
  host: process.env.PGHOST || 'localhost',
  port: Number(process.env.PGPORT) || 5432,
})

function readServer(text: string): Server {
  const [, host, port = '5432'] = SERVER.exec(text) ?? []
  if (!host || Number(port) < 1 || Number(port) > 65_535)
    throw new ConnectionStringError(
      'must name its servers as host or host:port, separated by commas',
    )
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}
