import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '~/design/form-dialog'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { formatMoney } from '~/lib/money'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import type { DashboardRefund, EventRefunds } from '../../contract-refunds'
import { MAX_REFUND_REASON_LENGTH } from '../../rules/refund-share'
import { ordersClient } from '../queries'

type PayAnotherWayDialogProps = {
  event: EventRefunds['event']
  refund: DashboardRefund
  onClose: () => void
}

/** Records that a failed refund was paid without the provider. The form keeps its text after an error. */
export function PayAnotherWayDialog({
  event: { id: eventId, currency },
  refund,
  onClose,
}: PayAnotherWayDialogProps) {
  const queryClient = useQueryClient()
  const buyer = refund.buyerName || 'the buyer'
  const form = useForm({
    blank: { otherPayment: '' },
    check: ({ otherPayment }) => ({
      otherPayment: otherPayment.trim() === '' ? 'Say how you paid it. The buyer reads it.' : undefined,
    }),
    send: ({ otherPayment }) =>
      ordersClient.sales.payRefundAnotherWay.call({ eventId, refundId: refund.id, otherPayment }),
    onDone: () => {
      onClose()
      notify.success(`${formatMoney(refund.amountCents, currency)} counts as paid`)
    },
    onError: (error, { isAtField }) => {
      if (hasErrorCode(error, 'NOT_FAILED')) onClose()
      if (!isAtField) notify.error('Failed to record the payment', { detail: getErrorMessage(error) })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ordersClient.sales.key() }),
  })
  return (
    <FormDialog
      title={`Did you pay ${buyer} ${formatMoney(refund.amountCents, currency)}?`}
      description="The refund then counts as paid, and is not sent again. This can’t be undone."
      actionLabel="Mark as paid"
      busy={form.isSending && 'Saving'}
      staysWhileBusy
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextArea
        label="How you paid it"
        help="The buyer reads it, such as “Bank transfer on 8 December.”"
        maxLength={MAX_REFUND_REASON_LENGTH}
        {...form.text('otherPayment')}
      />
    </FormDialog>
  )
}
