import { createFeatureClient } from '~/platform/rpc/client'
import type { administrationContract } from '../contract'

export const administration = createFeatureClient<typeof administrationContract>('administration')

export function overviewQuery() {
  return administration.overview.queryOptions({ staleTime: 10_000 })
}

export function attentionQuery() {
  return administration.attention.get.queryOptions({ staleTime: 10_000 })
}

/** Trends by day of the browser’s time zone. */
export function trendsQuery(timezone: string) {
  return administration.attention.trends.queryOptions({ input: { timezone }, staleTime: 60_000 })
}

export function failuresQuery() {
  return administration.attention.failures.queryOptions({ staleTime: 10_000 })
}

/** Counts of the remaining sample data. */
export function sampleCountsQuery() {
  return administration.sample.counts.queryOptions({ staleTime: 10_000 })
}
