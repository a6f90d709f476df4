import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { ClockField } from '~/design/date-field'
import { IconButton } from '~/design/icon-button'
import { SelectField } from '~/design/select-field'
import { type Billing, formatBilling, BILLINGS } from '../../../rules/line-up-billing'
import styles from './line-up.module.css'
import type { BillRow } from './event-values'

type LineUpRowProps = {
  row: BillRow
  note?: ReactNode
  at: number
  isFirst: boolean
  isLast: boolean
  findError: (path: string) => string | undefined
  onChange: (changes: Partial<BillRow>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const billings = BILLINGS.map((billing) => ({ value: billing, label: formatBilling(billing) }))

/** One entry of the line-up: name, set times, billing and order. */
export function LineUpRow(props: LineUpRowProps) {
  const { row, note, at, isFirst, isLast, findError, onChange, onMove, onRemove } = props
  const { name } = row
  return (
    <li data-row={row.key}>
      <span className={styles.move}>
        <IconButton
          size="sm"
          icon={ChevronUp}
          label={`Move ${name} up`}
          tooltip={false}
          aria-disabled={isFirst}
          data-move="-1"
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="sm"
          icon={ChevronDown}
          label={`Move ${name} down`}
          tooltip={false}
          aria-disabled={isLast}
          data-move="1"
          onClick={() => onMove(1)}
        />
      </span>
      <Avatar id={row.djId} name={name} imageUrl={row.avatarUrl} size={36} />
      <span className={styles.name}>
        <b className="bold">{name}</b>
        {row.djId === null && <span className="small faint">No account</span>}
        {note}
      </span>
      <span className={styles.times}>
        <ClockField
          label={`${name} starts`}
          hideLabel
          value={row.startClock ?? ''}
          error={findError(`lineUp.${at}.startClock`)}
          onValueChange={(clock) => onChange({ startClock: clock === '' ? null : clock })}
        />
        <span className="faint" aria-hidden="true">
          to
        </span>
        <ClockField
          label={`${name} ends`}
          hideLabel
          value={row.endClock ?? ''}
          error={findError(`lineUp.${at}.endClock`)}
          onValueChange={(clock) => onChange({ endClock: clock === '' ? null : clock })}
        />
      </span>
      <span className={styles.billing}>
        <SelectField
          label={`Billing of ${name}`}
          hideLabel
          value={row.billing}
          options={billings}
          error={
            findError(`lineUp.${at}.billing`) ??
            findError(`lineUp.${at}.name`) ??
            findError(`lineUp.${at}.djId`)
          }
          onChange={({ target }) => isBilling(target.value) && onChange({ billing: target.value })}
        />
      </span>
      <IconButton size="sm" icon={X} label={`Remove ${name}`} className={styles.remove} onClick={onRemove} />
    </li>
  )
}

function isBilling(text: string): text is Billing {
  return BILLINGS.some((billing) => billing === text)
}
