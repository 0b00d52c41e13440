import Link from 'next/link'
import { FileLink } from '@/components/admin/frame/file-link'
import { groupsFor } from '@/components/admin/frame/pages'

const LINE = 'flex min-h-12 items-center gap-3 rounded-md px-3 py-1.5 hover:bg-panel-2'

/** Every screen of whom may open many, group by group; side by side where there is room. */
export function AllScreens({ privilege }: { privilege: number }) {
  return (
    <div className="gap-4 md:columns-2 lg:columns-3">
      {groupsFor(privilege).map(({ heading, screens }) => (
        <section
          key={heading}
          aria-label={heading}
          className="mb-4 break-inside-avoid rounded-lg border border-edge bg-panel p-2"
        >
          <h2 className="px-3 pt-2 pb-1 text-sm font-semibold text-muted">{heading}</h2>
          <ul>
            {screens.map(({ href, label, does, icon: Icon, file }) => {
              const content = (
                <>
                  <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" />
                  <span className="min-w-0">
                    <span className="block font-semibold">{label}</span>
                    <span className="block text-sm text-muted">{does}</span>
                  </span>
                </>
              )
              return (
                <li key={href}>
                  {file ? (
                    <FileLink file={file} className={LINE}>
                      {content}
                    </FileLink>
                  ) : (
                    <Link href={href} className={LINE}>
                      {content}
                    </Link>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
