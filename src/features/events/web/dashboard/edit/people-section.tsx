import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { IconButton } from '~/design/icon-button'
import { notify } from '~/design/toast'
import { getErrorMessage, getFieldErrors } from '~/platform/rpc/errors'
import type { EventPerson } from '../../../contract-dashboard'
import { events } from '../../queries'
import { teamQuery } from '../event-queries'
import styles from './edit-page.module.css'
import { Dialog } from '~/design/dialog'
import { SegmentedControl } from '~/design/segmented-control'
import { MemberSearch } from './member-search'
import type { EventRelation } from '../../../rules/event-policy'

const RELATION_LABELS: Readonly<Record<EventRelation, string>> = {
  organizer: 'Organizer: everything',
  host: 'Host: sees sales',
  manager: 'Manager: everything except money',
  check_in: 'Check-in: sees only check-in',
}

type PersonDialogProps = {
  eventId: string
  people: readonly EventPerson[]
  open: boolean
  onOpenChange: (isOpen: boolean) => void
  onAdded: () => void
}

const helps = [
  { value: 'manager', label: 'Manager' },
  { value: 'check_in', label: 'Check-in' },
] as const

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
      onError: (failure) => notify.error(getErrorMessage(failure)),
      onSettled: reread,
    }),
  )
  const remove = useMutation(
    events.dashboard.removePerson.mutationOptions({
      onError: (failure) => notify.error(getErrorMessage(failure)),
      onSettled: reread,
    }),
  )
  const people = data?.people ?? []
  const leaving = remove.isPending ? remove.variables.personId : undefined

  function removePerson({ personId, name, relation }: EventPerson): void {
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
          {getErrorMessage(error)}{' '}
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
                  onClick={() => removePerson(person)}
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

/** Finds a member by name, or any account by its email address: customers may work at check-in too. */
function PersonDialog({ eventId, people, open, onOpenChange, onAdded }: PersonDialogProps) {
  const [relation, setRelation] = useState<'manager' | 'check_in'>('check_in')
  const add = useMutation(events.dashboard.addPerson.mutationOptions())
  const taken = people.filter((person) => person.relation === relation || person.relation === 'organizer')

  function addToTeam(person: { personId: string } | { email: string }, name: string): void {
    add.mutate(
      { id: eventId, relation, ...person },
      {
        onSuccess: () => {
          notify.success(`${name} is on the team now. We notified them.`)
          onOpenChange(false)
          onAdded()
        },
      },
    )
  }
  const problem = add.error
    ? (Object.values(getFieldErrors(add.error))[0] ?? getErrorMessage(add.error))
    : undefined

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        add.reset()
        onOpenChange(isOpen)
      }}
      title="Add a person"
    >
      <div className="stack" style={{ gap: '.5rem' }}>
        <SegmentedControl full label="Role" value={relation} options={helps} onValueChange={setRelation} />
        <p className="small muted">{RELATION_LABELS[relation]}</p>
      </div>
      <MemberSearch
        eventId={eventId}
        label="Name or email"
        placeholder="A member’s name or any account’s email"
        taken={taken.map(({ personId }) => personId)}
        takenLabel="Already on the team"
        busyId={add.isPending && 'personId' in add.variables ? add.variables.personId : undefined}
        onPick={({ id, name }) => addToTeam({ personId: id }, name)}
        freeLabel={(typed) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(typed) ? `Add ${typed}` : undefined)}
        onFree={(email) => addToTeam({ email }, email)}
      />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
