import { connect } from '@/db/client'
import { seedDemo } from '@/db/seed/demo'
import { getConfig } from '@/lib/config'
import { studentEmail } from '@/lib/signups/rules'

/** Fills an empty festival with the demo content; does nothing to one that has content. */
export async function seedDemoContent() {
  const { DATABASE_URL, STUDENT_EMAIL_DOMAIN } = getConfig()
  const { sql } = connect(DATABASE_URL as string, { max: 2 })
  try {
    await seedDemo(sql, { studentEmail: (signup) => studentEmail(signup, STUDENT_EMAIL_DOMAIN) })
  } finally {
    await sql.end()
  }
}
