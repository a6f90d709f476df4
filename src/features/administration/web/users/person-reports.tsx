import { useQuery } from '@tanstack/react-query'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import type { PersonReports as Shape } from '../../contract-users-shapes'
import { PersonPart } from './person-part'
import { personReportsQuery } from './queries'
import { formatPlainDate } from './user-format'
import styles from './user-page.module.css'

export function PersonReports({ personId }: { personId: string }) {
  const reading = useQuery(personReportsQuery(personId))
  const reports = reading.data
  return (
    <PersonPart title="Reports" reading={reading} count={reports?.length} empty="No reports yet.">
      <ul className={classNames('row-list', styles.list)}>
        {reports?.map((report) => (
          <Report key={report.caseId} report={report} />
        ))}
      </ul>
    </PersonPart>
  )
}

function Report({ report }: { report: Shape[number] }) {
  const { caseId, number, at, reasons, reports, room, quote, decision } = report
  const tab = decision === null ? '' : 'tab=closed&'
  const notified = reports === 1 ? '' : `, ${reports} times`
  return (
    <li>
      <span className={classNames('small faint', styles.date)}>{formatPlainDate(at)}</span>
      <span className={styles.lines}>
        <a className="link" href={`/dashboard/moderation?${tab}case=${caseId}`}>
          R-{number}
        </a>
        <span className="small muted">
          {reasons.map(formatCode).join(', ')}
          {notified}
          {room !== null && ` in ${room}`}
        </span>
        {quote !== null && <q className="small">{quote}</q>}
      </span>
      <Badge className="end" tone={decision === null ? 'orange' : 'neutral'}>
        {decision === null ? 'open' : formatCode(decision)}
      </Badge>
    </li>
  )
}

/** `hide_and_mute` -> `hide and mute` */
function formatCode(name: string): string {
  return name.replaceAll('_', ' ')
}
