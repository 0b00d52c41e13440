import { z } from 'zod'
import { route } from '@/lib/api/route'
import { artworkChange, artworkResponse, placeParams } from '@/lib/artwork/schema'
import { changeArtwork, deleteArtwork, documentFile, listArtwork } from '@/lib/artwork/service'
import { MAX_IMAGE_FORM_BYTES } from '@/lib/images/schema'

export const artworkEndpoints = {
  artwork: {
    GET: route(
      {
        access: 'admin',
        summary: 'What organisers have put in each place of the site, also where that is nothing',
        response: z.array(artworkResponse),
      },
      listArtwork,
    ),
  },
  'artwork/[place]': {
    PUT: route(
      {
        access: 'admin',
        summary:
          'Put a picture in its place, for the consent a PDF, or lay the overlay of the map by its corners',
        params: placeParams,
        body: artworkChange,
        accepts: 'form',
        maxBytes: MAX_IMAGE_FORM_BYTES,
        response: artworkResponse,
      },
      ({ params, body, user }) => changeArtwork(params.place, body, user),
    ),
    DELETE: route(
      {
        access: 'admin',
        summary: 'Take away what stands in a place; what is shipped stands there again',
        params: placeParams,
      },
      ({ params, user }) => deleteArtwork(params.place, user),
    ),
  },
  'artwork/[place]/document': {
    GET: route(
      {
        access: 'anyone',
        summary: 'The document of a place, as a PDF (/privola.pdf is the consent)',
        params: placeParams,
        contentTypes: ['application/pdf'],
        extraStatuses: { 304: 'The caller has it already' },
      },
      ({ params, request }) => documentFile(params.place, request),
    ),
  },
}
