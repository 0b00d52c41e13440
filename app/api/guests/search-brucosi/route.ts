import { searchBrucosi } from '@/lib/guests/lists'
import { brucosiSearchQuery } from '@/lib/guests/schema'
import { route } from '@/lib/http/route'

export const GET = route({ may: 'tickets', query: brucosiSearchQuery }, ({ query }) =>
  searchBrucosi(query.jmbag),
)
