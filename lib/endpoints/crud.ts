import { z } from 'zod'
import { LINEUP_FIELDS } from '@/db/queries/lineup'
import { PRICE_ITEM_FIELDS } from '@/db/queries/price-list'
import { SPONSOR_FIELDS } from '@/db/queries/sponsors'
import { TAG_FIELDS } from '@/db/queries/tags'
import { TRANSLATION_FIELDS } from '@/db/queries/translations'
import { USER_FIELDS } from '@/db/queries/users'
import { crudEndpoints, reorderEndpoint } from '@/lib/api/crud-endpoints'
import {
  bandContactChange,
  bandContactResponse,
  newBandContactBody,
} from '@/lib/band-contacts/schema'
import { bandContacts } from '@/lib/band-contacts/service'
import * as gates from '@/lib/gate/board'
import { gateChange, newGateBody } from '@/lib/gate/board-schema'
import { gateResponse } from '@/lib/gate/schema'
import { notFound } from '@/lib/http/errors'
import { listQuery } from '@/lib/http/list-params'
import { MAX_IMAGE_FORM_BYTES } from '@/lib/images/schema'
import { lineupChange, lineupResponse, newLineupItem } from '@/lib/lineup/schema'
import * as lineup from '@/lib/lineup/service'
import {
  newPriceItemBody,
  PRICE_LIST_MESSAGES,
  priceItemChange,
  priceItemResponse,
} from '@/lib/price-list/schema'
import * as priceList from '@/lib/price-list/service'
import { newSponsor, sponsorChange, sponsorResponse } from '@/lib/sponsors/schema'
import * as sponsors from '@/lib/sponsors/service'
import { findTags, readTag } from '@/lib/tags/lists'
import { newTagBody, tagChange, tagResponse } from '@/lib/tags/schema'
import * as tags from '@/lib/tags/service'
import {
  newTranslationBody,
  translationChange,
  translationResponse,
} from '@/lib/translations/schema'
import * as translations from '@/lib/translations/service'
import { newUserBody, userChange, userListQuery, userResponse } from '@/lib/users/schema'
import * as users from '@/lib/users/service'
import { canSeePage, hiddenTextPrefixes, requireShownText } from '@/lib/visibility/hidden'
import { emptyIfHidden } from '@/lib/visibility/rules'

const form = { accepts: 'form', maxBytes: MAX_IMAGE_FORM_BYTES } as const

/**
 * Endpoints of the entities that have list, create, get, update and delete, at `/{entity}/` and
 * `/{entity}/{id}/`. An entity's other endpoints are in its module.
 */
export const crudEntityEndpoints = {
  ...crudEndpoints('contact', {
    reads: 'admin',
    response: bandContactResponse,
    query: listQuery,
    fields: bandContacts.fields,
    list: ['List the contacts of bands', bandContacts.list],
    create: ['Add a band’s contact', newBandContactBody, bandContacts.create],
    get: ['Read a band’s contact', bandContacts.get],
    update: ['Change a band’s contact', bandContactChange, bandContacts.update],
    delete: ['Delete a band’s contact', bandContacts.delete],
  }),
  ...crudEndpoints('cjenik', {
    reads: 'anyone',
    response: priceItemResponse,
    query: listQuery,
    fields: PRICE_ITEM_FIELDS,
    list: [
      'The price list; empty while it is hidden',
      async (query, request) =>
        emptyIfHidden(await canSeePage(request, '/cjenik'), await priceList.listPriceItems(query)),
    ],
    create: [
      'Add an item, last in its group; the server gives its place',
      newPriceItemBody,
      priceList.createPriceItem,
    ],
    get: [
      'One item of the price list',
      async (id, request) => {
        if (!(await canSeePage(request, '/cjenik'))) throw notFound(PRICE_LIST_MESSAGES.notThere)
        return priceList.getPriceItem(id)
      },
    ],
    update: [
      'Change an item, or swap its place with whoever holds it',
      priceItemChange,
      priceList.updatePriceItem,
    ],
    delete: ['Delete an item; the items after it move up', priceList.deletePriceItem],
  }),
  ...reorderEndpoint('cjenik', priceItemResponse, [
    'Give items of one group each other’s places; all or none',
    priceList.reorderPriceList,
  ]),
  ...crudEndpoints('gates', {
    reads: 'admin',
    response: gateResponse,
    // There are only a few gates, so the response always has all of them, oldest first.
    query: z.object({}),
    fields: { search: [], order: [] },
    list: ['List the gates, oldest first', gates.findGates],
    create: ['Add a gate', newGateBody, gates.createGate],
    get: ['Read a gate', gates.readGate],
    update: [
      'Rename a gate, or say what its phones do with unknown tickets while they are alone',
      gateChange,
      gates.changeGate,
    ],
    delete: [
      'Delete a gate without devices on duty; the last gate cannot be deleted',
      gates.deleteGate,
    ],
  }),
  ...crudEndpoints('lineup', {
    reads: 'admin',
    response: lineupResponse,
    query: listQuery,
    fields: LINEUP_FIELDS,
    form,
    list: ['List all performers, also hidden performers', lineup.listLineup],
    create: ['Add a performer, last in the line-up', newLineupItem, lineup.createLineupItem],
    get: ['Read a performer', lineup.getLineupItem],
    update: [
      'Change some or all of a performer; the picture stays when none is sent',
      lineupChange,
      lineup.updateLineupItem,
    ],
    delete: ['Delete a performer', lineup.deleteLineupItem],
  }),
  ...reorderEndpoint('lineup', lineupResponse, [
    'Give performers each other’s places; all or none',
    lineup.reorderLineup,
  ]),
  ...crudEndpoints('sponsors', {
    reads: 'admin',
    response: sponsorResponse,
    query: listQuery,
    fields: SPONSOR_FIELDS,
    form,
    list: ['List all sponsors with the fields for staff', sponsors.listSponsors],
    create: [
      'Add a sponsor, last, with a new link to its own guest list',
      newSponsor,
      sponsors.createSponsor,
    ],
    get: ['Read a sponsor', sponsors.getSponsor],
    update: [
      'Change some or all of a sponsor; the picture stays when none is sent',
      sponsorChange,
      sponsors.updateSponsor,
    ],
    delete: ['Delete a sponsor and the guests of its list', sponsors.deleteSponsor],
  }),
  ...reorderEndpoint('sponsors', sponsorResponse, [
    'Give sponsors each other’s places; all or none',
    sponsors.reorderSponsors,
  ]),
  ...crudEndpoints('tags', {
    reads: 'entry',
    response: tagResponse,
    query: listQuery,
    fields: TAG_FIELDS,
    list: ['List the tags with their counts', findTags],
    create: ['Add a tag', newTagBody, ({ name }, user) => tags.createTag(name, user)],
    get: ['Read a tag with its counts', readTag],
    update: [
      'Rename a tag; counts follow from the guests and cannot be set',
      tagChange,
      tags.changeTag,
    ],
    delete: ['Delete a tag without guests', tags.deleteTag],
  }),
  ...crudEndpoints('translations', {
    reads: 'anyone',
    response: translationResponse,
    query: listQuery,
    fields: TRANSLATION_FIELDS,
    list: [
      'Texts of the public pages; none of those that are hidden',
      async (query, request) =>
        translations.listTranslations(query, await hiddenTextPrefixes(request)),
    ],
    create: [
      'Add a text; HTML goes except line breaks',
      newTranslationBody,
      translations.createTranslation,
    ],
    get: [
      'One text of the public pages',
      async (id, request) => {
        const text = await translations.getTranslation(id)
        await requireShownText(request, text.key)
        return text
      },
    ],
    update: [
      'Change a text or its key; HTML goes except line breaks',
      translationChange,
      translations.updateTranslation,
    ],
    delete: ['Delete a text; its key is shown in its place', translations.deleteTranslation],
  }),
  ...crudEndpoints('users', {
    reads: 'admin',
    response: userResponse,
    query: userListQuery,
    fields: USER_FIELDS,
    personOnly: true,
    list: ['List staff, by name, e-mail or privilege', users.listUsers],
    create: ['Add a staff member before the first sign-in', newUserBody, users.createUser],
    get: ['Read a staff member', users.getUser],
    update: [
      'Change a person’s privilege or name; the last admin stays one',
      userChange,
      users.updateUser,
    ],
    delete: [
      'Delete a staff member with all sign-ins; the last admin cannot be deleted',
      users.deleteUser,
    ],
  }),
}
