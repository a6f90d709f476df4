import { useQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { formatName } from '../../rules/format-name'
import { waitingQuery } from '../queries'
import { ListFailed, ListLoading } from './list-states'
import { PersonRow } from './person-row'
import { useAnswerRequest } from './use-member-changes'
import styles from './members.module.css'

export function WaitingList({ roomId }: { roomId: string }) {
  const list = useQuery(waitingQuery(roomId))
  const zone = useReaderZone() ?? 'UTC'
  const { answer, answering } = useAnswerRequest(roomId)
  const waiting = list.data?.waiting
  if (waiting === undefined)
    return list.isError ? (
      <ListFailed error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <ListLoading label="Loading requests" />
    )
  if (waiting.length === 0) return <p className={classNames('muted', styles.none)}>No pending requests.</p>
  return (
    <>
      <p className="small muted">
        After you decline a request, the person can ask again in a week. You can invite them before that.
      </p>
      <ul className={styles.list} aria-label="Requests">
        {waiting.map(({ requestId, person, requestedAt }) => {
          const isBusy = answering?.requestId === requestId
          const name = formatName(person.name)
          return (
            <PersonRow
              key={requestId}
              person={person}
              description={`Requested ${formatShort(requestedAt, zone)}`}
            >
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Decline ${name}`}
                busy={isBusy && !answering.isApproved && 'Answering'}
                disabled={isBusy && answering.isApproved}
                onClick={() => answer({ requestId, person, isApproved: false })}
              >
                Decline
              </Button>
              <Button
                size="sm"
                variant="outline"
                aria-label={`Accept ${name}`}
                busy={isBusy && answering.isApproved && 'Accepting'}
                disabled={isBusy && !answering.isApproved}
                onClick={() => answer({ requestId, person, isApproved: true })}
              >
                Accept
              </Button>
            </PersonRow>
          )
        })}
      </ul>
    </>
  )
}
