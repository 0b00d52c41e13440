/**
 * Reads what every visitor may read; throws where there is no answer. The client of `client.ts` also
 * signs in, uploads and repeats calls: 3 kB of script, which the first page of a visitor is spared.
 */
export async function readPublic<Answer>(path: `/public/${string}`): Promise<Answer> {
  const response = await fetch(`/api${path}/`)
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  return response.json()
}
