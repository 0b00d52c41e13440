import { makeServer } from '../support/clusters'
import { testOutages } from '../support/outage'

testOutages(
  () => makeServer('outage'),
  [
    { name: 'is stopped for 5 s', seconds: 5 },
    { name: 'is stopped for 30 s', seconds: 30, tags: ['full'] },
    { name: 'is silent for 8 s', seconds: 8, isSilent: true, tags: ['full'] },
  ],
)
