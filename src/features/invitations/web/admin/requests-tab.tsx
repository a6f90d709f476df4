import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Chip, ChipGroup } from '~/design/chip'
import { EmptyState } from '~/design/empty-state'
import { ShowMore } from '~/design/show-more'
import { formatCount } from '~/lib/count'
import type { InviteRequest } from '../../contract-requests'
import { requestCountQuery, requestsQuery } from '../queries'
import type { InvitationsSearch } from './invitations-search'
import { FailedList, LoadingRows } from './list-placeholders'
import { RequestCard } from './request-card'
import { useLoadFailure } from './use-load-failure'
import styles from './invitations.module.css'

type RequestsTabProps = {
  search: InvitationsSearch
  onSearchChange: (search: InvitationsSearch, isStep: boolean) => void
}

export function RequestsTab({ search, onSearchChange }: RequestsTabProps) {
  const status = search.answered ? 'answered' : 'pending'
  const { data: count } = useQuery(requestCountQuery())
  const show = (answered: true | undefined) => onSearchChange({ tab: 'requests', answered }, false)
  return (
    <>
      <div className={styles.bar}>
        <ChipGroup label="Requests">
          <Chip pressed={status === 'pending'} onClick={() => show(undefined)}>
            Waiting {count && <span>{formatCount(count.pending)}</span>}
          </Chip>
          <Chip pressed={status === 'answered'} onClick={() => show(true)}>
            Answered {count && <span>{formatCount(count.answered)}</span>}
          </Chip>
        </ChipGroup>
      </div>
      <RequestList key={status} status={status} />
    </>
  )
}

function RequestList({ status }: { status: 'pending' | 'answered' }) {
  const list = useInfiniteQuery(requestsQuery(status))
  useLoadFailure(list.isError, list.error)
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const read = list.data?.pages.flatMap((page) => page.requests)
  const requests = read && withConflicts(read, conflicts)
  const forget = (id: string) => setConflicts((all) => all.filter(({ request }) => request.id !== id))
  return (
    <>
      {list.isPending && <LoadingRows />}
      {list.isError && requests === undefined && (
        <FailedList error={list.error} onRetry={() => void list.refetch()} />
      )}
      {requests?.length === 0 && <NoRequests status={status} />}
      {requests !== undefined && requests.length > 0 && (
        <ul className={styles.requests} aria-label={status === 'pending' ? 'Waiting' : 'Answered'}>
          {requests.map((request, place) => (
            <RequestCard
              key={request.id}
              request={request}
              now={list.dataUpdatedAt}
              conflict={conflicts.find((conflict) => conflict.request.id === request.id)?.message}
              onConflict={(message) => setConflicts((all) => [...all, { request, message, place }])}
              onSkip={() => forget(request.id)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <p className={styles.more}>
          <ShowMore list={list} variant="outline" />
        </p>
      )}
      {status === 'pending' && requests !== undefined && requests.length > 0 && (
        <p className="small faint">
          Approve sends an email with a code. Decline sends an email only if you write a message.
        </p>
      )}
    </>
  )
}

/** A request that another admin answered first; its card stays in place and says so. */
type Conflict = { request: InviteRequest; message: string; place: number }

function withConflicts(read: readonly InviteRequest[], conflicts: readonly Conflict[]): InviteRequest[] {
  const all = [...read]
  for (const { request, place } of conflicts)
    if (!read.some(({ id }) => id === request.id)) all.splice(Math.min(place, all.length), 0, request)
  return all
}

function NoRequests({ status }: { status: 'pending' | 'answered' }) {
  if (status === 'answered')
    return (
      <EmptyState title="No answered requests yet">Approved and declined requests appear here.</EmptyState>
    )
  return <EmptyState title="No requests waiting">New requests appear here automatically.</EmptyState>
}
