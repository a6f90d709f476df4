import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { SelectField } from '~/design/select-field'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { useKeptDraft } from '~/design/use-kept-draft'
import { countOf } from '~/lib/count-of'
import { isEmail, normaliseEmail } from '~/lib/email'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import type { PeopleOverview } from '../../contract-attendees'
import { MOST_PER_TYPE } from '~/features/orders/rules/selection'
import { ticketsClient } from '../queries'

const blank = { ticketTypeId: '', quantity: '1', name: '', email: '', clientKey: '' }

type GiveDialogProps = { eventId: string; types: PeopleOverview['types']; onClose: () => void }

/** Tickets that cost nothing, for somebody who is named: they go out by mail. What is typed stays until they are given. */
export function GiveDialog({ eventId, types, onClose }: GiveDialogProps) {
  const { draft = blank, keep, drop } = useKeptDraft(`comp:${eventId}`, blank)
  const [isAsked, setIsAsked] = useState(false)
  const queryClient = useQueryClient()
  const type =
    types.find(({ id }) => id === draft.ticketTypeId) ?? types.find(({ free }) => free > 0) ?? types[0]
  const quantity = Number(draft.quantity)
  const [firstKey] = useState(() => crypto.randomUUID())
  const give = useMutation({
    ...ticketsClient.comps.give.mutationOptions(),
    onSuccess: ({ isMailed }, { name }) => {
      const given = `${countOf(quantity, 'ticket')} for ${name}`
      if (isMailed) notify.success(`${given}, on the way by mail.`)
      else
        notify.info(
          `${given}. Their address had too much mail today: tell them, the door finds them by name.`,
        )
      drop()
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ticketsClient.people.key() }),
  })
  // Another gift is another key; the same one, sent again, is given once.
  const change = (fields: Partial<typeof blank>) =>
    keep({ ...draft, ...fields, clientKey: crypto.randomUUID() })
  const said = fieldErrors(give.error)
  const email = normaliseEmail(draft.email)
  const faults = {
    name: isAsked && draft.name.trim() === '' ? 'Enter a name.' : said['name'],
    email: isAsked && !isEmail(email) ? 'Enter an address such as name@example.com' : said['email'],
  }
  const isFew = type !== undefined && type.free < quantity
  function send(): void {
    setIsAsked(true)
    if (!type || draft.name.trim() === '' || !isEmail(email)) return
    give.mutate({
      eventId,
      ticketTypeId: type.id,
      quantity,
      name: draft.name.trim(),
      email,
      clientKey: draft.clientKey || firstKey,
    })
  }
  return (
    <FormDialog
      title="Give tickets"
      description="They cost nothing, count as sold, and go out by mail, with or without an account."
      actLabel={`Give ${countOf(quantity, 'ticket')}`}
      busy={give.isPending && 'Giving'}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="pe-pair">
        <SelectField
          label="Ticket"
          value={type?.id ?? ''}
          options={types.map(({ id, name }) => ({ value: id, label: name }))}
          help={type && `${countOf(Math.max(0, type.free), 'ticket')} free`}
          error={isFew ? `Only ${Math.max(0, type.free)} free. Give fewer, or raise the stock.` : undefined}
          onChange={(event) => change({ ticketTypeId: event.target.value })}
        />
        <SelectField
          label="How many"
          value={draft.quantity}
          options={Array.from({ length: MOST_PER_TYPE }, (_, index) => ({
            value: String(index + 1),
            label: String(index + 1),
          }))}
          onChange={(event) => change({ quantity: event.target.value })}
        />
      </div>
      <TextField
        label="Name"
        help="Stands on the tickets."
        maxLength={100}
        autoComplete="off"
        value={draft.name}
        error={faults.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="Email"
        type="email"
        maxLength={254}
        autoComplete="off"
        value={draft.email}
        error={faults.email}
        onChange={(event) => change({ email: event.target.value })}
      />
      {give.isError && Object.keys(said).length === 0 && (
        <p className="err" role="alert">
          {errorMessage(give.error)}
        </p>
      )}
    </FormDialog>
  )
}
