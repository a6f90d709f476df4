import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormError } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { CLOSE_REASON_MAX } from '~/features/settlements/rules/settlement-deadlines'
import { getErrorMessage, getFieldErrors, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import type { WaitingSettlement } from '../../contract-settlements'
import { administration } from '../queries'
import { settlementQuery } from './queries'
import { SettlementResultPanel } from './settlement-result'

type CloseSettlementDialogProps = {
  settlement: Pick<WaitingSettlement, 'eventId' | 'eventTitle'>
  onClose: () => void
}

/** Shows each person’s amount, and asks for the reason that all sides will see. */
export function CloseSettlementDialog({
  settlement: { eventId, eventTitle },
  onClose,
}: CloseSettlementDialogProps) {
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const queryClient = useQueryClient()
  const { data } = useQuery(settlementQuery(eventId))
  const form = useForm({
    blank: { reason: '' },
    check: ({ reason }) => ({
      reason: reason.trim() === '' ? 'Enter a reason. All sides will see it.' : findLengthProblem(reason),
    }),
    send: ({ reason }) =>
      administration.payments.closeSettlement.call({ eventId, digest: data?.digest ?? '', reason }),
    onDone: () => {
      notify.success(`The settlement of ${eventTitle} is closed`)
      onClose()
    },
    findProblems: (error) => ({ reason: getFieldErrors(error).reason }),
    onError: (error) => {
      // The refetch may remove the row and its dialog, so the error is shown in a toast.
      if (!hasErrorCode(error, 'SETTLED') && !hasErrorCode(error, 'NOT_FOUND')) return
      notify.error('Failed to close the settlement', { detail: getErrorMessage(error) })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: administration.payments.key() }),
  })
  const { reason } = form.values
  const reasonProps = form.text('reason')
  return (
    <FormDialog
      title="Close settlement"
      description={`Makes the settlement of ${eventTitle} final without the missing acceptances, and sends the payouts. This can’t be undone.`}
      startAt={reasonField}
      actionLabel="Close settlement"
      danger
      busy={form.isSending && 'Closing'}
      staysWhileBusy
      isOff={data === undefined}
      onSubmit={form.submit}
      onClose={onClose}
      above={<SettlementResultPanel eventId={eventId} isClosing />}
    >
      <TextArea
        ref={reasonField}
        label="Reason (shown to all sides)"
        labelEnd={`${reason.trim().length}/${CLOSE_REASON_MAX}`}
        rows={3}
        {...reasonProps}
        error={findLengthProblem(reason) ?? reasonProps.error}
        required
      />
      <FormError isNote text={form.sentence} />
    </FormDialog>
  )
}

const findLengthProblem = (reason: string) =>
  reason.trim().length > CLOSE_REASON_MAX ? `Use at most ${CLOSE_REASON_MAX} characters.` : undefined
