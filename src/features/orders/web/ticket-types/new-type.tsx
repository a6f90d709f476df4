import { type KeyboardEvent, useState } from 'react'
import { Button } from '~/design/button'
import { TextField } from '~/design/text-field'
import { useKeptDraft } from '~/design/use-kept-draft'
import { notify } from '~/design/toast'
import { newId } from '~/lib/ids'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import type { TicketBoard } from '../../contract-types'
import { readAmount, readCount } from '../../rules/amount'
import { ordersClient } from '../queries'

const blank = { name: '', price: '', stock: '' }
const keyOf = (eventId: string) => `new-ticket-type:${eventId}`

/** Whether one was begun here and not added yet; false in the first render of a page that came from the server. */
export function useIsTypeBegun(eventId: string): boolean {
  const { draft } = useKeptDraft(keyOf(eventId), blank)
  return draft !== undefined && Object.values(draft).some((text) => text !== '')
}

/** A new type goes on sale with its night, so it is whole before it is added. What is typed stays with the tab until then. */
export function NewType(props: {
  eventId: string
  /** Asked for just now, so the cursor goes there; one that was only kept takes it from nobody. */
  isAsked: boolean
  onAdded: (board: TicketBoard) => void
  onClose: () => void
}) {
  const { eventId, isAsked, onAdded, onClose } = props
  const { draft, keep, drop } = useKeptDraft(keyOf(eventId), blank)
  const fields = draft ?? blank
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isAdding, setIsAdding] = useState(false)
  // Sent twice, it is added once.
  const [typeId, setTypeId] = useState(() => newId())
  const type = (field: keyof typeof blank) => (text: string) => keep((kept) => ({ ...kept, [field]: text }))
  const add = async () => {
    const [priceCents, stock] = [readAmount(fields.price), readCount(fields.stock)]
    const faults = {
      ...(fields.name.trim() === '' ? { name: 'Enter a name' } : {}),
      ...(priceCents === undefined ? { priceCents: 'Enter a price such as 16 or 12.50' } : {}),
      ...(stock === undefined ? { stock: 'Enter a whole number' } : {}),
    }
    setErrors(faults)
    if (priceCents === undefined || stock === undefined || Object.keys(faults).length > 0) return
    setIsAdding(true)
    try {
      onAdded(await ordersClient.types.add.call({ eventId, typeId, name: fields.name, priceCents, stock }))
      drop()
      setTypeId(newId())
      onClose()
    } catch (error) {
      const said = fieldErrors(error)
      setErrors(said)
      if (Object.keys(said).length === 0) notify.error(errorMessage(error))
    } finally {
      setIsAdding(false)
    }
  }
  const field = (name: keyof typeof blank, path: string) => ({
    value: fields[name],
    error: errors[path],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => type(name)(event.target.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
      if (event.key !== 'Enter') return
      event.preventDefault()
      void add()
    },
  })
  return (
    <fieldset className="tk-new" aria-label="New ticket type">
      <TextField label="Name" maxLength={80} autoFocus={isAsked} {...field('name', 'name')} />
      <TextField label="Price" inputMode="decimal" placeholder="$0.00" {...field('price', 'priceCents')} />
      <TextField label="Stock" inputMode="numeric" {...field('stock', 'stock')} />
      <div className="row">
        <Button variant="primary" busy={isAdding ? 'Adding' : false} onClick={() => void add()}>
          Add
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </fieldset>
  )
}
