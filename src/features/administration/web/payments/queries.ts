import { keepPreviousData } from '@tanstack/react-query'
import { administration } from '../queries'
import type { PaymentsSearch } from './payments-search'

/** One page of payments; the previous page stays visible while the next one loads. */
export const paymentsQuery = ({ q, after, before }: PaymentsSearch) =>
  administration.payments.list.queryOptions({
    input: { q, after, before },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

export const paymentsAttentionQuery = () =>
  administration.payments.attention.queryOptions({ staleTime: 10_000 })

export const paymentQuery = (reference: string) =>
  administration.payments.get.queryOptions({ input: { reference }, staleTime: 10_000 })

export const settlementQuery = (eventId: string) =>
  administration.payments.settlement.queryOptions({ input: { eventId } })
