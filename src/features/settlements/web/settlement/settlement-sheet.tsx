import type { Currency } from '~/lib/currency'
import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { FittedLine } from '~/design/fitted-line'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { formatBalance } from '~/lib/money'
import { toSentenceCase } from '~/lib/sentence-case'
import { formatIsoDay } from '~/lib/time'
import type { Settlement } from '../../contract-settlement'
import { countNoun } from '../../rules/describe-line'
import {
  describeSheet,
  describeSide,
  formatBasis,
  formatTimeOfDay,
  getFirstName,
  getShortName,
} from './settlement-texts'
import { formatDayOfMonth } from '../../rules/statement-month'
import styles from './settlement.module.css'

type SettlementSheetProps = {
  settlement: Settlement
  ownId: string
  /** When the figures were read, in milliseconds since 1970. */
  updatedAt: number
  actions: ReactNode
}

/** The state of the settlement, or the amount a DJ receives, with all sides and the decision. */
export function SettlementSheet({ settlement, ownId, updatedAt, actions }: SettlementSheetProps) {
  const { event, sides } = settlement
  const { label, badge, headline } = describeSheet(settlement, ownId)
  return (
    <aside className={classNames('sheet', getTintClass(event.title), styles.sheet)} aria-label="Settlement">
      <div className="padded">
        <div className={styles.measure}>
          <p className="row between small bold">
            <span>{label}</span>
            <Badge>{badge}</Badge>
          </p>
          <FittedLine text={headline} />
          <dl className="fact-list">
            {listFacts(settlement, ownId, updatedAt).map(([term, value]) => (
              <div key={`${term} ${value}`}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <ul className={styles.sides} aria-label="Sides">
            {sides.map((side) => (
              <li className="row" key={side.person.id}>
                <Avatar
                  id={side.person.id}
                  name={side.person.name}
                  imageUrl={side.person.avatarUrl}
                  size={28}
                />
                <b className="bold">{side.person.name}</b>
                <span className="small">{describeSide(side, settlement)}</span>
              </li>
            ))}
          </ul>
          {actions}
        </div>
      </div>
    </aside>
  )
}

type Fact = [term: string, value: string]

function listFacts(settlement: Settlement, ownId: string, updatedAt: number): Fact[] {
  const { state, side, event } = settlement
  const updated: Fact[] =
    state === 'running' ? [['Updated', formatTimeOfDay(new Date(updatedAt), event.timezone)]] : []
  if (side === 'dj') return [...listOwnFacts(settlement, ownId), ...updated]
  if (state === 'accepted' || state === 'paid') return listTransferFacts(settlement, ownId)
  if (state === 'running') return [...listRunningFacts(settlement), ...updated]
  const { grossCents, costsCents, netCents, questions } = settlement
  const open = questions.filter(({ resolution }) => resolution === null)
  return [
    ['Gross', formatBalance(grossCents, event.currency)],
    ...listNonZero('Deductions', netCents + costsCents - grossCents, event.currency),
    ...listNonZero('Costs', -costsCents, event.currency),
    open.length > 0
      ? ['Questioned', open.map(({ cents }) => formatBalance(cents, event.currency)).join(', ')]
      : ['Net', formatBalance(netCents, event.currency)],
  ]
}

function listRunningFacts({ income, grossCents, shares, event }: Settlement): Fact[] {
  return [
    [
      'Sold',
      countNoun(
        income.reduce((sum, { tickets }) => sum + tickets, 0),
        'ticket',
      ),
    ],
    ['Gross', formatBalance(grossCents, event.currency)],
    ...shares.map(({ person, shareCents }): Fact => [
      `${toSentenceCase(getShortName(person))} gets`,
      formatBalance(shareCents, event.currency),
    ]),
  ]
}

/** Lists how the amount that a DJ receives is calculated, and when it was sent. */
function listOwnFacts({ state, shares, transfers, event, organizer }: Settlement, ownId: string): Fact[] {
  const own = shares.filter(({ person }) => person?.id === ownId)
  const sent = transfers.findLast(({ person, isSent }) => person?.id === ownId && isSent)
  return [
    ...own.flatMap((share): Fact[] => [
      [formatBasis(share), formatBalance(share.shareCents, event.currency)],
      ...listNonZero('Deposit paid', -share.depositCents, event.currency),
      ...listNonZero('Guaranteed fee released', -share.releasedCents, event.currency),
      ...listNonZero(
        `Not covered, owed by ${getFirstName(organizer.name)}`,
        -share.missingCents,
        event.currency,
      ),
    ]),
    ...(state === 'accepted' ? [['Payouts', 'being sent'] satisfies Fact] : []),
    ...(state === 'paid' && sent ? [['Sent', formatDate(sent.at, event.timezone)] satisfies Fact] : []),
  ]
}

const listNonZero = (term: string, cents: number, currency: Currency): Fact[] =>
  cents === 0 ? [] : [[term, formatBalance(cents, currency)]]

const formatDate = (at: string, zone: string) => formatDayOfMonth(formatIsoDay(at, zone))

function listTransferFacts({ transfers, event, state }: Settlement, ownId: string): Fact[] {
  const sent = transfers.map(({ person, cents, isSent, isReversal, offsetTitle, at }): Fact => {
    const name = person?.id === ownId ? 'you' : (person?.name ?? 'a deleted account')
    const amount = formatBalance(cents, event.currency)
    return [
      offsetTitle === null ? `${isReversal ? 'From' : 'To'} ${name}` : `Owed for ${offsetTitle}`,
      isSent ? `${amount}, ${formatDate(at, event.timezone)}` : amount,
    ]
  })
  if (state === 'accepted') return [...sent, ['Payouts', 'being sent']]
  return sent.length === 0 ? [['Payouts', 'none due']] : sent
}
