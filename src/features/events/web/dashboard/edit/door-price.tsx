import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { TextField } from '~/design/text-field'
import { formatDollars } from '~/lib/money'
import styles from './edit-page.module.css'
import type { EventEditor } from './use-event-editor'

/** The price at the door. With it an event can be published without ticket types. */
export function DoorPrice({ editor, isFixed }: { editor: EventEditor; isFixed: boolean }) {
  const { values, change, findError } = editor
  const saved = values.doorPriceCents === null ? '' : formatDollars(values.doorPriceCents)
  const [editedText, setTyped] = useState<string>()
  const typed = isFixed ? undefined : editedText
  const cents = typed === undefined ? undefined : parseDollars(typed)
  return (
    <div className={classNames('columns-3', styles.belowTickets)}>
      <TextField
        label="Price at the door"
        inputMode="decimal"
        autoComplete="off"
        placeholder="$15.00"
        disabled={isFixed}
        value={typed ?? saved}
        error={
          typed !== undefined && cents === undefined
            ? 'Enter an amount such as 15.'
            : findError('doorPriceCents')
        }
        help="Only for events without online tickets. 0 means free entry."
        onChange={({ target }) => {
          setTyped(target.value)
          const next = parseDollars(target.value)
          if (next !== undefined) change({ doorPriceCents: next })
        }}
        onBlur={() => cents !== undefined && setTyped(undefined)}
      />
    </div>
  )
}

/** Parses `15`, `$15.00` or `1,400.50` to cents; null for empty text; undefined for an invalid amount. */
export function parseDollars(text: string): number | null | undefined {
  const plain = text.replaceAll(/[$,\s]/gu, '')
  if (plain === '') return null
  return /^\d{1,7}(?:\.\d{0,2})?$/u.test(plain) ? Math.round(Number(plain) * 100) : undefined
}
