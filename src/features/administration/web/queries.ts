import { clientFor } from '~/platform/rpc/client'
import type { administrationContract } from '../contract'

export const administration = clientFor<typeof administrationContract>('administration')

export function overviewQuery() {
  return administration.overview.queryOptions({ staleTime: 10_000 })
}

export function attentionQuery() {
  return administration.attention.get.queryOptions({ staleTime: 10_000 })
}

/** By the days of the reader's zone, which only the browser knows. */
export function trendsQuery(timezone: string) {
  return administration.attention.trends.queryOptions({ input: { timezone }, staleTime: 60_000 })
}

export function failuresQuery() {
  return administration.attention.failures.queryOptions({ staleTime: 10_000 })
}

/** How much of the demo is left. */
export function sampleCountsQuery() {
  return administration.sample.counts.queryOptions({ staleTime: 10_000 })
}
