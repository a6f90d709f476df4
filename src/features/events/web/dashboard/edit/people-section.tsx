import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { IconButton } from '~/design/icon-button'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { EventPerson } from '../../../contract-dashboard'
import { events } from '../../queries'
import { teamQuery } from '../event-queries'
import styles from './edit-page.module.css'
import { PersonDialog } from './person-dialog'
import { RELATION_LABELS } from './relation-labels'

type PeopleSectionProps = {
  eventId: string
  ownId: string | undefined
  onHandOver: () => void
}

/** The team of the event, visible only to people who may add others. */
export function PeopleSection({ eventId, ownId, onHandOver }: PeopleSectionProps) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(teamQuery(eventId))
  const [isAdding, setIsAdding] = useState(false)
  const reread = () => void client.invalidateQueries({ queryKey: teamQuery(eventId).queryKey })

  const back = useMutation(
    events.dashboard.addPerson.mutationOptions({
      onError: (failure) => notify.error(errorMessage(failure)),
      onSettled: reread,
    }),
  )
  const remove = useMutation(
    events.dashboard.removePerson.mutationOptions({
      onError: (failure) => notify.error(errorMessage(failure)),
      onSettled: reread,
    }),
  )
  const people = data?.people ?? []
  const leaving = remove.isPending ? remove.variables.personId : undefined

  function take({ personId, name, relation }: EventPerson): void {
    if (relation !== 'manager' && relation !== 'check_in') return
    remove.mutate(
      { id: eventId, personId },
      {
        onSuccess: () =>
          notify.success(`${name} was removed from the team`, {
            action: { label: 'Undo', onClick: () => back.mutate({ id: eventId, personId, relation }) },
          }),
      },
    )
  }

  return (
    <section id="people" aria-labelledby="people-h">
      <h2 className="title-2" id="people-h" tabIndex={-1}>
        Team
      </h2>
      {error && !data && (
        <p className="muted" role="alert">
          {errorMessage(error)}{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      <ul className="row-list" aria-busy={!data && !error}>
        {people
          .filter(({ personId }) => personId !== leaving)
          .map((person) => (
            <li key={`${person.personId} ${person.relation}`}>
              <Avatar id={person.personId} name={person.name} imageUrl={person.avatarUrl} />
              <span className={styles.person}>
                <b className="bold">
                  {person.name}
                  {person.personId === ownId && <span className="faint"> (you)</span>}
                </b>
                <span className="small muted">{RELATION_LABELS[person.relation]}</span>
              </span>
              {(person.relation === 'manager' || person.relation === 'check_in') && (
                <IconButton
                  size="sm"
                  icon={X}
                  className="end"
                  label={`Remove ${person.name}`}
                  onClick={() => take(person)}
                />
              )}
            </li>
          ))}
      </ul>
      {data && people.every(({ relation }) => relation !== 'manager' && relation !== 'check_in') && (
        <p className="small faint">No one else yet. Add the people who check in your guests.</p>
      )}
      <div className="row wrap">
        <Button variant="outline" size="sm" icon={Plus} onClick={() => setIsAdding(true)}>
          Add a person
        </Button>
        <Button variant="ghost" size="sm" onClick={onHandOver}>
          Hand over
        </Button>
      </div>
      <PersonDialog
        eventId={eventId}
        people={people}
        open={isAdding}
        onOpenChange={setIsAdding}
        onAdded={reread}
      />
    </section>
  )
}
