import { useQuery } from '@tanstack/react-query'
import { AnchorButton } from '~/design/link-button'
import { ListFailed, ListLoading } from '~/design/list-parts'
import { errorMessage } from '~/platform/rpc/errors'
import { AuditTable } from './audit-table'
import { auditTrailQuery } from './queries'

/** On the page of somebody: the newest of what they did and of what was done to them. */
export function AuditTrail({ personId }: { personId: string }) {
  const list = useQuery(auditTrailQuery(personId))
  const { data } = list
  if (list.isError)
    return (
      <ListFailed
        title="Failed to load the audit log"
        why={errorMessage(list.error)}
        isTrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  if (!data) return <ListLoading label="Loading the audit log" />
  if (data.entries.length === 0)
    return <p className="m2">Nothing that an admin or a moderator does was done by or to this person.</p>
  return (
    <div className="stack" data-client-links>
      <AuditTable lines={data.entries} level={3} />
      <p>
        <AnchorButton size="sm" href={`/admin/audit?person=${personId}`}>
          {data.nextCursor === null ? 'Open in the audit log' : 'All of it in the audit log'}
        </AnchorButton>
      </p>
    </div>
  )
}
