import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '~/design/skeleton'
import { formatDollars } from '~/lib/money'
import type { SettlementResult } from '../../contract-settlements'
import { PanelFailed } from '../dashboard/panel-failed'
import { settlementQuery } from './queries'
import styles from './payments.module.css'

/** Shows who gets how much of an event by its current figures, who hasn’t accepted, and which figures are questioned. */
export function SettlementResultPanel({
  eventId,
  isClosing = false,
}: {
  eventId: string
  isClosing?: boolean
}) {
  const query = useQuery(settlementQuery(eventId))
  if (query.data) return <ResultList result={query.data} isClosing={isClosing} />
  if (query.error) return <PanelFailed query={query} />
  return (
    <section aria-busy="true" aria-label="Loading the result">
      <Skeleton height="6rem" />
    </section>
  )
}

function ResultList({ result, isClosing }: { result: SettlementResult; isClosing: boolean }) {
  const { organizer, shares, missingAcceptances, questions } = result
  return (
    <div className="stack">
      <ul className={styles.shares} aria-label="Result">
        {shares.map(({ bookingId, name, cents, missingCents }) => (
          <li key={bookingId}>
            {name} gets {formatDollars(cents)}.
            {missingCents > 0 && ` The organizer owes them another ${formatDollars(missingCents)}.`}
          </li>
        ))}
        <li>
          {organizer.name}, the organizer, {organizer.cents < 0 ? 'owes' : 'gets'}{' '}
          {formatDollars(Math.abs(organizer.cents))}.
        </li>
      </ul>
      {missingAcceptances.length > 0 && (
        <p className="small muted">Not accepted by {missingAcceptances.join(', ')}.</p>
      )}
      {questions.map((question) => (
        <p key={question.id} className="small muted">
          {describeQuestion(question)}
          {isClosing && ' Closing settles it as it is.'}
        </p>
      ))}
    </div>
  )
}

function describeQuestion({
  name,
  figure,
  cents,
  expectedCents,
  reason,
}: SettlementResult['questions'][number]): string {
  const expected = expectedCents === null ? '' : ` and expected ${formatDollars(expectedCents)}`
  return `${name} questioned “${figure}” of ${formatDollars(cents)}${expected}: “${reason}”`
}
