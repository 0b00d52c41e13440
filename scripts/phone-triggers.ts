import { phoneTriggers } from '@/db/phone-triggers'

// Prints the triggers that follow from the catalogue, for a migration.
process.stdout.write(
  `${phoneTriggers.map(({ sql }) => sql).join('\n--> statement-breakpoint\n')}\n`,
)
