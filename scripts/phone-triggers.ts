import { phoneTriggers } from '@/db/phone-triggers'

// Prints the triggers that the catalogue defines, for a migration.
process.stdout.write(
  `${phoneTriggers.map(({ sql }) => sql).join('\n--> statement-breakpoint\n')}\n`,
)
