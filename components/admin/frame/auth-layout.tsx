import type { ReactNode } from 'react'

/** Layout of the pages outside the back office: login and logout. */
export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col justify-center py-4 md:min-h-[80dvh]">
      {/* biome-ignore lint/performance/noImgElement: a small vector, nothing to optimise */}
      <img src="/art/mark.svg" alt="" width={56} height={56} className="mb-5 rounded-xl" />
      <h1 className="mb-6 text-3xl font-bold">{title}</h1>
      {children}
    </div>
  )
}
