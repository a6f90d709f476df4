import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Button } from '~/design/button'
import { Dialog } from '~/design/dialog'
import { Form, FormError } from '~/design/form'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { formatCount } from '~/lib/count'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import type { OpenWaiver } from '../../contract-payments'
import { WAIVER_REASON_MAX } from '../../rules/waiver-reason'
import { administration } from '../queries'
import { formatPrices } from './payment-format'

type WaiverDialogProps = { waiver: OpenWaiver; onClose: () => void }

/** Grants or declines an organizer’s request to sell tickets without a payout account (a waiver), with a reason. */
export function WaiverDialog({ waiver, onClose }: WaiverDialogProps) {
  const { eventId, eventTitle, organizerName, tickets } = waiver
  const queryClient = useQueryClient()
  const formId = useId()
  const reasonField = useRef<HTMLTextAreaElement>(null)
  // Set by the button that submits the form: Grant or Decline.
  const isGranted = useRef(true)
  const form = useForm({
    blank: { reason: '' },
    check: ({ reason }) => ({
      reason: reason.trim() === '' ? 'Enter a reason. The organizer will see it.' : findLengthProblem(reason),
    }),
    send: ({ reason }) =>
      administration.payments.decideWaiver.call({
        eventId,
        isGranted: isGranted.current,
        reason: reason.trim(),
      }),
    onDone: () => {
      notify.success(
        isGranted.current ? `Waiver granted for ${eventTitle}` : `Waiver declined for ${eventTitle}`,
      )
      onClose()
    },
    onError: (error) => {
      if (!hasErrorCode(error, 'ALREADY_DECIDED')) return
      notify.error('Failed to save the decision', { detail: getErrorMessage(error) })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: administration.payments.key() }),
  })
  const reasonProps = form.text('reason')
  const submit = (granted: boolean) => () => {
    isGranted.current = granted
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !form.isSending) onClose()
      }}
      title="Waive payout account"
      description={
        <>
          {organizerName ?? 'A deleted account'} asks to publish <b className="bold">{eventTitle}</b> (
          {formatPrices(waiver)}, {formatCount(tickets)} {tickets === 1 ? 'ticket' : 'tickets'}) without a
          payout account. Ticket income stays in the site’s balance. The organizer gets no payouts until they
          connect an account.
        </>
      }
      startAt={reasonField}
      actions={
        <>
          <Button type="submit" form={formId} disabled={form.isSending} onClick={submit(false)}>
            Decline
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={form.isSending && 'Deciding'}
            onClick={submit(true)}
          >
            Grant waiver
          </Button>
        </>
      }
    >
      <Form id={formId} className="stack" isBusy={form.isSending} onSubmit={form.submit}>
        <TextArea
          ref={reasonField}
          label="Reason"
          rows={2}
          help="Recorded in the audit log with your name. The organizer sees the reason."
          {...reasonProps}
          error={findLengthProblem(form.values.reason) ?? reasonProps.error}
          required
        />
        <FormError isNote text={hasErrorCode(form.error, 'ALREADY_DECIDED') ? undefined : form.sentence} />
      </Form>
    </Dialog>
  )
}

const findLengthProblem = (reason: string) =>
  reason.trim().length > WAIVER_REASON_MAX ? `Use at most ${WAIVER_REASON_MAX} characters.` : undefined
