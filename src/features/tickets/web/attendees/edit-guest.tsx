import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { useKeptDraft } from '~/design/use-kept-draft'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import type { Guest } from '../../contract-attendees'
import { ticketsClient } from '../queries'
import { GuestFields, readGuestFields } from './guest-fields'
import { useReadGuests } from './use-guest-changes'

type EditGuestProps = { eventId: string; guest: Guest; onClose: () => void }

export function EditGuest({ eventId, guest, onClose }: EditGuestProps) {
  const saved = { name: guest.name, plusOnes: String(guest.plusOnes), guestOf: guest.guestOf }
  const { draft = saved, keep, drop } = useKeptDraft(`guest-edit:${guest.id}`, saved)
  const [isAsked, setIsAsked] = useState(false)
  const readAgain = useReadGuests(eventId)
  const save = useMutation({
    ...ticketsClient.guests.save.mutationOptions(),
    onSuccess: () => {
      drop()
      onClose()
    },
    onSettled: readAgain,
  })
  const { guest: next, faults } = readGuestFields(draft)
  const said = fieldErrors(save.error)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Edit guest"
      description={guest.arrived > 0 ? `${guest.arrived} of ${1 + guest.plusOnes} in already.` : undefined}
      actions={
        <>
          <DialogClose>
            <Button onClick={drop}>Cancel</Button>
          </DialogClose>
          <Button type="submit" form="edit-guest" variant="primary" busy={save.isPending && 'Saving'}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="edit-guest"
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          setIsAsked(true)
          if (next) save.mutate({ id: guest.id, ...next })
        }}
      >
        <GuestFields
          values={draft}
          errors={isAsked ? { ...said, ...faults } : {}}
          onChange={(fields) => keep({ ...draft, ...fields })}
        />
        {save.isError && Object.keys(said).length === 0 && (
          <p className="err" role="alert">
            {errorMessage(save.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
