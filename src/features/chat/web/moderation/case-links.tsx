import { classNames } from '~/design/class-names'
import { useNow } from '~/design/use-now'
import type { CaseSummary } from '../../contract-shapes'
import { type CaseTab, moderationPath } from './moderation-search'
import { shortAge } from '~/lib/age'
import { decisionLabels, firstNameOf, describeReport } from './moderation-labels'
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
      {cases.map((one) => (
        <li key={one.id}>
          <a
            href={moderationPath({ tab: tab === 'open' ? undefined : tab, case: one.id })}
            aria-current={one.id === shown ? 'true' : undefined}
            onClick={() => onFollow(one.id)}
          >
            <span className="row between">
              <b className="bold">{one.title}</b>
              <span className={classNames('small muted', styles.age)}>
                {now !== undefined && shortAge(one.decidedAt ?? one.openedAt, now)}
              </span>
            </span>
            <span className="small muted">
              {one.decision ? decisionLabels[one.decision].past : describeReport(one)}
            </span>
            {standingOf(one, meId) && <span className="small bold muted">{standingOf(one, meId)}</span>}
          </a>
        </li>
      ))}
    </ol>
  )
}

function standingOf({ decision, isPassedToAdmin, takenBy }: CaseSummary, meId: string): string | undefined {
  if (decision) return undefined
  if (takenBy) return takenBy.id === meId ? 'Taken by you' : `Taken by ${firstNameOf(takenBy.name)}`
  return isPassedToAdmin ? 'Passed to an admin' : undefined
}
