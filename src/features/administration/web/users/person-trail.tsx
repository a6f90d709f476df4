import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatClock } from '~/lib/time'
import type { AuditLogEntry } from '../../contract-audit'
import { auditTrailQuery } from '../audit/queries'
import { PersonPart } from './person-part'
import { formatPlainDate } from './user-format'
import styles from './user-page.module.css'

type PersonTrailProps = { person: { id: string; name: string }; most: number; more: ReactNode }

export function PersonTrail({ person, most, more }: PersonTrailProps) {
  const reading = useQuery(auditTrailQuery(person.id))
  const entries = reading.data?.entries
  return (
    <PersonPart
      title="Audit trail"
      reading={reading}
      count={entries?.length}
      empty="No admin or moderator actions by or on this person yet."
      more={entries && entries.length > 0 ? more : undefined}
    >
      <ul className={classNames('row-list', styles.list)}>
        {entries?.slice(0, most).map((line) => (
          <Line key={line.id} line={line} name={person.name} />
        ))}
      </ul>
    </PersonPart>
  )
}

function Line({ line, name }: { line: AuditLogEntry; name: string }) {
  const zone = useReaderZone() ?? 'UTC'
  const { at, actor, did, to, change } = line
  const target = to === null || to.text === name ? '' : ` ${to.text}`
  return (
    <li>
      <time dateTime={at} className={classNames('small faint', styles.date)}>
        {`${formatPlainDate(at, zone).slice(0, -5)}, ${formatClock(at, zone)}`}
      </time>
      <span className={styles.lines}>
        <span>
          {did.charAt(0).toUpperCase()}
          {did.slice(1)}
          {target}
        </span>
        {change !== '' && <span className="small muted">{change}</span>}
      </span>
      <span className="small muted end">{actor?.name ?? 'System'}</span>
    </li>
  )
}
