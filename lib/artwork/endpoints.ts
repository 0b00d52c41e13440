import { z } from 'zod'
import { route } from '@/lib/api/route'
import { artworkAnswer, artworkChange, placeParams } from '@/lib/artwork/schema'
import { changeArtwork, deleteArtwork, documentFile, listArtwork } from '@/lib/artwork/service'
import { FORM_WITH_IMAGE } from '@/lib/images/schema'

export const ARTWORK_CALLS = {
  artwork: {
    GET: route(
      {
        may: 'admin',
        summary: 'What organisers have put in each place of the site, also where that is nothing',
        answer: z.array(artworkAnswer),
      },
      listArtwork,
    ),
  },
  'artwork/[place]': {
    PUT: route(
      {
        may: 'admin',
        summary:
          'Put a picture in its place, for the consent a PDF, or lay the overlay of the map by its corners',
        params: placeParams,
        body: artworkChange,
        accepts: 'form',
        maxBytes: FORM_WITH_IMAGE,
        answer: artworkAnswer,
      },
      ({ params, body, user }) => changeArtwork(params.place, body, user),
    ),
    DELETE: route(
      {
        may: 'admin',
        summary: 'Take away what stands in a place; what is shipped stands there again',
        params: placeParams,
      },
      ({ params, user }) => deleteArtwork(params.place, user),
    ),
  },
  'artwork/[place]/document': {
    GET: route(
      {
        may: 'anyone',
        summary: 'The document of a place, as a PDF (/privola.pdf is the consent)',
        params: placeParams,
        media: ['application/pdf'],
        otherwise: { 304: 'The caller has it already' },
      },
      ({ params, request }) => documentFile(params.place, request),
    ),
  },
}
