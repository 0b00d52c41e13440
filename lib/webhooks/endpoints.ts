import { DELIVERY_FIELDS, RECEIVER_FIELDS } from '@/db/queries/webhooks'
import { crudEndpoints } from '@/lib/api/crud-endpoints'
import { route } from '@/lib/api/route'
import { idParams } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import {
  deliveryId,
  deliveryQuery,
  deliveryResponse,
  newReceiverBody,
  receiverChange,
  receiverResponse,
  secretResponse,
} from '@/lib/webhooks/schema'
import * as webhooks from '@/lib/webhooks/service'

export const webhookEndpoints = {
  ...crudEndpoints('webhooks', {
    reads: 'admin',
    response: receiverResponse,
    query: listQuery,
    fields: RECEIVER_FIELDS,
    list: ['Who is told of what happens, and how each does', webhooks.findReceivers],
    create: [
      'Register a receiver; what it verifies by is then asked for at its secret',
      newReceiverBody,
      webhooks.createReceiver,
    ],
    get: ['One receiver', webhooks.readReceiver],
    update: [
      'Change a receiver, pause it or let it go on',
      receiverChange,
      webhooks.changeReceiver,
    ],
    delete: ['Delete a receiver with all that it was told', webhooks.deleteReceiver],
  }),
  'webhooks/[id]/secret': {
    POST: route(
      {
        access: 'admin',
        summary: 'A new secret, never told again; the one before signs beside it for a day',
        params: idParams,
        response: secretResponse,
        neverStored: true,
      },
      ({ params, user }) => webhooks.makeNewSecret(params.id, user),
    ),
  },
  'webhooks/[id]/test': {
    POST: route(
      {
        access: 'admin',
        summary: 'Tell a receiver that this is a trial, and say what it answered',
        params: idParams,
        response: deliveryResponse,
      },
      ({ params }) => webhooks.tryReceiver(params.id),
    ),
  },
  'webhooks/deliveries': {
    GET: route(
      {
        access: 'admin',
        summary: 'What was told in the last seven days, newest first',
        query: deliveryQuery,
        fields: DELIVERY_FIELDS,
        rows: deliveryResponse,
      },
      ({ query }) => webhooks.findDeliveries(query),
    ),
  },
  'webhooks/deliveries/[id]/resend': {
    POST: route(
      {
        access: 'admin',
        summary: 'Tell a message once more, under its id',
        params: deliveryId,
        response: deliveryResponse,
      },
      ({ params }) => webhooks.redeliver(params.id),
    ),
  },
}
