import { FormDialog } from '~/design/form-dialog'
import { useReauthenticationField } from '~/design/use-reauthentication-field'
import { ReauthenticationField } from '~/design/reauthentication-field'
import { useStoredDraft } from '~/design/use-stored-draft'
import { findReauthenticationError } from '~/platform/rpc/reauthentication-error'
import type { EventImpact } from '../../contract-event-changes'
import { ticketsClient } from '../queries'
import { BookedDjs, useBookingChoices } from './booked-djs'
import { ChangeError } from './change-error'
import { ImpactFigures } from './impact-figures'
import { useEventChange } from './use-event-change'
import { findStatusMessageProblem, StatusMessageField } from './status-message-field'

const blank = { statusMessage: '' }

export type ChangeProps = {
  eventId: string
  title: string
  impact: EventImpact
  onClose: () => void
  onChanged: (() => void) | undefined
  onStale: () => void
}

/**
 * Cancels an event. Asks for the reason and the password (or a one-time code instead), because this cannot be undone.
 */
export function CancelEvent({ eventId, title, impact, onClose, onChanged, onStale }: ChangeProps) {
  const proof = useReauthenticationField()
  const choices = useBookingChoices(impact.bookings, ['cancel', 'keep'])
  const form = useEventChange({
    blank,
    stored: useStoredDraft(`event-change:${eventId}:cancel`, blank),
    proof,
    check: ({ statusMessage }) => ({ statusMessage: findStatusMessageProblem(statusMessage) }),
    send: ({ statusMessage }) =>
      ticketsClient.eventChanges.cancel.call({
        eventId,
        version: impact.version,
        statusMessage: statusMessage.trim(),
        password: proof.typed,
        ...choices.sent,
      }),
    done: impact.orders > 0 ? 'Event canceled. The refunds are on their way.' : 'Event canceled.',
    onDone: () => {
      onClose()
      onChanged?.()
    },
    onStale,
  })
  return (
    <FormDialog
      title={title}
      description={`${impact.title} won’t take place, and this can’t be undone. Every ticket holder gets an email and a refund.`}
      dismissLabel="Keep event"
      actionLabel="Cancel event"
      danger
      busy={form.isSending && 'Canceling'}
      staysWhileBusy
      isOff={proof.by === 'nothing'}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <StatusMessageField {...form.text('statusMessage')} />
      <BookedDjs bookings={impact.bookings} choices={choices} />
      <ImpactFigures impact={impact} change="cancel" />
      <ReauthenticationField proof={proof} />
      {findReauthenticationError(form.error) === undefined && <ChangeError error={form.error} />}
    </FormDialog>
  )
}
