import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '~/design/skeleton'
import type { Currency } from '~/lib/currency'
import { formatBalance, formatMoney } from '~/lib/money'
import type { SettlementResult } from '../../contract-settlements'
import { PanelFailed } from '../dashboard/panel-failed'
import { settlementQuery } from './queries'
import styles from './payments.module.css'

/** Shows each person’s amount by the event’s current figures, the missing acceptances and the questioned figures. */
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
  const { organizer, shares, currency, missingAcceptances, questions } = result
  return (
    <div className="stack">
      <ul className={styles.shares} aria-label="Result">
        {shares.map(({ bookingId, name, cents, missingCents }) => (
          <li key={bookingId}>
            {name} gets {formatMoney(cents, currency)}.
            {missingCents > 0 && ` The organizer owes them another ${formatMoney(missingCents, currency)}.`}
          </li>
        ))}
        <li>
          {organizer.name}, the organizer, {organizer.cents < 0 ? 'owes' : 'gets'}{' '}
          {formatMoney(Math.abs(organizer.cents), currency)}.
        </li>
      </ul>
      {missingAcceptances.length > 0 && (
        <p className="small muted">Not accepted by {missingAcceptances.join(', ')}.</p>
      )}
      {questions.map((question) => (
        <p key={question.id} className="small muted">
          {describeQuestion(question, currency)}
          {isClosing && ' Closing settles it as it is.'}
        </p>
      ))}
    </div>
  )
}

function describeQuestion(
  { name, figure, cents, expectedCents, reason }: SettlementResult['questions'][number],
  currency: Currency,
): string {
  const expected = expectedCents === null ? '' : ` and expected ${formatMoney(expectedCents, currency)}`
  return `${name} questioned “${figure}” of ${formatBalance(cents, currency)}${expected}: “${reason}”`
}
