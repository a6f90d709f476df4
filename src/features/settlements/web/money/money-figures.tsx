import type { CSSProperties, ReactNode } from 'react'
import { formatBalance, formatDollars } from '~/lib/money'
import { formatShortDay } from '~/lib/time'
import type { MoneyOverview } from '../../contract'
import { countNoun } from './format-entries'
import styles from './money.module.css'

export function MoneyFigures({ overview }: { overview: MoneyOverview }) {
  const { nextPayoutCents, balanceCents, heldCents, dispute } = overview
  return (
    <dl className="cells" style={{ '--n': 4 } as CSSProperties} data-client-links>
      <Figure label="Next payout" amount={formatBalance(nextPayoutCents)}>
        {describeNextPayout(overview)}
      </Figure>
      <Figure label="Held until settlement" amount={formatBalance(heldCents)}>
        {describeHeld(overview)}
      </Figure>
      <Figure label="Balance" amount={formatBalance(balanceCents)}>
        Next payout plus held amount
      </Figure>
      <Figure label="In dispute" amount={formatDollars(dispute.heldCents)}>
        <DisputeNote dispute={dispute} />
      </Figure>
    </dl>
  )
}

/** Says why the amount isn't paid yet. It is negative when more has to be deducted than paid. */
export function describeNextPayout({ nextPayoutCents }: MoneyOverview): string {
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

export function describeHeld({ events }: MoneyOverview): string {
  const held = events.filter(({ heldCents }) => heldCents !== 0)
  const [event] = held
  if (event === undefined) return 'Nothing is held'
  if (held.length > 1) return countNoun(held.length, 'event')
  return event.isDateOpen ? event.title : `${event.title}, ${formatShortDay(event.startsAt, event.timezone)}`
}

function DisputeNote({ dispute: { open, next, heldCents } }: { dispute: MoneyOverview['dispute'] }) {
  if (next === null) return heldCents > 0 ? 'The bank decides' : 'No open disputes'
  const day = next.dueBy === null ? undefined : formatShortDay(next.dueBy, next.timezone)
  return (
    <a className="link" href={`/dashboard/disputes/${encodeURIComponent(next.id)}`}>
      {open === 1 ? '1 answer due' : `${countNoun(open, 'answer')} due, the first`} {day}
    </a>
  )
}
