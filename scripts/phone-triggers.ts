import { phoneTriggers } from '@/db/phone-triggers'

// Prints the SQL of the triggers that log changes for gate devices, to be copied into a migration.
process.stdout.write(
  `${phoneTriggers.map(({ sql }) => sql).join('\n--> statement-breakpoint\n')}\n`,
)
