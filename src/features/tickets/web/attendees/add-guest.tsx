import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '~/design/button'
import { Form, FormError } from '~/design/form'
import { useStoredDraft } from '~/design/use-stored-draft'
import { useForm } from '~/platform/rpc/use-form'
import { ticketsClient } from '../queries'
import { GuestFields, parseGuestFields } from './guest-fields'
import { useRefetchGuests } from './use-guest-changes'
import styles from './attendees.module.css'

const blank = { name: '', plusOnes: '', guestOf: '', id: '' }

/** Adds guests one by one: Enter adds a name and clears the field for the next. The field Guest of keeps its text. */
export function AddGuest({ eventId }: { eventId: string }) {
  const name = useRef<HTMLInputElement>(null)
  const storedDraft = useStoredDraft(`guest:${eventId}`, blank)
  const form = useForm({
    blank,
    stored: storedDraft,
    renew: () => ({ id: '' }),
    parse: parseGuestFields,
    send: (guest, values) => {
      // The id belongs to the typed guest, so a retry after a failure adds it once.
      const id = values.id || crypto.randomUUID()
      storedDraft.keep({ ...values, id })
      return ticketsClient.guests.add.call({ eventId, id, ...guest })
    },
    onDone: (_, sent) => {
      storedDraft.keep({ guestOf: sent.guestOf })
      name.current?.focus()
    },
    onSettled: useRefetchGuests(eventId),
  })
  return (
    <Form aria-label="Add a guest" className={styles.addGuest} isBusy={form.isSending} onSubmit={form.submit}>
      <GuestFields text={form.text} nameRef={name} />
      <Button type="submit" variant="primary" icon={Plus} busy={form.isSending && 'Adding'}>
        Add
      </Button>
      <FormError text={form.sentence} />
    </Form>
  )
}
