import type { Currency } from '~/lib/currency'
import type { CSSProperties, ReactNode } from 'react'
import { formatBalance, formatMoney } from '~/lib/money'
import { formatShortDay } from '~/lib/time'
import type { MoneyBalance, MoneyOverview } from '../../contract'
import { countNoun } from '../../rules/describe-line'
import styles from './money.module.css'

export function MoneyFigures({ overview, balance }: { overview: MoneyOverview; balance: MoneyBalance }) {
  const { currency, nextPayoutCents, balanceCents, heldCents, disputedCents } = balance
  return (
    <dl className="cells" style={{ '--n': 4 } as CSSProperties} data-client-links>
      <Figure label="Next payout" amount={formatBalance(nextPayoutCents, currency)}>
        {describeNextPayout(balance)}
      </Figure>
      <Figure label="Held until settlement" amount={formatBalance(heldCents, currency)}>
        {describeHeld(overview, currency)}
      </Figure>
      <Figure label="Balance" amount={formatBalance(balanceCents, currency)}>
        Next payout plus held amount
      </Figure>
      <Figure label="In dispute" amount={formatMoney(disputedCents, currency)}>
        <DisputeNote dispute={overview.dispute} isHeld={disputedCents > 0} />
      </Figure>
    </dl>
  )
}

/** Returns the amounts in the chosen currency, or in that of the latest event. */
export function findBalance({ balances }: MoneyOverview, chosen?: Currency): MoneyBalance {
  const balance = balances.find(({ currency }) => currency === chosen) ?? balances[0]
  if (balance === undefined) throw new Error('The overview has no balance')
  return balance
}

/** Says what the next payout waits for. A negative amount will be deducted from the payout account. */
export function describeNextPayout({ nextPayoutCents }: MoneyBalance): string {
  if (nextPayoutCents === 0) return 'No payout is waiting'
  return nextPayoutCents > 0
    ? 'Waiting to be sent to your payout account'
    : 'Waiting to be deducted from your payout account'
}

type FigureProps = { label: string; amount: string; children: ReactNode }

export function Figure({ label, amount, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={`figure ${styles.figure}`}>{amount}</dd>
      <dd className="small faint">{children}</dd>
    </div>
  )
}

export function describeHeld({ events }: MoneyOverview, currency: Currency): string {
  const held = events.filter((event) => event.currency === currency && event.heldCents !== 0)
  const [event] = held
  if (event === undefined) return 'Nothing is held'
  if (held.length > 1) return countNoun(held.length, 'event')
  return event.isDateOpen ? event.title : `${event.title}, ${formatShortDay(event.startsAt, event.timezone)}`
}

type DisputeNoteProps = { dispute: MoneyOverview['dispute']; isHeld: boolean }

function DisputeNote({ dispute: { open, next }, isHeld }: DisputeNoteProps) {
  if (next === null) return isHeld ? 'The bank decides' : 'No open disputes'
  const day = next.dueBy === null ? undefined : formatShortDay(next.dueBy, next.timezone)
  return (
    <a className="link" href={`/dashboard/disputes/${encodeURIComponent(next.id)}`}>
      {open === 1 ? '1 answer due' : `${countNoun(open, 'answer')} due, the first`} {day}
    </a>
  )
}
