import { BarChart } from '~/design/chart/bar-chart'
import { formatCount } from '~/lib/count'
import { formatClock } from '~/lib/time'
import type { SaleNumbers } from '../../contract-numbers'
import { quarterBars } from './quarter-bars'

/** Who came in, by quarter of an hour; nothing before the first one does. */
export function DoorChart({ checkIns, timezone }: { checkIns: SaleNumbers['checkIns']; timezone: string }) {
  const { quarters, tickets, guests, expected } = checkIns
  const [first] = quarters
  const last = quarters.at(-1)
  if (first === undefined || last === undefined) return null
  return (
    <section className="ana-sec" aria-labelledby="at-the-door">
      <div className="row between wrapf">
        <h2 className="t2" id="at-the-door">
          At the door
        </h2>
        <p className="m2">
          <b className="b">{formatCount(tickets)}</b> of {formatCount(expected)} in
          {guests > 0 && <>, and {formatCount(guests)} from the guest list</>},{' '}
          {formatClock(first.at, timezone)} to {formatClock(last.at, timezone)}
        </p>
      </div>
      <div className="ana-scroll">
        <BarChart
          title="People in, by quarter of an hour"
          columns={['Quarter of an hour', 'People']}
          more={['Tickets', 'Guest list']}
          bars={quarterBars(quarters, timezone)}
          every={4}
          size={{ width: 1080, height: 260 }}
        />
      </div>
    </section>
  )
}
