import { keepPreviousData } from '@tanstack/react-query'
import { createFeatureClient } from '~/platform/rpc/client'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import type { settingsContract, Site } from '../contract'
import type { SiteTextKey } from '../rules/default-texts'

export type { Site }

export const settings = createFeatureClient<typeof settingsContract>('settings')

export function siteQuery() {
  return settings.site.queryOptions({ staleTime: 60_000 })
}

/** The terms, the privacy notice or the accessibility statement as HTML rendered by the server. */
export function textQuery(kind: SiteTextKey) {
  return settings.texts.queryOptions({ input: { document: kind }, staleTime: 60_000 })
}

export function settingsQuery() {
  return settings.get.queryOptions({ staleTime: 10_000 })
}

export function earlierValuesQuery() {
  return settings.history.infiniteOptions({
    input: (after: string | undefined) => toCursorInput(after),
    ...followCursor,
  })
}

/** The rendered preview; the previous one stays until the next has loaded. */
export function previewQuery(markdown: string) {
  return settings.previewText.queryOptions({
    input: { markdown },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}
