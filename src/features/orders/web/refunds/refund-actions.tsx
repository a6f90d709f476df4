import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { useStoredDraft } from '~/design/use-stored-draft'
import { getFieldErrors } from '~/platform/rpc/errors'
import { MAX_REFUND_REASON_LENGTH } from '../../rules/refund-share'
import { useRefetchFeatures } from '~/platform/rpc/use-refetch-features'
import { ordersClient } from '../queries'
import { RefundDialog } from './refund-dialog'
import { isRefundable } from './ticket-choice'
import { describeRefund } from './describe-refund'

type RefundActionsProps = {
  orderId: string
  /** The ticket to select at first; null for all refundable ones. */
  ticketId: string | null
  open: boolean
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Refunds an order or some of its tickets; the email to the buyer contains the reason. */
export function RefundActions({ open, ...props }: RefundActionsProps) {
  return open ? <OpenRefund key={`${props.orderId} ${props.ticketId}`} {...props} /> : null
}

function OpenRefund({ orderId, ticketId, onClose, onDone }: Omit<RefundActionsProps, 'open'>) {
  const { draft, keep, drop } = useStoredDraft(`refund:${orderId}`, { reason: '' })
  const reason = draft?.reason ?? ''
  const [isSubmitted, setIsSubmitted] = useState(false)
  const refetch = useRefetchFeatures(['events', 'orders', 'tickets'])
  const queryClient = useQueryClient()
  const refund = useMutation({
    ...ordersClient.refunds.order.mutationOptions(),
    onSuccess: (result) => {
      notify.success(describeRefund(result))
      drop()
      void refetch()
      onClose()
      onDone?.()
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: ordersClient.refunds.getRefundable.key() }),
  })
  const error =
    isSubmitted && reason.trim() === ''
      ? 'Enter a short reason. The buyer reads it.'
      : getFieldErrors(refund.error)['reason']
  return (
    <RefundDialog
      orderId={orderId}
      title="Refund tickets"
      describe={({ orderNumber, buyerName }) =>
        `Order ${orderNumber}${buyerName === '' ? '' : `, ${buyerName}`}. Refunded tickets are no longer valid, and can be sold again.`
      }
      dismissLabel="Keep tickets"
      actionLabel="Refund"
      busy={refund.isPending && 'Refunding'}
      sumLabel="Refund to the buyer"
      shown={(order) => order.tickets}
      first={(order) =>
        ticketId === null ? order.tickets.filter(isRefundable).map(({ id }) => id) : [ticketId]
      }
      error={refund.error}
      onClose={onClose}
      onAct={(ticketIds) => {
        setIsSubmitted(true)
        if (reason.trim() !== '') refund.mutate({ orderId, ticketIds, reason })
      }}
    >
      <TextField
        label="Reason"
        help="The buyer will read it in the email about the refund."
        maxLength={MAX_REFUND_REASON_LENGTH}
        value={reason}
        error={error}
        onChange={(event) => keep({ reason: event.target.value })}
      />
    </RefundDialog>
  )
}
