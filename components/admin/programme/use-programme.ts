'use client'

import { useQuery } from '@tanstack/react-query'
import { api } from '@/lib/api-client/client'

export const PROGRAMME_KEY = ['programme']

/** Loads all sets, stage by stage. */
export const useProgramme = () =>
  useQuery({
    queryKey: PROGRAMME_KEY,
    queryFn: ({ signal }) => api('GET', '/programme', { query: {}, signal }),
  })

/** Loads the stages in their order. */
export const useStages = () =>
  useQuery({
    queryKey: ['stages'],
    queryFn: ({ signal }) => api('GET', '/stages', { query: {}, signal }),
  })

/** Loads the whole line-up, including performers that visitors do not see yet. */
export const useLineup = () =>
  useQuery({
    queryKey: ['lineup', 'whole'],
    queryFn: ({ signal }) => api('GET', '/lineup', { signal }),
  })

/** Loads the settings of the night, among them the opening and closing time if they are known. */
export const useNightSettings = () =>
  useQuery({
    queryKey: ['night', 'settings'],
    queryFn: ({ signal }) => api('GET', '/night', { signal }),
  })
