import { useMutation } from '@tanstack/react-query'
import { isDefinedError } from '@orpc/client'
import { useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { FormDialog } from '~/design/form-dialog'
import { notify } from '~/design/toast'
import { formatMoney } from '~/lib/money'
import { parseAmount } from '~/lib/parse-amount'
import type { BookingDetail } from '../../contract-shapes'
import { hasFixedAmount } from '../../rules/deal'
import { bookings } from '../queries'
import { MoneyField } from '../terms/money-field'
import { getPersonName } from './booking-labels'
import styles from './deal-sheet.module.css'
import { useBookingAnswer } from './use-booking-answer'

/** Suggests a lower fee for a confirmed booking. Nothing changes until the other side accepts. */
export function LowerFeeButton({ booking }: { booking: BookingDetail }) {
  const { id, steps, status, currency, terms, proposedFee, otherParty } = booking
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { take, refuse } = useBookingAnswer()
  const other = getPersonName(otherParty)
  const propose = useMutation({
    ...bookings.proposeFee.mutationOptions(),
    onSuccess: (next) => {
      setIsOpen(false)
      setText('')
      notify.success(`Sent. The fee changes when ${other} accepts.`)
      take(next)
    },
    onError: (error) => {
      if (isDefinedError(error) && error.code === 'BAD_FEE') setProblem(error.message)
      else refuse(error)
    },
  })
  if (status !== 'confirmed' || !hasFixedAmount(terms.deal) || proposedFee !== null) return null
  const amountName = terms.deal.kind === 'guarantee' ? 'guarantee' : 'fee'
  const submit = () => {
    const feeCents = parseAmount(text, currency)
    if (feeCents === null || feeCents === undefined) setProblem('Enter an amount such as 900.')
    else propose.mutate({ id, steps, feeCents })
  }
  return (
    <FormDialog
      open={isOpen}
      trigger={<Button variant="outline">Suggest a lower fee</Button>}
      title="Suggest a lower fee"
      description={`The agreed ${amountName} is ${formatMoney(terms.feeCents ?? 0, currency)}. It applies until ${other} accepts your suggestion.`}
      actionLabel="Send suggestion"
      busy={propose.isPending && 'Sending'}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      onSubmit={submit}
    >
      <MoneyField
        label={`New ${amountName}`}
        currency={currency}
        value={text}
        error={problem}
        onValueChange={(value) => {
          setText(value)
          setProblem(undefined)
        }}
      />
    </FormDialog>
  )
}

/** A suggested fee with its actions: the other side can accept or decline it, its author can withdraw it. */
export function ProposedFee({ booking }: { booking: BookingDetail }) {
  const { id, steps, currency, proposedFee, otherParty, terms } = booking
  const { take, refuse } = useBookingAnswer()
  const [isConfirming, setIsConfirming] = useState(false)
  const respond = useMutation({
    ...bookings.respondToFee.mutationOptions(),
    onSuccess: (next, { isAccepted }) => {
      setIsConfirming(false)
      notify.success(isAccepted ? 'Accepted. The lower fee applies now.' : 'The agreed fee stays.')
      take(next)
    },
    onError: (error) => {
      setIsConfirming(false)
      refuse(error)
    },
  })
  if (proposedFee === null) return null
  const amount = formatMoney(proposedFee.feeCents, currency)
  const agreed = formatMoney(terms.feeCents ?? 0, currency)
  const amountName = terms.deal.kind === 'guarantee' ? 'guarantee' : 'fee'
  const isOwn = proposedFee.by === 'you'
  const send = (isAccepted: boolean) => respond.mutate({ id, steps, isAccepted })
  return (
    <section className={classNames('stack', styles.actions)} aria-label="Suggested fee">
      <p className="small">
        {isOwn ? 'You suggest' : `${getPersonName(otherParty)} suggests`} <b className="bold">{amount}</b>{' '}
        instead of {agreed}.
      </p>
      {isOwn ? (
        <Button variant="outline" full busy={respond.isPending && 'Withdrawing'} onClick={() => send(false)}>
          Withdraw suggestion
        </Button>
      ) : (
        <div className={classNames('columns-2', styles.pair)}>
          <ConfirmDialog
            open={isConfirming}
            onOpenChange={setIsConfirming}
            trigger={
              <Button variant="primary" disabled={respond.isPending}>
                Accept {amount}
              </Button>
            }
            title={`Accept ${amount}?`}
            description={`The ${amountName} changes from ${agreed} to ${amount}. This can’t be undone.`}
            confirmLabel={`Accept ${amount}`}
            danger={false}
            busy={respond.isPending && 'Accepting'}
            onConfirm={() => send(true)}
          />
          <Button variant="outline" disabled={respond.isPending} onClick={() => send(false)}>
            Decline
          </Button>
        </div>
      )}
    </section>
  )
}
