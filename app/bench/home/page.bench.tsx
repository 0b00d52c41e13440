import { connection } from 'next/server'
import { Suspense } from 'react'
import Home from '../../(public)/page'

/**
 * Renders the home page for each request, so that the benchmark can measure how much the page cache
 * saves.
 */
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
