import { route } from '@/lib/api/route'
import { apiDocument, documentRule } from '@/lib/endpoints/document'

export const GET = route(documentRule, () => apiDocument())
