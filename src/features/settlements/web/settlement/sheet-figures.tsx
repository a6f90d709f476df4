import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { formatBalance } from '~/lib/money'
import { formatTaxRate, formatTaxName } from '~/lib/tax-rate'
import type { Settlement } from '../../contract-settlement'
import { countNoun } from '../../rules/describe-line'
import type { StatementFilter } from '../../rules/statement-line'
import { FigureQuestions, FigureRow, isQuestionedFigure, LedgerAmount } from './figure-row'
import styles from './settlement.module.css'

/** Income, deductions and agreed costs, down to net. Figures of zero are left out. */
export function SheetFigures({ settlement, ownId }: { settlement: Settlement; ownId: string }) {
  const { income, grossCents, counts, netCents, costs } = settlement
  const tickets = income.reduce((sum, type) => sum + type.tickets, 0)
  return (
    <>
      <Section title="Income">
        {income.map((type) => (
          <FigureRow
            key={type.id}
            label={type.name}
            amount={formatBalance(type.cents, settlement.event.currency)}
            note={countNoun(type.tickets, 'ticket')}
          />
        ))}
        <FigureRow
          isSum
          label="Gross"
          amount={
            <LedgerAmount
              settlement={settlement}
              label="Gross"
              cents={grossCents}
              entries={counts.sales}
              filters={{ line: 'sales' }}
            />
          }
          note={tickets === 0 ? 'No tickets sold yet' : countNoun(tickets, 'ticket')}
          entries={tickets === 0 ? undefined : counts.sales}
          isQuestioned={isQuestionedFigure(settlement, 'gross')}
        >
          <FigureQuestions settlement={settlement} figure="gross" />
        </FigureRow>
      </Section>
      <Deductions settlement={settlement} />
      <Section title={costs.length === 0 ? undefined : 'Agreed costs'}>
        {costs.map((cost) => (
          <CostRow key={cost.figure} settlement={settlement} cost={cost} ownId={ownId} />
        ))}
        <FigureRow
          isSum
          isNet
          label="Net"
          amount={formatBalance(netCents, settlement.event.currency)}
          note={describeNet(settlement)}
        />
      </Section>
    </>
  )
}

type SectionProps = { title: string | undefined; children: ReactNode }

function Section({ title, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      {title !== undefined && <h2 className={classNames('title-2', styles.title)}>{title}</h2>}
      <dl>{children}</dl>
    </section>
  )
}

function describeNet({ costs, costsCents, grossCents, netCents }: Settlement): string {
  const parts = [grossCents !== netCents + costsCents && 'deductions', costs.length > 0 && 'costs'].filter(
    (part) => part !== false,
  )
  return parts.length === 0 ? 'Nothing is deducted from gross' : `Gross less ${parts.join(' and ')}`
}

function Deductions({ settlement }: { settlement: Settlement }) {
  const { event, grossCents, refundsCents, feesCents, disputesCents, taxCents, counts } = settlement
  const { currency } = event
  const deductions: Deduction[] = [
    {
      figure: 'refunds',
      label: 'Refunds',
      cents: refundsCents,
      note: countNoun(counts.refundedTickets, 'ticket'),
      entries: counts.refunds,
    },
    {
      figure: 'tax',
      label: formatTaxName(currency),
      cents: taxCents,
      note: `${formatTaxRate(event.tax.ratePpm)}, included in ${formatBalance(grossCents - refundsCents - disputesCents, currency)}, calculated`,
      entries: undefined,
    },
    {
      figure: 'fees',
      label: 'Processing fees',
      cents: feesCents,
      note: 'Charged by the payment provider',
      entries: counts.fees,
    },
    {
      figure: 'disputes',
      label: 'Disputes',
      cents: disputesCents,
      note: 'Held by banks, or paid back to buyers',
      entries: counts.disputes,
    },
  ]
  const shown = deductions.filter(
    ({ figure, cents }) => cents !== 0 || isQuestionedFigure(settlement, figure),
  )
  if (shown.length === 0) return null
  return (
    <Section title="Deductions">
      {shown.map(({ figure, label, cents, note, entries }) => (
        <FigureRow
          key={figure}
          label={label}
          amount={
            figure === 'tax' ? (
              formatBalance(-cents, currency)
            ) : (
              <LedgerAmount
                settlement={settlement}
                label={label}
                cents={-cents}
                entries={entries ?? 0}
                filters={{ kind: figure, ...(figure === 'refunds' && { line: figure }) }}
              />
            )
          }
          note={note}
          entries={entries}
          isQuestioned={isQuestionedFigure(settlement, figure)}
        >
          <FigureQuestions settlement={settlement} figure={figure} />
        </FigureRow>
      ))}
    </Section>
  )
}

type Deduction = {
  figure: StatementFilter | 'tax'
  label: string
  cents: number
  note: string
  /** The number of ledger entries; undefined for a calculated figure. */
  entries: number | undefined
}

function CostRow({
  settlement,
  cost,
  ownId,
}: {
  settlement: Settlement
  cost: Settlement['costs'][number]
  ownId: string
}) {
  const { figure, label, cents, agreedCents, bookingId, bookingNumber } = cost
  const isOwn =
    settlement.side === 'organizer' ||
    settlement.shares.some((share) => share.bookingId === bookingId && share.person?.id === ownId)
  const number = isOwn ? (
    <a className="link" href={`/dashboard/bookings/${bookingId}`}>
      {bookingNumber}
    </a>
  ) : (
    bookingNumber
  )
  return (
    <FigureRow
      label={label}
      amount={
        <>
          {agreedCents !== null && (
            <>
              <del className="faint">
                <span className="visually-hidden">Agreed: </span>
                {formatBalance(-agreedCents, settlement.event.currency)}
              </del>{' '}
            </>
          )}
          {formatBalance(-cents, settlement.event.currency)}
        </>
      }
      note={
        <>
          Agreed in {number}
          {agreedCents !== null && ', corrected'}
        </>
      }
      isQuestioned={isQuestionedFigure(settlement, figure)}
    >
      <FigureQuestions settlement={settlement} figure={figure} />
    </FigureRow>
  )
}
