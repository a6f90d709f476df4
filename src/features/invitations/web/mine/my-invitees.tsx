import { useQuery } from '@tanstack/react-query'
import { classNames } from '~/design/class-names'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { Skeleton } from '~/design/skeleton'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatCount } from '~/lib/count'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { MyPeople } from '../../contract-mine'
import { formatDateLabel } from '~/lib/format-day'
import { myPeopleQuery } from '../queries'
import treeStyles from '../tree/tree.module.css'
import styles from './my-invitations.module.css'

type Joined = Omit<MyPeople['people'][number], 'people'>
type MyInviteesProps = { me: { id: string; name: string; avatarUrl: string | null } }

export function MyInvitees({ me }: MyInviteesProps) {
  const { data, dataUpdatedAt, isPending, isError, error, refetch } = useQuery(myPeopleQuery())
  return (
    <section>
      <h2 className={classNames('title-2', styles.joinedTitle)}>People you invited</h2>
      {isPending && <Skeleton height="8rem" />}
      {isError && !data && (
        <p role="alert" className="row wrap muted">
          {getErrorMessage(error)}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && <p className={classNames('muted', styles.joinedCount)}>{describeTotals(data)}</p>}
      {data && data.people.length > 0 && (
        <ul className={treeStyles.tree}>
          <li>
            <span className={treeStyles.node}>
              <Avatar id={me.id} name={me.name} imageUrl={me.avatarUrl} size={32} />
              <b className="bold">You</b>
            </span>
            <ul>
              {data.people.map((person) => (
                <li key={person.id}>
                  <InviteeNode person={person} shown={person.people.length} now={dataUpdatedAt} />
                  {person.people.length > 0 && (
                    <ul>
                      {person.people.map((invitee) => (
                        <li key={invitee.id}>
                          <InviteeNode person={invitee} shown={0} now={dataUpdatedAt} />
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </li>
        </ul>
      )}
    </section>
  )
}

/** Shows a person. `shown` is the number of their invitees that the list contains. */
function InviteeNode({ person, shown, now }: { person: Joined; shown: number; now: number }) {
  const zone = useReaderZone() ?? 'UTC'
  const behind = shown === 0 && person.behind > 0 && `, ${formatCount(person.behind)} more through them`
  return (
    <span className={treeStyles.node}>
      <Avatar id={person.id} name={person.name} imageUrl={person.avatarUrl} size={32} />
      <span className={styles.joined}>
        <b className="bold">
          {person.hasPage ? <a href={`/dashboard/members/${person.id}`}>{person.name}</a> : person.name}
        </b>
        <span className="small faint">
          joined <time dateTime={person.joinedAt}>{formatDateLabel(person.joinedAt, now, zone)}</time>
          {behind}
        </span>
      </span>
    </span>
  )
}

function describeTotals({ joined, behind }: MyPeople): string {
  if (joined === 0) return 'People who join with one of your codes appear here.'
  const more = behind === 0 ? '' : `, ${formatCount(behind)} more through them`
  return `${formatCount(joined)} joined with your codes${more}.`
}
