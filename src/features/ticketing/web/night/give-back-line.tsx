import { useNow } from '~/design/use-now'
import type { EventOfOrder, Ticket } from '../../contract'
import { GiveBack } from '../refunds/give-back'
import { giveBackUntil } from './night-note'

/** Until when these tickets of one order may be given back, with the way to do it; nothing once that is over. */
export function GiveBackLine({ event, tickets }: { event: EventOfOrder; tickets: readonly Ticket[] }) {
  const now = useNow()
  const able = tickets.filter(({ status, checkedInAt }) => status === 'valid' && checkedInAt === null)
  const [first] = able
  const until = now === undefined ? undefined : giveBackUntil(event, now)
  if (first === undefined || until === undefined) return null
  return (
    <>
      <p>
        {able.length === 1 ? 'Your ticket stays valid.' : `Your ${able.length} tickets stay valid.`} You can
        give {able.length === 1 ? 'it' : 'them'} back until {until}.
      </p>
      <GiveBack orderId={first.orderId} ticketIds={able.map(({ id }) => id)} />
    </>
  )
}
