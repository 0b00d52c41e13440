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
    list: ['List the receivers, with the state of their deliveries', webhooks.findReceivers],
    create: [
      'Register a receiver; its secret is requested separately',
      newReceiverBody,
      webhooks.createReceiver,
    ],
    get: ['One receiver', webhooks.readReceiver],
    update: [
      'Change a receiver, pause it or switch it on',
      receiverChange,
      webhooks.changeReceiver,
    ],
    delete: ['Delete a receiver with its deliveries', webhooks.deleteReceiver],
  }),
  'webhooks/[id]/secret': {
    POST: route(
      {
        access: 'admin',
        summary: 'Create a secret, returned only once; the previous secret also signs for a day',
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
        summary: 'Send a test message to a receiver, and return its response',
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
        summary: 'List the deliveries of the last seven days, newest first',
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
        summary: 'Deliver a message again, with the same id',
        params: deliveryId,
        response: deliveryResponse,
      },
      ({ params }) => webhooks.redeliver(params.id),
    ),
  },
}
