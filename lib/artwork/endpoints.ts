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
        summary: 'List the uploads of all artwork slots, with the empty slots',
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
          'Upload the image of a slot, or the PDF of the consent, or place the map overlay by its corners',
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
        summary: 'Delete the upload of a slot, so that the default image is shown again',
        params: placeParams,
      },
      ({ params, user }) => deleteArtwork(params.place, user),
    ),
  },
  'artwork/[place]/document': {
    GET: route(
      {
        access: 'anyone',
        summary: 'Download the document of a slot as PDF; /privola.pdf is the consent',
        params: placeParams,
        contentTypes: ['application/pdf'],
        extraStatuses: { 304: 'The caller has it already' },
      },
      ({ params, request }) => documentFile(params.place, request),
    ),
  },
}
