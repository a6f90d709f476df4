import type { Currency } from '~/lib/currency'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { FormDialog } from '~/design/form-dialog'
import { Note } from '~/design/note'
import { SelectField } from '~/design/select-field'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { formatBalance } from '~/lib/money'
import { parseAmount } from '~/lib/parse-amount'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import type { Settlement } from '../../contract-settlement'
import { SETTLEMENT_TEXT_MAX } from '../../rules/figures'
import { getFirstName, joinNames, listQuestionableFigures } from './settlement-texts'
import { settlementCalls } from '../queries'
import { useSettlementUpdates } from './use-settlement'

/** Questions a figure. The text stays when the call fails or the dialog closes. */
export function QuestionDialog({ settlement }: { settlement: Settlement }) {
  const [isOpen, setOpen] = useState(false)
  const [form, setForm] = useState({ figure: '', amount: '', reason: '' })
  const [isSubmitted, setSubmitted] = useState(false)
  const { show, reread } = useSettlementUpdates(settlement.event.id)
  const { currency } = settlement.event
  const figures = listQuestionableFigures(settlement)
  const problems = findProblems(form, figures, currency)
  const question = useMutation({
    ...settlementCalls.question.mutationOptions(),
    onSuccess: (next) => {
      setOpen(false)
      setSubmitted(false)
      setForm({ figure: '', amount: '', reason: '' })
      notify.success('Figure questioned. Payouts wait until it’s resolved.')
      show(next)
    },
    onError: async (error) => {
      if (hasErrorCode(error, 'SETTLED') || hasErrorCode(error, 'NOT_READY')) await reread()
    },
  })
  const submit = () => {
    setSubmitted(true)
    const expectedCents = parseAmount(form.amount, currency)
    if (problems.size === 0 && expectedCents !== undefined)
      question.mutate({
        eventId: settlement.event.id,
        figure: form.figure,
        expectedCents,
        reason: form.reason.trim(),
      })
  }
  const getError = (name: Field) => (isSubmitted ? problems.get(name) : undefined)
  return (
    <FormDialog
      open={isOpen}
      title="Question a figure"
      trigger={
        <Button variant="outline" full>
          Question a figure
        </Button>
      }
      actionLabel="Question figure"
      busy={question.isPending && 'Sending'}
      onOpen={() => setOpen(true)}
      onClose={() => {
        setOpen(false)
        question.reset()
      }}
      onSubmit={submit}
    >
      {question.error && (
        <Note tone="red" role="alert">
          {getErrorMessage(question.error)}
        </Note>
      )}
      <SelectField
        label="Figure"
        required
        value={form.figure}
        error={getError('figure')}
        options={[
          { value: '', label: 'Choose a figure' },
          ...figures.map(({ figure, label, cents }) => ({
            value: figure,
            label: `${label}, ${formatBalance(cents, currency)}`,
          })),
        ]}
        onChange={({ target }) => setForm({ ...form, figure: target.value })}
      />
      <TextField
        label="Amount you expect"
        labelEnd="Optional"
        inputMode="decimal"
        autoComplete="off"
        value={form.amount}
        error={getError('amount')}
        onChange={({ target }) => setForm({ ...form, amount: target.value })}
        onBlur={() => {
          const cents = parseAmount(form.amount, currency)
          if (typeof cents === 'number') setForm({ ...form, amount: formatBalance(cents, currency) })
        }}
      />
      <TextArea
        label="Reason"
        rows={3}
        required
        maxLength={SETTLEMENT_TEXT_MAX}
        value={form.reason}
        error={getError('reason')}
        help={describeReaders(settlement)}
        onChange={({ target }) => setForm({ ...form, reason: target.value })}
      />
    </FormDialog>
  )
}

type Field = 'figure' | 'amount' | 'reason'
const MAX_CENTS = 100_000_000

function findProblems(
  { figure, amount, reason }: Record<Field, string>,
  figures: readonly { figure: string }[],
  currency: Currency,
): ReadonlyMap<Field, string> {
  const problems = new Map<Field, string>()
  if (!figures.some((known) => known.figure === figure)) problems.set('figure', 'Choose a figure.')
  const cents = parseAmount(amount, currency)
  if (cents === undefined) problems.set('amount', 'Enter an amount such as 280.')
  else if ((cents ?? 0) > MAX_CENTS)
    problems.set('amount', `Enter at most ${formatBalance(MAX_CENTS, currency)}.`)
  if (reason.trim() === '') problems.set('reason', 'Enter a reason.')
  return problems
}

/** `Jonas and Juno see this. No one is paid until it’s resolved.` */
function describeReaders({ sides, side, organizer }: Settlement): string {
  const others = sides.filter(({ person }) => side === 'dj' || person.id !== organizer.id)
  const names = joinNames([...new Set(others.map(({ person }) => getFirstName(person.name)))])
  return `${names} ${others.length === 1 ? 'sees' : 'see'} this. No one is paid until it’s resolved.`
}
