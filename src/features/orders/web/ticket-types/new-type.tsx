import { type KeyboardEvent, useState } from 'react'
import { Button } from '~/design/button'
import { TextField } from '~/design/text-field'
import { useStoredDraft } from '~/design/use-stored-draft'
import { notify } from '~/design/toast'
import type { Currency } from '~/lib/currency'
import { newId } from '~/lib/ids'
import { formatMoney } from '~/lib/money'
import { parseAmount } from '~/lib/parse-amount'
import { getErrorMessage, getFieldErrors } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import type { TicketBoard } from '../../contract-types'
import { parseCount } from '../../rules/count'
import { ordersClient } from '../queries'
import styles from './ticket-types.module.css'

const blank = { name: '', price: '', stock: '' }
const toDraftKey = (eventId: string) => `new-ticket-type:${eventId}`

/** Returns whether the form of a new type has unsaved text. False in the first render of a server-rendered page. */
export function useHasTypeDraft(eventId: string): boolean {
  const { draft } = useStoredDraft(toDraftKey(eventId), blank)
  return draft !== undefined && Object.values(draft).some((text) => text !== '')
}

/** The form of a new type. It is added only when complete, because it goes on sale with its event. */
export function NewType(props: {
  eventId: string
  currency: Currency
  /** Focuses the form when a click opened it, but not when a stored draft did. */
  isFocused: boolean
  onAdded: (board: TicketBoard) => void
  onClose: () => void
}) {
  const { eventId, currency, isFocused, onAdded, onClose } = props
  const [typeId, setTypeId] = useState(() => newId())
  const form = useForm({
    blank,
    stored: useStoredDraft(toDraftKey(eventId), blank),
    parse: ({ name, price, stock: count }) => {
      const [priceCents, stock] = [parseAmount(price, currency) ?? undefined, parseCount(count)]
      const problems = {
        name: name.trim() === '' ? 'Enter a name' : undefined,
        price: priceCents === undefined ? 'Enter a price such as 16' : undefined,
        stock: stock === undefined ? 'Enter a whole number' : undefined,
      }
      return priceCents === undefined || stock === undefined
        ? { problems }
        : { problems, input: { name, priceCents, stock } }
    },
    send: (input) => ordersClient.types.add.call({ eventId, typeId, ...input }),
    onDone: (board) => {
      onAdded(board)
      setTypeId(newId())
      onClose()
    },
    findProblems: (error) => {
      const { priceCents, ...rest } = getFieldErrors(error)
      return { ...rest, ...(priceCents !== undefined && { price: priceCents }) }
    },
    onError: (error, { isAtField }) => isAtField || notify.error(getErrorMessage(error)),
  })
  const getFieldProps = (name: keyof typeof blank) => ({
    ...form.text(name),
    autoComplete: 'off',
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
      if (event.key !== 'Enter') return
      event.preventDefault()
      form.submit()
    },
  })
  return (
    <fieldset
      className={styles.newType}
      aria-label="New ticket type"
      data-unfinished={useHasTypeDraft(eventId) || undefined}
    >
      <TextField label="Name" maxLength={80} autoFocus={isFocused} {...getFieldProps('name')} />
      <TextField
        label="Price"
        inputMode="decimal"
        placeholder={formatMoney(0, currency)}
        {...getFieldProps('price')}
      />
      <TextField label="Stock" inputMode="numeric" {...getFieldProps('stock')} />
      <div className="row">
        <Button variant="primary" busy={form.isSending && 'Adding'} onClick={() => form.submit()}>
          Add
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </fieldset>
  )
}
