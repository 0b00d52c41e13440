/** One of the servers that an address names. */
export interface Server {
  host: string
  port: number
}

/** Why an address is none; its message goes on behind the name of the setting. */
export class AddressProblem extends Error {}

const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/
const SERVER = /^(\[[\da-f:.]+\]|[^\s:@[\]]+)(?::(\d{1,5}))?$/i

/** What writes need. The driver would take a standby for `read-write`, so which it is is ours to see. */
const WANTED = ['primary', 'read-write']

export const nameOf = ({ host, port }: Server) =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

export interface Address {
  servers: Server[]
  database: string
  /** All but the servers, as the driver reads it: it is given its connections ready made. */
  driverUrl: string
}

/**
 * Reads `postgres://user:password@one:5432,two:5432/festival`, as libpq does: a server without a
 * port is at 5432. Throws AddressProblem, which tells nothing of the password.
 */
export function parseConnectionString(url: string): Address {
  const [, scheme, credentials, authority = '', path = '', query] = PARTS.exec(url) ?? []
  if (!scheme) throw new AddressProblem('must start with postgres:// or postgresql://')
  const unreadable = () =>
    new AddressProblem(
      'cannot be read: what is special in a name or password must be written as %40 for @, %2F for /',
    )
  if (credentials === undefined && path.includes('@')) throw unreadable()
  const servers = authority === '' ? [unnamed()] : authority.split(',').map(readServer)
  const names = servers.map(nameOf)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice) throw new AddressProblem(`names ${twice} twice`)

  const options = new URLSearchParams(query)
  const wanted = options.get('target_session_attrs')
  if (wanted !== null && !WANTED.includes(wanted))
    throw new AddressProblem(
      `asks for a server that is "${wanted}": only a primary takes writes, so write target_session_attrs=primary`,
    )
  options.delete('target_session_attrs')
  const who = credentials === undefined ? '' : `${credentials.replaceAll('@', '%40')}@`
  const driverUrl = `${scheme}${who}localhost${path}${options.size > 0 ? `?${options}` : ''}`
  try {
    decodeURIComponent(new URL(driverUrl).href)
    return { servers, database: decodeURIComponent(path.slice(1)), driverUrl }
  } catch {
    throw unreadable()
  }
}

/** Where an address without any leads, as with PostgreSQL's own programs. */
const unnamed = (): Server => ({
  host: process.env.PGHOST || 'localhost',
  port: Number(process.env.PGPORT) || 5432,
})

function readServer(text: string): Server {
  const [, host, port = '5432'] = SERVER.exec(text) ?? []
  if (!host || Number(port) < 1 || Number(port) > 65_535)
    throw new AddressProblem(
      'must name its servers as host or host:port, several with commas between',
    )
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}
