import { FormFault } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { useKeptDraft } from '~/design/use-kept-draft'
import { useForm } from '~/platform/rpc/use-form'
import type { Guest } from '../../contract-attendees'
import { ticketsClient } from '../queries'
import { GuestFields, readGuestFields } from './guest-fields'
import { useReadGuests } from './use-guest-changes'

type EditGuestProps = { eventId: string; guest: Guest; onClose: () => void }

export function EditGuest({ eventId, guest, onClose }: EditGuestProps) {
  const saved = { name: guest.name, plusOnes: String(guest.plusOnes), guestOf: guest.guestOf }
  const kept = useKeptDraft(`guest-edit:${guest.id}`, saved)
  const form = useForm({
    blank: saved,
    kept,
    parse: readGuestFields,
    send: (next) => ticketsClient.guests.save.call({ id: guest.id, ...next }),
    onDone: onClose,
    onSettled: useReadGuests(eventId),
  })
  return (
    <FormDialog
      title="Edit guest"
      description={guest.arrived > 0 ? `${guest.arrived} of ${1 + guest.plusOnes} in already.` : undefined}
      actLabel="Save"
      busy={form.isSending && 'Saving'}
      onSubmit={form.submit}
      onKeep={kept.drop}
      onClose={onClose}
    >
      <GuestFields text={form.text} />
      <FormFault words={form.sentence} />
    </FormDialog>
  )
}
