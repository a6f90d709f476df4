import { followCursor, toCursorInput } from '~/platform/rpc/follow-cursor'
import { ordersClient } from '../queries'

/** The refunds of an event, 50 at a time. */
export const eventRefundsQuery = (eventId: string) =>
  ordersClient.sales.refunds.infiniteOptions({
    input: (after: string | undefined) => ({ eventId, ...toCursorInput(after) }),
    ...followCursor,
  })
