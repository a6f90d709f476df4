import { MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { formatBalance } from '~/lib/money'
import { formatShort } from '~/lib/time'
import type { Settlement } from '../../contract-settlement'
import { countEntries } from '../money/format-entries'
import { EntriesDrawer } from '../money/entries-drawer'
import type { EntryFilters } from '../money/money-search'
import styles from './settlement.module.css'

type FigureRowProps = {
  label: ReactNode
  amount: ReactNode
  note?: ReactNode
  /** Entries of the ledger. */
  entries?: number | undefined
  isSum?: boolean
  isNet?: boolean
  isQuestioned?: boolean
  children?: ReactNode
}

/** A figure of the sheet and what it is made of, inside a `dl`. */
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

/** An amount of the ledger. It opens its entries for the organizer; DJs don't see who bought tickets. */
export function LedgerAmount({ settlement, label, cents, entries, filters }: LedgerAmountProps) {
  const amount = formatBalance(cents)
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

/** The open questions about a figure, and the organizer’s messages about earlier ones. */
export function FigureQuestions({ settlement, figure, as: Element = 'dd' }: FigureQuestionsProps) {
  const { questions, event, organizer } = settlement
  const shown = questions.filter(
    (question) =>
      question.figure === figure &&
      (question.resolution === null || (question.resolution !== 'withdrawn' && question.reply !== '')),
  )
  return shown.map(({ id, person, createdAt, reason, resolution, reply }) => (
    <Element key={id} className={styles.question}>
      <Icon of={MessageSquare} />
      <span>
        <b className="bold">
          {resolution === null
            ? `${person?.name ?? 'A deleted account'} questions this figure`
            : `${organizer.name} ${resolution} this figure`}
        </b>
        {resolution === null && `, ${formatShort(createdAt, event.timezone)}`}: “
        {resolution === null ? reason : reply}”
      </span>
    </Element>
  ))
}
