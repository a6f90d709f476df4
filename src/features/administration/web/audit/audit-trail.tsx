import { useQuery } from '@tanstack/react-query'
import { AnchorButton } from '~/design/link-button'
import { LoadedList } from '~/design/list-sections'
import { getErrorMessage } from '~/platform/rpc/errors'
import { AuditTable } from './audit-table'
import { auditTrailQuery } from './queries'

export function AuditTrail({ personId }: { personId: string }) {
  const list = useQuery(auditTrailQuery(personId))
  return (
    <LoadedList list={list} things="the audit log" reason={getErrorMessage(list.error)}>
      {({ entries, nextCursor }) =>
        entries.length === 0 ? (
          <p className="muted">No admin or moderator actions by or on this person yet.</p>
        ) : (
          <div className="stack" data-client-links>
            <AuditTable lines={entries} level={3} />
            <p>
              <AnchorButton size="sm" href={`/admin/audit?person=${personId}`}>
                {nextCursor === null ? 'Open in the audit log' : 'Show all entries in the audit log'}
              </AnchorButton>
            </p>
          </div>
        )
      }
    </LoadedList>
  )
}
