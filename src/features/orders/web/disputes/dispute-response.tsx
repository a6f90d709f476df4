import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { Form } from '~/design/form'
import { Note } from '~/design/note'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { useStoredDraft } from '~/design/use-stored-draft'
import { formatMoney } from '~/lib/money'
import { pluralize } from '~/lib/pluralize'
import { formatShort } from '~/lib/time'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import type { DisputeDetail } from '../../contract-disputes'
import { describeDisputeReason, MAX_NOTE_LENGTH } from '../../rules/dispute'
import { disputeQuery, ordersClient } from '../queries'
import { getBuyer } from './describe-dispute'
import { DisputeFacts, DisputeSheet } from './dispute-sheet'
import { EvidenceList } from './evidence-list'
import styles from './disputes.module.css'

const BLANK = { note: '' }
const FORM = 'dispute-response'

/** An open dispute: its evidence, and the choice to submit that evidence or to accept the dispute. */
export function DisputeResponse({ dispute }: { dispute: DisputeDetail }) {
  const { id, event, amountCents, dueBy } = dispute
  const { take, refresh } = useResponse()
  const [isConfirming, setConfirming] = useState(false)
  const form = useForm({
    blank: BLANK,
    stored: useStoredDraft(`dispute:${id}`, BLANK),
    send: ({ note }) => ordersClient.disputes.submit.call({ id, note }),
    onDone: (next) => take(next, 'Evidence submitted'),
    onError: refresh,
  })
  const accept = useMutation({
    mutationFn: () => ordersClient.disputes.accept.call({ id }),
    onSuccess: (next) => take(next, 'Dispute accepted'),
    onError: refresh,
    onSettled: () => setConfirming(false),
  })
  const problem = form.sentence ?? (accept.error ? getErrorMessage(accept.error) : undefined)
  const isBusy = form.isSending || accept.isPending
  const amount = formatMoney(amountCents, dispute.currency)
  const buyer = getBuyer(dispute)

  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <Note tone="orange" icon={CircleAlert}>
          <b className="bold">
            The bank of {buyer} says that {describeDisputeReason(dispute.reason).clause}.
          </b>{' '}
          Stripe holds {amount} until the bank decides.
        </Note>
        <p className="muted prose">
          Submit the evidence or accept the dispute.{' '}
          {dueBy !== null &&
            `If neither happens by ${formatShort(dueBy, event.timezone)}, the bank decides without your evidence.`}
        </p>
        <EvidenceList dispute={dispute} note={form.values.note.trim()} />
        <Form
          id={FORM}
          isBusy={isBusy}
          isOff={dispute.evidence === null}
          onSubmit={(element) => {
            accept.reset()
            form.submit(element)
          }}
        >
          <TextArea
            label="Add a note"
            labelEnd="Optional"
            name="note"
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            readOnly={isBusy}
            {...form.text('note')}
            help="The bank reads it. You can’t change it after you submit the evidence."
          />
        </Form>
      </div>
      <DisputeSheet label="Amount in dispute" headline={amount}>
        <DisputeFacts dispute={dispute} />
        <div className={styles.actions}>
          {problem !== undefined && (
            <Note icon={TriangleAlert} role="alert">
              {problem}
            </Note>
          )}
          <Button
            variant="primary"
            size="lg"
            full
            type="submit"
            form={FORM}
            disabled={dispute.evidence === null || accept.isPending}
            busy={form.isSending && 'Submitting'}
          >
            Submit evidence
          </Button>
          <Button
            variant="outline"
            full
            disabled={form.isSending}
            onClick={() => {
              form.clear()
              setConfirming(true)
            }}
          >
            Accept dispute
          </Button>
        </div>
      </DisputeSheet>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={(isOpen) => !accept.isPending && setConfirming(isOpen)}
        title="Accept dispute?"
        description={`${amount} goes back to ${buyer}. ${describeRevoked(dispute.ticketsToRevoke)} This can’t be undone.`}
        confirmLabel="Accept dispute"
        busy={accept.isPending && 'Accepting'}
        onConfirm={() => accept.mutate()}
      />
    </div>
  )
}

function describeRevoked(count: number): string {
  if (count === 0) return 'The tickets stay as they are.'
  const tickets = pluralize(count, 'ticket stops', 'tickets stop')
  return `${tickets} being valid and ${count === 1 ? 'goes' : 'go'} on sale again.`
}

const FINAL = ['DISPUTE_NOT_OPEN', 'DEADLINE_PASSED', 'RESPONSE_PENDING', 'NOT_FOUND']

function useResponse() {
  const queryClient = useQueryClient()
  return {
    take: (dispute: DisputeDetail, message: string) => {
      notify.success(message)
      queryClient.setQueryData(disputeQuery(dispute.id).queryKey, dispute)
      void queryClient.invalidateQueries({ queryKey: ordersClient.disputes.list.key() })
    },
    /**
     * Reloads the dispute after another tab or the bank has changed it. The page then looks different, so a toast
     * gives the reason.
     */
    refresh: (error: unknown) => {
      if (!FINAL.some((code) => hasErrorCode(error, code))) return
      notify.error(getErrorMessage(error))
      void queryClient.invalidateQueries({ queryKey: ordersClient.disputes.key() })
    },
  }
}
