import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { LoadFailed } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { formatBalance } from '~/lib/money'
import { describeHeld, describeNextPayout, Figure } from '../money/money-figures'
import { overviewQuery } from '../queries'

/** The next payout, and the amount that is held until the person's events are settled. */
export function PayoutFigures() {
  const overview = useQuery(overviewQuery())
  if (overview.isError) return <LoadFailed message="Failed to load your next payout" list={overview} />
  if (overview.data === undefined)
    return (
      <div aria-busy="true" aria-label="Loading your next payout">
        <Skeleton height="7.5rem" />
      </div>
    )
  const { data } = overview
  return data.balances.map((balance) => (
    <dl key={balance.currency} className="cells" style={{ '--n': 2 } as CSSProperties} data-client-links>
      <Figure label="Next payout" amount={formatBalance(balance.nextPayoutCents, balance.currency)}>
        {describeNextPayout(balance)}
      </Figure>
      <Figure label="Held until settlement" amount={formatBalance(balance.heldCents, balance.currency)}>
        <a className="link" href="/dashboard/money">
          {describeHeld(data, balance.currency)}
        </a>
      </Figure>
    </dl>
  ))
}
