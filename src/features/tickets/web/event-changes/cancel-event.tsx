import { FormDialog } from '~/design/form-dialog'
import { useOwnProof } from '~/design/own-proof'
import { ProofField } from '~/design/proof-field'
import { useKeptDraft } from '~/design/use-kept-draft'
import { proofFault } from '~/platform/rpc/proof-fault'
import type { EventImpact } from '../../contract-event-changes'
import { ticketsClient } from '../queries'
import { BookedDjs, useBookingChoices } from './booked-djs'
import { ChangeFault } from './change-fault'
import { ImpactFigures } from './impact-figures'
import { useEventChange } from './use-event-change'
import { faultOfWords, WordsField } from './words-field'

const blank = { words: '' }

export type ChangeProps = {
  eventId: string
  title: string
  impact: EventImpact
  onClose: () => void
  onChanged: (() => void) | undefined
  onStale: () => void
}

/** Cancels an event. Asks for the reason and the password (or a code instead), because this cannot be undone. */
export function CancelEvent({ eventId, title, impact, onClose, onChanged, onStale }: ChangeProps) {
  const proof = useOwnProof()
  const choices = useBookingChoices(impact.bookings, ['cancel', 'keep'])
  const form = useEventChange({
    blank,
    kept: useKeptDraft(`event-change:${eventId}:cancel`, blank),
    proof,
    check: ({ words }) => ({ words: faultOfWords(words) }),
    send: ({ words }) =>
      ticketsClient.eventChanges.cancel.call({
        eventId,
        version: impact.version,
        words: words.trim(),
        password: proof.typed,
        ...choices.sent,
      }),
    done: impact.orders > 0 ? 'Event cancelled. The refunds are on their way.' : 'Event cancelled.',
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
      keepLabel="Keep event"
      actLabel="Cancel event"
      danger
      busy={form.isSending && 'Cancelling'}
      staysWhileBusy
      isOff={proof.by === 'nothing'}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <WordsField {...form.text('words')} />
      <BookedDjs bookings={impact.bookings} choices={choices} />
      <ImpactFigures impact={impact} change="cancel" />
      <ProofField proof={proof} />
      {proofFault(form.error) === undefined && <ChangeFault error={form.error} />}
    </FormDialog>
  )
}
