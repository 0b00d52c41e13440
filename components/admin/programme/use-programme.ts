'use client'

import { useQuery } from '@tanstack/react-query'
import { api } from '@/lib/api-client/client'

export const PROGRAMME_KEY = ['programme']

/** All sets, stage by stage. */
export const useProgramme = () =>
  useQuery({
    queryKey: PROGRAMME_KEY,
    queryFn: ({ signal }) => api('GET', '/programme', { query: {}, signal }),
  })

/** The stages in their order. */
export const useStages = () =>
  useQuery({
    queryKey: ['stages'],
    queryFn: ({ signal }) => api('GET', '/stages', { query: {}, signal }),
  })

/** Who can play: the whole line-up, also whoever is not shown yet. */
export const useLineup = () =>
  useQuery({
    queryKey: ['lineup', 'whole'],
    queryFn: ({ signal }) => api('GET', '/lineup', { signal }),
  })

/** From when to when the night is, where that is known. */
export const useTonight = () =>
  useQuery({
    queryKey: ['night', 'settings'],
    queryFn: ({ signal }) => api('GET', '/night', { signal }),
  })
