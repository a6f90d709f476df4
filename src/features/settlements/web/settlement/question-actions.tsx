import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { FormDialog } from '~/design/form-dialog'
import { Note } from '~/design/note'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { formatBalance } from '~/lib/money'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Settlement } from '../../contract-settlement'
import { SETTLEMENT_TEXT_MAX } from '../../rules/figures'
import { listQuestionableFigures } from './settlement-texts'
import { settlementCalls } from '../queries'
import { useSettlementUpdates } from './use-settlement'
import styles from './settlement.module.css'

type Question = Settlement['questions'][number]

/**
 * The actions for open questions: the organizer corrects or confirms the figure, and the person who asked can
 * withdraw the question.
 */
export function QuestionActions({ settlement, ownId }: { settlement: Settlement; ownId: string }) {
  const isOrganizer = settlement.side === 'organizer'
  const open = settlement.questions.filter(
    ({ resolution, person }) => resolution === null && (isOrganizer || person?.id === ownId),
  )
  const labels = new Map(listQuestionableFigures(settlement).map(({ figure, label }) => [figure, label]))
  return open.map((question) => (
    <div key={question.id} className={classNames('stack', styles.open)}>
      {open.length > 1 && <p className="small bold">{labels.get(question.figure)}</p>}
      {isOrganizer && <Resolution settlement={settlement} question={question} />}
      {question.person?.id === ownId && <WithdrawButton settlement={settlement} question={question} />}
    </div>
  ))
}

type QuestionProps = { settlement: Settlement; question: Question }

function useResolution(eventId: string, onDone?: () => void) {
  const { show, reread } = useSettlementUpdates(eventId)
  return useMutation({
    ...settlementCalls.resolve.mutationOptions(),
    onSuccess: (next) => {
      onDone?.()
      show(next)
    },
    onError: async (error) => {
      notify.error(getErrorMessage(error))
      await reread()
    },
  })
}

function WithdrawButton({ settlement, question: { id } }: QuestionProps) {
  const eventId = settlement.event.id
  const resolve = useResolution(eventId)
  return (
    <Button
      variant="outline"
      full
      busy={resolve.isPending && 'Withdrawing'}
      onClick={() => resolve.mutate({ eventId, questionId: id, resolution: 'withdrawn' })}
    >
      Withdraw question
    </Button>
  )
}

function Resolution({ settlement, question }: QuestionProps) {
  const { id, cents, expectedCents, isCorrectable } = question
  const { sides } = settlement
  const { id: eventId, currency } = settlement.event
  const correct = useResolution(eventId)
  return (
    <>
      {isCorrectable && expectedCents !== null && (
        <Button
          variant="primary"
          size="lg"
          full
          busy={correct.isPending && 'Correcting'}
          onClick={() => correct.mutate({ eventId, questionId: id, resolution: 'corrected' })}
        >
          Correct to {formatBalance(expectedCents, currency)}
        </Button>
      )}
      <ConfirmFigure eventId={eventId} questionId={id} amount={formatBalance(cents, currency)} />
      <p className="small muted">
        {isCorrectable
          ? `A correction can change every share. ${sides.length === 2 ? 'Both sides' : `All ${sides.length} sides`} must accept again.`
          : 'Only an agreed cost can be corrected, to the amount that its DJ expects.'}
      </p>
    </>
  )
}

type ConfirmFigureProps = { eventId: string; questionId: string; amount: string }

/** Confirms the figure with a message for all sides. The text stays when the call fails. */
function ConfirmFigure({ eventId, questionId, amount }: ConfirmFigureProps) {
  const [isOpen, setOpen] = useState(false)
  const [reply, setReply] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const confirm = useResolution(eventId, () => setOpen(false))
  const isMissing = reply.trim() === ''
  return (
    <FormDialog
      open={isOpen}
      title={`Confirm ${amount}`}
      trigger={
        <Button variant="outline" full>
          Confirm {amount}
        </Button>
      }
      actionLabel={`Confirm ${amount}`}
      busy={confirm.isPending && 'Confirming'}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onSubmit={() => {
        setSubmitted(true)
        if (!isMissing) confirm.mutate({ eventId, questionId, resolution: 'confirmed', reply: reply.trim() })
      }}
    >
      {confirm.error && (
        <Note tone="red" role="alert">
          {getErrorMessage(confirm.error)}
        </Note>
      )}
      <TextArea
        label="Message"
        help="All sides see this. The figure stays as it is."
        rows={3}
        required
        maxLength={SETTLEMENT_TEXT_MAX}
        value={reply}
        error={isSubmitted && isMissing ? 'Enter a message.' : undefined}
        onChange={({ target }) => setReply(target.value)}
      />
    </FormDialog>
  )
}
