import { notFound } from 'next/navigation'

/** No page here to be instant about. */
export const instant = false

/** Every address under /admin that is no page: not found, inside the staff frame. */
export default function UnknownPage() {
  notFound()
}
