import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '~/design/dialog'
import { Segmented } from '~/design/segmented'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import type { EventPerson } from '../../../contract-dashboard'
import { events } from '../../queries'
import { MemberSearch } from './member-search'
import { RELATION_LABELS } from './relation-labels'

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

/** Finds a member by name, or any account by its address: customers may work at check-in too. */
export function PersonDialog({ eventId, people, open, onOpenChange, onAdded }: PersonDialogProps) {
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
    ? (Object.values(fieldErrors(add.error))[0] ?? errorMessage(add.error))
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
        <Segmented full label="Role" value={relation} options={helps} onValueChange={setRelation} />
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
