import { useRef, useState } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { useOwnProof } from '~/design/own-proof'
import { ProofField } from '~/design/proof-field'
import { useKeptDraft } from '~/design/use-kept-draft'
import { fieldErrors } from '~/platform/rpc/errors'
import { proofFault } from '~/platform/rpc/proof-fault'
import type { NightImpact } from '../../contract-event-changes'
import { ticketsClient } from '../queries'
import { BookedDjs, useBookingChoices } from './booked-djs'
import { ChangeFault } from './change-fault'
import { ImpactFigures } from './impact-figures'
import { useNightChange } from './use-event-change'
import { faultOfWords, WordsField } from './words-field'

export type ChangeProps = {
  eventId: string
  title: string
  impact: NightImpact
  onClose: () => void
  onChanged: (() => void) | undefined
  /** Someone else changed the event: read the figures again. */
  onStale: () => void
}

/** Cancels an event: asks for the reason and the password (or a code in its place), since it cannot be undone. */
export function CancelNight({ eventId, title, impact, onClose, onChanged, onStale }: ChangeProps) {
  const { draft, keep, drop } = useKeptDraft(`night:${eventId}:cancel`, { words: '' })
  const words = draft?.words ?? ''
  const [isAsked, setIsAsked] = useState(false)
  const wordsField = useRef<HTMLTextAreaElement>(null)
  const proof = useOwnProof()
  const choices = useBookingChoices(impact.bookings, ['cancel', 'keep'])
  const change = useNightChange({
    run: () =>
      ticketsClient.eventChanges.cancel.call({
        eventId,
        version: impact.version,
        words: words.trim(),
        password: proof.typed,
        ...choices.sent,
      }),
    done: impact.orders > 0 ? 'Night cancelled. The money is on its way back.' : 'Night cancelled.',
    onDone: () => {
      drop()
      onClose()
      onChanged?.()
    },
    onFailed: (error) => {
      const fault = proofFault(error)
      if (fault !== undefined) proof.refuse(fault)
    },
    onStale,
  })
  const wordsFault = isAsked ? faultOfWords(words) : undefined
  const submit = () => {
    setIsAsked(true)
    const areWordsRight = faultOfWords(words) === undefined
    if (!areWordsRight) wordsField.current?.focus()
    if (proof.check(areWordsRight) && areWordsRight) change.mutate(undefined)
  }
  return (
    <FormDialog
      title={title}
      description={`${impact.title} won’t take place, and this can’t be undone. Every ticket holder gets an email and a refund.`}
      keepLabel="Keep the night"
      actLabel="Cancel the night"
      danger
      busy={change.isPending && 'Cancelling'}
      staysWhileBusy
      isOff={proof.by === 'nothing'}
      onSubmit={submit}
      onClose={onClose}
    >
      <WordsField
        ref={wordsField}
        value={words}
        error={wordsFault ?? fieldErrors(change.error)['words']}
        onValueChange={(next) => keep({ words: next })}
      />
      <BookedDjs bookings={impact.bookings} choices={choices} />
      <ImpactFigures impact={impact} change="cancel" />
      <ProofField proof={proof} />
      {proofFault(change.error) === undefined && <ChangeFault error={change.error} />}
    </FormDialog>
  )
}
