import { makeEmbedded } from '../support/embedded'
import { testOutages } from '../support/outage'

testOutages(makeEmbedded, [
  { name: 'is run by npm start and stopped for 5 s', seconds: 5, tags: ['full'] },
  { name: 'is run by npm start and stopped for 30 s', seconds: 30, tags: ['full'] },
])
