import { Avatar } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import { formatBalance } from '~/lib/money'
import type { Settlement } from '../../contract-settlement'
import {
  describeRest,
  describeShare,
  formatOrganizerPartLabel,
  getFirstName,
  getOrganizerPart,
  type Line,
  listShareLines,
  sumSheet,
} from './settlement-texts'
import { FigureQuestions, FigureRow, isQuestionedFigure } from './figure-row'
import styles from './settlement.module.css'

/** Shows each side's part of net, and that all parts add up to the event's balance. */
export function Split({ settlement }: { settlement: Settlement }) {
  const { shares, organizer, sides, balanceCents, state } = settlement
  const first = getFirstName(organizer.name)
  const part = getOrganizerPart(settlement)
  return (
    <>
      <section className={styles.section} aria-labelledby="split">
        <h2 className={classNames('title-2', styles.title)} id="split">
          Split
        </h2>
        <ul>
          {shares.map((share) => (
            <ShareRow
              key={share.bookingId}
              settlement={settlement}
              figure={`share:${share.bookingId}`}
              person={share.person}
              cents={share.shareCents}
              formula={describeShare(share, settlement)}
              lines={listShareLines(share, first)}
              total={{ label: 'Payout', cents: share.transferCents }}
            />
          ))}
          <ShareRow
            settlement={settlement}
            person={organizer}
            cents={part.restCents}
            formula={describeRest(settlement)}
            lines={part.lines}
            total={{ label: formatOrganizerPartLabel(settlement), cents: part.staysCents }}
          />
        </ul>
      </section>
      <section className={styles.section} aria-label="Proof">
        <dl>
          <FigureRow
            isSum
            label={
              sides.length === 1
                ? 'Sum'
                : state === 'paid'
                  ? 'All payouts'
                  : 'Payouts and the organizer’s part'
            }
            amount={formatBalance(sumSheet(settlement), settlement.event.currency)}
          />
          <FigureRow
            label={<span className="muted">Balance of the event</span>}
            amount={formatBalance(balanceCents, settlement.event.currency)}
          />
        </dl>
        {settlement.debtCents > 0 && (
          <p className="small">
            You owe {formatBalance(settlement.debtCents, settlement.event.currency)} for earlier events. Your
            payout pays that first.
          </p>
        )}
        <p className="small faint">
          Every figure comes from the ledger.
          {settlement.side === 'organizer' && ' Select an underlined figure to see its entries.'} Service
          fees, paid by buyers, aren’t part of this settlement.
        </p>
      </section>
    </>
  )
}

type ShareRowProps = {
  settlement: Settlement
  /** The id of the figure; absent for the organizer, whose part is the rest. */
  figure?: string
  person: Settlement['organizer'] | null
  cents: number
  formula: string
  lines: readonly Line[]
  total: Line
}

function ShareRow({ settlement, figure, person, cents, formula, lines, total }: ShareRowProps) {
  const name = person?.name ?? 'Deleted account'
  const isQuestioned = figure !== undefined && isQuestionedFigure(settlement, figure)
  return (
    <li className={classNames(styles.share, isQuestioned && styles.questioned)}>
      <Avatar id={person?.id} name={name} imageUrl={person?.avatarUrl} size={40} />
      <h3 className="title-3">{name}</h3>
      <p className={styles.shareAmount}>{formatBalance(cents, settlement.event.currency)}</p>
      <p className={styles.formula}>{formula}</p>
      <dl className={styles.lines}>
        {lines.map((line) => (
          <div key={line.label}>
            <dt>{line.label}</dt>
            <dd>{formatBalance(line.cents, settlement.event.currency)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{total.label}</dt>
          <dd>{formatBalance(total.cents, settlement.event.currency)}</dd>
        </div>
      </dl>
      {figure !== undefined && <FigureQuestions settlement={settlement} figure={figure} as="p" />}
    </li>
  )
}
