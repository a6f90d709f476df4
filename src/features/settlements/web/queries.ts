import { keepPreviousData } from '@tanstack/react-query'
import { createFeatureClient } from '~/platform/rpc/client'
import { followCursor, toCursorInput } from '~/platform/rpc/follow-cursor'
import type { settlementsContract } from '../contract'
import type { EntryFilters, MoneySearch } from './money/money-page-search'

const { money, settlement } = createFeatureClient<typeof settlementsContract>('settlements')

export { settlement as settlementCalls }

export const settlementQuery = (eventId: string) =>
  settlement.get.queryOptions({ input: { eventId }, staleTime: 10_000 })

/** The sides that were reminded in the last 24 hours. */
export const remindersQuery = (eventId: string) =>
  settlement.reminders.queryOptions({ input: { eventId }, staleTime: 10_000 })

export const overviewQuery = () => money.overview.queryOptions({ staleTime: 10_000 })

/** How much of a guaranteed fee is held; null if the fee isn’t guaranteed. */
export const coverageQuery = (bookingId: string) =>
  settlement.coverage.queryOptions({ input: { bookingId }, staleTime: 10_000 })

/** The statement of a month. The previous month stays visible while the next one loads. */
export const statementQuery = (search: MoneySearch) =>
  money.statement.queryOptions({ input: search, placeholderData: keepPreviousData, staleTime: 10_000 })

/** The person's payouts, sent and waiting, 50 at a time. */
export const payoutListQuery = () =>
  money.payouts.infiniteOptions({ input: toCursorInput, ...followCursor, staleTime: 10_000 })

/** Single entries, 50 at a time. */
export const entriesQuery = (filters: EntryFilters) =>
  money.entries.infiniteOptions({
    input: (after: string | undefined) => ({ ...filters, ...toCursorInput(after) }),
    ...followCursor,
    staleTime: 10_000,
  })
