import { ApiError, api } from './client'

/**
 * Reads one response of server-sent events to its end. Throws if there is none, and ApiError if the
 * user may not read the events. After an ended sign-in it leads to the logout, as every request
 * does.
 */
export async function readEventStream(
  path: '/night/stream' | '/lists/stream',
  signal: AbortSignal,
  onData: (data: unknown) => void,
  /** Called when any data arrive, also without an event, which shows that the connection works. */
  onSign = () => {},
): Promise<void> {
  const response = await fetch(`/api${path}/`, { signal })
  if (response.status === 401) return renewSignIn()
  if (response.status === 403) {
    const { detail, code } = await response.json()
    throw new ApiError(403, detail, code)
  }
  if (!response.ok || !response.body) throw new Error(`the server returned ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return
    onSign()
    const events = (text + value).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (/^event: end$/m.test(event)) return renewSignIn()
      if (data) onData(JSON.parse(data))
    }
  }
}

/** Renews the sign-in if possible. Otherwise leads to the logout, as every request does. */
const renewSignIn = async () => {
  await api('GET', '/auth/me')
}
