import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { Skeleton } from '~/design/skeleton'
import { getErrorMessage } from '~/platform/rpc/errors'
import { formatName } from '../../../rules/format-name'
import { bansQuery } from '../queries'
import LiftDialog from './lift-dialog'
import styles from '../../rooms/members.module.css'

export function BannedPeople({ room }: { room: { id: string; name: string } }) {
  const { data, isPending, isError, error, refetch } = useQuery(bansQuery(room.id))
  const [lifted, setLifted] = useState<{ id: string; name: string }>()
  const [isOpen, setIsOpen] = useState(false)
  if (isPending) return <Skeleton height="3.5rem" aria-label="Loading" />
  if (isError)
    return (
      <div className="row wrap" role="alert">
        <p className="muted">{getErrorMessage(error)}</p>
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  if (data.bans.length === 0) return <p className="muted">No one is banned from {room.name}.</p>
  return (
    <>
      <ul className={styles.banned}>
        {data.bans.map(({ person, reason, by, canLift }) => (
          <li key={person.id} className="row">
            <Avatar id={person.id} name={formatName(person.name)} imageUrl={person.avatarUrl} size={36} />
            <span>
              <b className="bold">{formatName(person.name)}</b>
              <span className="small muted">
                {reason}
                {by && `, by ${by}`}
              </span>
            </span>
            {canLift && (
              <Button
                size="sm"
                aria-label={`Lift ban on ${formatName(person.name)}`}
                onClick={() => {
                  setLifted(person)
                  setIsOpen(true)
                }}
              >
                Lift ban
              </Button>
            )}
          </li>
        ))}
      </ul>
      {lifted && (
        <LiftDialog kind="ban" person={lifted} room={room} open={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
