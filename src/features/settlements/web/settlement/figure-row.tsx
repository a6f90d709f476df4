import type { Currency } from '~/lib/currency'
import { MessageSquare, MessageSquareReply } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { formatBalance } from '~/lib/money'
import { formatShort } from '~/lib/time'
import type { Settlement } from '../../contract-settlement'
import { countEntries } from '../../rules/describe-line'
import { EntriesDrawer } from '../money/entries-drawer'
import type { EntryFilters } from '../money/money-page-search'
import { getFirstName } from './settlement-texts'
import styles from './settlement.module.css'

type FigureRowProps = {
  label: ReactNode
  amount: ReactNode
  note?: ReactNode
  /** The number of ledger entries behind the figure. */
  entries?: number | undefined
  isSum?: boolean
  isNet?: boolean
  isQuestioned?: boolean
  children?: ReactNode
}

/** A figure of the sheet and a note about its parts, for use inside a `dl`. */
export function FigureRow(props: FigureRowProps) {
  const { label, amount, note, entries, isSum = false, isNet = false, isQuestioned = false, children } = props
  return (
    <div
      className={classNames(
        styles.figure,
        isSum && styles.sum,
        isNet && styles.net,
        isQuestioned && styles.questioned,
      )}
    >
      <dt>{label}</dt>
      <dd className={styles.amount}>{amount}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
      {entries !== undefined && <dd className={styles.count}>{countEntries(entries)}</dd>}
      {children}
    </div>
  )
}

type LedgerAmountProps = {
  settlement: Settlement
  label: string
  cents: number
  entries: number
  filters: Pick<EntryFilters, 'kind' | 'line'>
}

/** An amount from the ledger. Only the organizer can open its entries, because they name ticket buyers. */
export function LedgerAmount({ settlement, label, cents, entries, filters }: LedgerAmountProps) {
  const amount = formatBalance(cents, settlement.event.currency)
  if (settlement.side === 'dj' || entries === 0) return amount
  return (
    <EntriesDrawer
      label={label}
      amount={amount}
      entries={entries}
      filters={{ month: 'all', event: settlement.event.id, ...filters }}
    />
  )
}

/** Whether a side questions the figure now. */
export const isQuestionedFigure = ({ questions }: Settlement, figure: string): boolean =>
  questions.some((question) => question.figure === figure && question.resolution === null)

type FigureQuestionsProps = { settlement: Settlement; figure: string; as?: 'dd' | 'p' }

/** The questions about a figure that weren’t withdrawn, each with the organizer’s reply. */
export function FigureQuestions({ settlement, figure, as: Element = 'dd' }: FigureQuestionsProps) {
  const { questions, event, organizer } = settlement
  const shown = questions.filter(
    (question) => question.figure === figure && question.resolution !== 'withdrawn',
  )
  return shown.map((question) => {
    const { id, person, createdAt, reason, resolution, reply } = question
    return (
      <Fragment key={id}>
        <Element className={styles.question}>
          <Icon of={MessageSquare} />
          <span>
            <b className="bold">
              {person?.name ?? 'A deleted account'} {resolution === null ? 'questions' : 'questioned'} this
              figure
            </b>
            , {formatShort(createdAt, event.timezone)}: “{reason}”{describeExpected(question, event.currency)}
          </span>
        </Element>
        {resolution !== null && (
          <Element className={styles.question}>
            <Icon of={MessageSquareReply} />
            <span>
              <b className="bold">
                {organizer.name} {resolution} this figure
              </b>
              {reply === '' ? '.' : `: “${reply}”`}
            </span>
          </Element>
        )}
      </Fragment>
    )
  })
}

/** ` Mara expects $1,350.00.`, or nothing without an amount. */
function describeExpected(
  { expectedCents, person, resolution }: Settlement['questions'][number],
  currency: Currency,
): string {
  if (expectedCents === null) return ''
  const name = person === null ? 'They' : getFirstName(person.name)
  const verb = resolution !== null ? 'expected' : person === null ? 'expect' : 'expects'
  return ` ${name} ${verb} ${formatBalance(expectedCents, currency)}.`
}
