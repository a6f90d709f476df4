import { useNow } from '~/design/use-now'
import type { EventOfOrder } from '../../contract'
import { formatRefundDeadline, EventNote } from '../event-note'
import styles from './refunds.module.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import type { RefundableOrder } from '../../contract-refunds'
import { useRefetchFeatures } from '~/platform/rpc/use-refetch-features'
import { ordersClient } from '../queries'
import { RefundDialog } from './refund-dialog'
import { describeRefund } from './describe-refund'
import { REFUND_DURATION } from '../../rules/refund-state'

export interface OwnTicket {
  id: string
  orderId: string
  status: 'valid' | 'cancelled' | 'refunded'
  checkedInAt: string | null
}
type TicketsOfEvent = { event: EventOfOrder; tickets: readonly OwnTicket[] }

/** Shows that the event was moved or canceled, and the refund deadline for these tickets of one order. */
export function TicketsNote({ event, tickets }: TicketsOfEvent) {
  return (
    <EventNote event={event} className={styles.eventNote}>
      <RefundOwnTicketsNote event={event} tickets={tickets} />
    </EventNote>
  )
}

/** Shows until when these tickets of one order can be refunded, with the button; nothing after that. */
function RefundOwnTicketsNote({ event, tickets }: TicketsOfEvent) {
  const now = useNow()
  const able = tickets.filter(({ status, checkedInAt }) => status === 'valid' && checkedInAt === null)
  const [first] = able
  const until = now === undefined ? undefined : formatRefundDeadline(event, now)
  if (first === undefined || until === undefined) return null
  return (
    <>
      <p>
        {able.length === 1
          ? `Your ticket stays valid. You can refund it until ${until}.`
          : `Your ${able.length} tickets stay valid. You can refund them until ${until}.`}
      </p>
      <RefundOwnTickets orderId={first.orderId} ticketIds={able.map(({ id }) => id)} />
    </>
  )
}

/** Lets holders refund their own tickets of a moved event: shows the tickets, the amount and its recipient. */
function RefundOwnTickets({ orderId, ticketIds }: { orderId: string; ticketIds: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={Undo2} onClick={() => setIsOpen(true)}>
        Refund tickets
      </Button>
      {isOpen && (
        <RefundOwnTicketsDialog orderId={orderId} ticketIds={ticketIds} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

function RefundOwnTicketsDialog(props: {
  orderId: string
  ticketIds: readonly string[]
  onClose: () => void
}) {
  const { orderId, ticketIds, onClose } = props
  const refetch = useRefetchFeatures(['events', 'orders', 'tickets'])
  const queryClient = useQueryClient()
  const give = useMutation({
    ...ordersClient.refunds.own.mutationOptions(),
    onSuccess: (result) => {
      notify.success(describeRefund(result))
      onClose()
      void refetch()
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: ordersClient.refunds.getRefundable.key() }),
  })
  return (
    <RefundDialog
      orderId={orderId}
      title="Refund tickets"
      describe={describeConsequences}
      dismissLabel="Keep tickets"
      actionLabel="Refund tickets"
      busy={give.isPending && 'Refunding'}
      sumLabel="Your refund"
      shown={(order) => order.tickets.filter(({ isYours }) => isYours)}
      first={() => ticketIds}
      error={give.error}
      onClose={onClose}
      onAct={(ids) => give.mutate({ orderId, ticketIds: ids })}
    />
  )
}

function describeConsequences({ money }: RefundableOrder): string {
  const note = 'Refunded tickets are no longer valid, and can be sold again.'
  if (!money) return `The buyer receives the refund. ${note}`
  if (money.ticketsCents === 0) return note
  return `The amount, with the service fee, is refunded to the original payment method. ${REFUND_DURATION} ${note}`
}
