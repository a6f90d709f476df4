import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { useNow } from '~/design/use-now'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { formatName } from '../../rules/format-name'
import type { CaseDetail } from '../../contract-shapes'
import { formatLongAge } from '~/lib/age'
import { pluralize } from '~/lib/pluralize'
import { getFirstName, reasonLabels } from './moderation-labels'
import styles from './moderation.module.css'

export function CaseFacts({ found }: { found: CaseDetail }) {
  const { reason, reports, person } = found
  const reasons = [...new Set([reason, ...reports.map((report) => report.reason)])]
  return (
    <dl className={classNames('fact-list', styles.facts)}>
      <Fact name="Reported for">{reasons.map((reported) => reasonLabels[reported]).join(', ')}</Fact>
      <Fact name="By">
        <Reporters reports={reports} />
      </Fact>
      {person && (
        <Fact name={`${getFirstName(person.name)} so far`}>
          <RecordSummary record={found.record} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Reporters({ reports }: Pick<CaseDetail, 'reports'>) {
  // Prefer a report with a note over an earlier one without.
  const first = reports.find(({ note }) => note !== null) ?? reports[0]
  if (!first) return 'Deleted accounts'
  const others = reports.filter((report) => report !== first)
  if (others.length === 0) return describeReporter(first)
  return (
    <details>
      <summary>
        {describeReporter(first)}, <span>and {pluralize(others.length, 'other report')}</span>
      </summary>
      <ul>
        {others.map((report) => (
          <li key={`${report.reporter?.id} ${report.at}`}>
            {describeReporter(report)}
            <span className="muted">, {reasonLabels[report.reason].toLowerCase()}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Formats `Temi Adeyemi: “Third room today”`. */
function describeReporter({ reporter, note }: CaseDetail['reports'][number]): string {
  const name = reporter ? formatName(reporter.name) : 'A deleted account'
  return note === null ? name : `${name}: “${note}”`
}

function RecordSummary({ record }: Pick<CaseDetail, 'record'>) {
  const now = useNow()
  const zone = useReaderZone()
  const { joinedAt, earlierReports, timesMuted, mutedUntil } = record
  const times = timesMuted === 1 ? 'once' : timesMuted === 2 ? 'twice' : `${timesMuted} times`
  const text = [
    joinedAt !== null && now !== undefined ? `joined ${formatLongAge(joinedAt, now)} ago` : undefined,
    earlierReports > 0 ? `${pluralize(earlierReports, 'report')} before` : 'no reports before',
    timesMuted > 0 ? `muted ${times}` : undefined,
    mutedUntil !== null && zone ? `now until ${formatShort(mutedUntil, zone)}` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
