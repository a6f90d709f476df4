import { GripVertical, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, type ComponentProps, useState } from 'react'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { IconButton } from '~/design/icon-button'
import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { parseAmount } from '~/lib/parse-amount'
import type { TicketTypeRow } from '../../contract-types'
import { parseCount } from '../../rules/count'
import { describeMinStock } from '../../rules/ticket-types'
import type { RowSaver, RowState, TypeDraft } from './row-saves'
import { describeStock } from './format-sale-window'
import type { Grip } from './use-row-drag'
import styles from './ticket-types.module.css'

type Shown = Omit<TicketTypeRow, keyof TypeDraft> & Required<TypeDraft>

/** One ticket type; what is typed is saved automatically. */
export function TypeRow(props: {
  type: TicketTypeRow
  currency: Currency
  rowState: RowState
  saver: RowSaver
  canPrice: boolean
  isCarried: boolean
  grip: Grip
  window: ReactNode
  menu: ReactNode
}) {
  const { type, currency, rowState, saver, canPrice, isCarried, grip, window, menu } = props
  const { id } = type
  const base = useId()
  const { errors } = rowState
  const shown: Shown = { ...type, ...rowState.unsaved }
  const typeStock = (text: string) => {
    const stock = parseCount(text)
    if (stock === undefined) saver.mark(id, 'stock', 'Enter a whole number', text)
    else if (stock < type.soldOrHeld) saver.mark(id, 'stock', describeMinStock(type.soldOrHeld), stock)
    else saver.change(id, { stock })
  }
  const typePrice = (text: string) => {
    const priceCents = parseAmount(text, currency) ?? undefined
    if (priceCents === undefined) saver.mark(id, 'priceCents', 'Enter a price such as 16', text)
    else saver.change(id, { priceCents })
  }
  const getCellProps = (field: 'name' | 'priceCents' | 'stock') => ({
    error: errors[field],
    errorId: `${base}-${field}`,
    onLeft: saver.flush,
  })
  const { priceCents, stock, accessCode } = shown
  const help = describeStock({
    ...type,
    stock: typeof stock === 'number' && errors['stock'] === undefined ? stock : type.stock,
  })
  return (
    <fieldset className={classNames(styles.type, isCarried && styles.carried)} aria-label={type.name}>
      <IconButton
        size="sm"
        label={`Move ${type.name}`}
        icon={GripVertical}
        tooltip={false}
        className={styles.grip}
        aria-describedby={grip.hintId}
        {...grip.handle}
      />
      <TypedCell
        aria-label="Name"
        maxLength={80}
        shown={shown.name}
        {...getCellProps('name')}
        onTyped={(name) =>
          name.trim() === '' ? saver.mark(id, 'name', 'Enter a name', name) : saver.change(id, { name })
        }
      />
      <TypedCell
        aria-label={`Price in ${currency}`}
        inputMode="decimal"
        readOnly={!canPrice}
        title={canPrice ? undefined : 'Only the organizer can change prices'}
        shown={typeof priceCents === 'number' ? formatMoney(priceCents, currency) : priceCents}
        {...getCellProps('priceCents')}
        onTyped={typePrice}
      />
      <TypedCell
        aria-label="Stock"
        inputMode="numeric"
        shown={String(stock)}
        {...getCellProps('stock')}
        aria-describedby={help === '' ? undefined : `${base}-so`}
        onTyped={typeStock}
      />
      {window}
      {menu}
      {Object.entries(errors).map(([field, message]) => (
        <p
          key={field}
          className={classNames('field-error', styles.message)}
          id={`${base}-${field}`}
          role="alert"
        >
          <Icon of={TriangleAlert} />
          {message}
        </p>
      ))}
      {(help !== '' || accessCode !== null) && (
        <p className={classNames('small faint', styles.message)} id={`${base}-so`}>
          {help}
          {accessCode !== null && (
            <>
              {help === '' ? '' : '. '}Unlocked by code <b className="code">{accessCode}</b>
            </>
          )}
        </p>
      )}
    </fieldset>
  )
}

/** A field in a table row, labeled by the column header. While it has the focus, it keeps the text as typed. */
function TypedCell(
  props: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
    'aria-label': string
    shown: string
    error: string | undefined
    errorId: string
    onTyped: (text: string) => void
    onLeft: () => void
  },
) {
  const { shown, error, errorId, onTyped, onLeft, 'aria-describedby': helpId, ...rest } = props
  const [typed, setTyped] = useState<string>()
  const describedBy = [error === undefined ? undefined : errorId, helpId].filter((id) => id !== undefined)
  return (
    <input
      {...rest}
      className="input"
      autoComplete="off"
      value={typed ?? shown}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={describedBy.length === 0 ? undefined : describedBy.join(' ')}
      onChange={(event) => {
        setTyped(event.target.value)
        onTyped(event.target.value)
      }}
      onBlur={() => {
        setTyped(undefined)
        onLeft()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Enter must not submit the form around it.
        event.preventDefault()
        onLeft()
      }}
    />
  )
}
