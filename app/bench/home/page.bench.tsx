import { connection } from 'next/server'
import { Suspense } from 'react'
import Home from '../../(public)/page'

/** The home page made anew for each request, to measure what the cache spares. */
export default function RenderedHome() {
  return (
    <Suspense>
      <PerRequest />
    </Suspense>
  )
}

async function PerRequest() {
  await connection()
  return <Home />
}
