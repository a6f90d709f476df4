import { classNames } from '~/design/class-names'
import { useNow } from '~/design/use-now'
import type { CaseSummary } from '../../contract-shapes'
import { type CaseTab, toModerationPath } from './moderation-search'
import { formatShortAge } from '~/lib/age'
import { decisionLabels, getFirstName, describeReport } from './moderation-labels'
import styles from './moderation.module.css'

type CaseLinksProps = {
  cases: readonly CaseSummary[]
  tab: CaseTab
  shown: string
  meId: string
  onFollow: (caseId: string) => void
}

export function CaseLinks({ cases, tab, shown, meId, onFollow }: CaseLinksProps) {
  const now = useNow()
  return (
    <ol aria-label="Reports">
      {cases.map((entry) => (
        <li key={entry.id}>
          <a
            href={toModerationPath({ tab: tab === 'open' ? undefined : tab, case: entry.id })}
            aria-current={entry.id === shown ? 'true' : undefined}
            onClick={() => onFollow(entry.id)}
          >
            <span className="row between">
              <b className="bold">{entry.title}</b>
              <span className={classNames('small muted', styles.age)}>
                {now !== undefined && formatShortAge(entry.decidedAt ?? entry.openedAt, now)}
              </span>
            </span>
            <span className="small muted">
              {entry.decision ? decisionLabels[entry.decision].past : describeReport(entry)}
            </span>
            {describeAssignment(entry, meId) && (
              <span className="small bold muted">{describeAssignment(entry, meId)}</span>
            )}
          </a>
        </li>
      ))}
    </ol>
  )
}

function describeAssignment(
  { decision, isPassedToAdmin, takenBy }: CaseSummary,
  meId: string,
): string | undefined {
  if (decision) return undefined
  if (takenBy) return takenBy.id === meId ? 'Taken by you' : `Taken by ${getFirstName(takenBy.name)}`
  return isPassedToAdmin ? 'Passed to an admin' : undefined
}
