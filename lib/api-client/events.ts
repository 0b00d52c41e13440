import { ApiError, api } from './client'

/**
 * One answer of server-sent events to its end. Throws where none is to be had, and ApiError for
 * who may not look; a sign-in that has ended goes to the door, as with every call.
 */
export async function readEventStream(
  path: '/night/stream' | '/lists/stream',
  signal: AbortSignal,
  hear: (data: unknown) => void,
  /** Something has come, be it a mere sign that the road is open. */
  onSign = () => {},
): Promise<void> {
  const response = await fetch(`/api${path}/`, { signal })
  if (response.status === 401) return mayStill()
  if (response.status === 403) {
    const { detail, code } = await response.json()
    throw new ApiError(403, detail, code)
  }
  if (!response.ok || !response.body) throw new Error(`the server answered ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return
    onSign()
    const events = (text + value).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (/^event: end$/m.test(event)) return mayStill()
      if (data) hear(JSON.parse(data))
    }
  }
}

/** Renews the sign-in if it can be, and goes to the door if not, as every call does. */
const mayStill = async () => {
  await api('GET', '/auth/me')
}
