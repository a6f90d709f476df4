import { CircleAlert } from 'lucide-react'
import { Note } from '~/design/note'
import type { MoneyOverview } from '../../contract'
import styles from './money.module.css'

/** The state of an account that can’t receive payouts. */
export type PayoutProblem = 'missing' | 'in_progress' | 'restricted'

const texts: Record<PayoutProblem, { title: string; detail: string; link: string }> = {
  missing: {
    title: 'You have no payout account.',
    detail: 'Payouts wait until you connect one.',
    link: 'Connect a bank account',
  },
  in_progress: {
    title: 'Your payout account isn’t complete.',
    detail: 'Payouts wait until it is.',
    link: 'Complete the setup',
  },
  restricted: {
    title: 'Payouts to your account are paused.',
    detail: 'The payment provider needs something from you.',
    link: 'See what’s missing',
  },
}

type PayoutNoteProps = { problem: PayoutProblem; overview: MoneyOverview }

/** Says that an amount can’t be paid out, and leads to Settings > Payouts. */
export function PayoutNote({ problem, overview: { balances } }: PayoutNoteProps) {
  if (balances.every(({ nextPayoutCents, heldCents }) => nextPayoutCents <= 0 && heldCents <= 0)) return null
  const { title, detail, link } = texts[problem]
  return (
    <Note tone="orange" icon={CircleAlert} className={styles.note} data-client-links>
      <b className="bold">{title}</b> {detail}{' '}
      <a className="link" href="/dashboard/settings#payouts">
        {link}
      </a>
    </Note>
  )
}
