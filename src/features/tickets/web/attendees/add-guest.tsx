import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { useKeptDraft } from '~/design/use-kept-draft'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { ticketsClient } from '../queries'
import { GuestFields, readGuestFields } from './guest-fields'
import { useReadGuests } from './use-guest-changes'

const blank = { name: '', plusOnes: '', guestOf: '', id: '' }

/** One name after the other: Enter adds, and the next can be typed. Whose guest they are stays for the next. */
export function AddGuest({ eventId }: { eventId: string }) {
  const { draft = blank, keep } = useKeptDraft(`guest:${eventId}`, blank)
  const [isAsked, setIsAsked] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const readAgain = useReadGuests(eventId)
  const add = useMutation({
    ...ticketsClient.guests.add.mutationOptions(),
    onSuccess: () => {
      setIsAsked(false)
      keep({ guestOf: draft.guestOf })
      name.current?.focus()
    },
    onSettled: readAgain,
  })
  const { guest, faults } = readGuestFields(draft)
  const said = fieldErrors(add.error)
  function send(): void {
    setIsAsked(true)
    if (!guest) return name.current?.focus()
    // The id belongs to what was typed: sent again after a failure, it is added once.
    const id = draft.id || crypto.randomUUID()
    keep({ ...draft, id })
    return add.mutate({ eventId, id, ...guest })
  }
  return (
    <form
      aria-label="Add a guest"
      noValidate
      className="pe-add"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <GuestFields
        values={draft}
        errors={isAsked ? { ...said, ...faults } : {}}
        nameRef={name}
        onChange={(fields) => keep({ ...draft, ...fields, id: '' })}
      />
      <Button type="submit" variant="primary" icon={Plus} busy={add.isPending && 'Adding'}>
        Add
      </Button>
      {add.isError && Object.keys(said).length === 0 && (
        <p className="err" role="alert">
          {errorMessage(add.error)}
        </p>
      )}
    </form>
  )
}
