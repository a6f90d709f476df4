import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormError } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { SelectField } from '~/design/select-field'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { useStoredDraft } from '~/design/use-stored-draft'
import { pluralize } from '~/lib/pluralize'
import { isEmail, normalizeEmail } from '~/lib/email'
import { useForm } from '~/platform/rpc/use-form'
import type { AttendeesOverview } from '../../contract-attendees'
import { MAX_PER_TYPE } from '~/features/orders/rules/selection'
import { ticketsClient } from '../queries'
import styles from './attendees.module.css'

const blank = { ticketTypeId: '', quantity: '1', name: '', email: '', clientKey: '' }

type GiveDialogProps = { eventId: string; types: AttendeesOverview['types']; onClose: () => void }

/** Gives free tickets to a named person by email. */
export function GiveTicketsDialog({ eventId, types, onClose }: GiveDialogProps) {
  const queryClient = useQueryClient()
  const [firstKey] = useState(() => crypto.randomUUID())
  const findType = (id: string) =>
    types.find((type) => type.id === id) ?? types.find(({ free }) => free > 0) ?? types[0]
  const form = useForm({
    blank,
    stored: useStoredDraft(`comp:${eventId}`, blank),
    // A new gift gets a new key; a retry reuses it and gives the tickets once.
    renew: () => ({ clientKey: crypto.randomUUID() }),
    check: ({ name, email }) => ({
      name: name.trim() === '' ? 'Enter a name.' : undefined,
      email: isEmail(normalizeEmail(email)) ? undefined : 'Enter an address such as name@example.com',
    }),
    send: ({ ticketTypeId, quantity, name, email, clientKey }) =>
      ticketsClient.comps.give.call({
        eventId,
        ticketTypeId: findType(ticketTypeId)?.id ?? '',
        quantity: Number(quantity),
        name: name.trim(),
        email: normalizeEmail(email),
        clientKey: clientKey || firstKey,
      }),
    onDone: ({ isEmailed }, { name, quantity }) => {
      const given = `${pluralize(Number(quantity), 'ticket')} for ${name.trim()}`
      if (isEmailed) notify.success(`${given}, sent by email.`)
      else
        notify.info(
          `${given}. That address has reached today’s email limit, so let them know yourself. Check-in finds them by name.`,
        )
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ticketsClient.attendees.key() }),
  })
  const type = findType(form.values.ticketTypeId)
  const quantity = Number(form.values.quantity)
  const isFew = type !== undefined && type.free < quantity
  return (
    <FormDialog
      title="Give tickets"
      description="The tickets are free, count as sold, and are emailed, with or without an account."
      actionLabel={`Give ${pluralize(quantity, 'ticket')}`}
      busy={form.isSending && 'Giving'}
      isOff={type === undefined}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <div className={styles.ticketAndCount}>
        <SelectField
          label="Ticket"
          {...form.text('ticketTypeId')}
          value={type?.id ?? ''}
          options={types.map(({ id, name }) => ({ value: id, label: name }))}
          help={type && `${pluralize(Math.max(0, type.free), 'ticket')} available`}
          error={
            isFew ? `Only ${Math.max(0, type.free)} available. Give fewer, or increase the stock.` : undefined
          }
        />
        <SelectField
          label="How many"
          options={Array.from({ length: MAX_PER_TYPE }, (_, index) => ({
            value: String(index + 1),
            label: String(index + 1),
          }))}
          {...form.text('quantity')}
        />
      </div>
      <TextField
        label="Name"
        help="Printed on the tickets."
        maxLength={100}
        autoComplete="off"
        {...form.text('name')}
      />
      <TextField label="Email" type="email" maxLength={254} autoComplete="off" {...form.text('email')} />
      <FormError text={form.sentence} />
    </FormDialog>
  )
}
