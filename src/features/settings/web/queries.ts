import { keepPreviousData } from '@tanstack/react-query'
import { clientFor } from '~/platform/rpc/client'
import { afterCursor, followCursor } from '~/platform/rpc/follow-cursor'
import type { settingsContract, Site } from '../contract'

export type { Site }

export const settings = clientFor<typeof settingsContract>('settings')

/** The name and the public settings of the site. */
export function siteQuery() {
  return settings.site.queryOptions({ staleTime: 60_000 })
}

/** The terms or the privacy notice, made into HTML by the server. */
export function textQuery(which: 'terms' | 'privacy') {
  return settings.texts.queryOptions({ input: { which }, staleTime: 60_000 })
}

/** Everything an admin may change, as it stands. */
export function settingsQuery() {
  return settings.get.queryOptions({ staleTime: 10_000 })
}

export function earlierValuesQuery() {
  return settings.history.infiniteOptions({
    input: (after: string | undefined) => afterCursor(after),
    ...followCursor,
  })
}

/** What people would read; the last one stays until the next is there. */
export function previewQuery(markdown: string) {
  return settings.previewText.queryOptions({
    input: { markdown },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}
