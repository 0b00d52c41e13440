import { connect } from '@/db/client'
import { seedDemo } from '@/db/seed/demo'
import { getConfig } from '@/lib/config'
import { studentEmail } from '@/lib/signups/rules'

/** Fills an empty festival with the demo content; false, and nothing done, if it has content. */
export async function seedDemoContent(seed?: number): Promise<boolean> {
  const { DATABASE_URL, STUDENT_EMAIL_DOMAIN } = getConfig()
  const { sql } = connect(DATABASE_URL as string, { max: 2 })
  try {
    return await seedDemo(sql, {
      studentEmail: (signup) => studentEmail(signup, STUDENT_EMAIL_DOMAIN),
      seed,
    })
  } finally {
    await sql.end()
  }
}
