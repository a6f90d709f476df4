import { Button } from '~/design/button'
import { Dialog } from '~/design/dialog'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatClock } from '~/lib/time'
import { formatDateLabel } from '../format-dates'
import { formatEventType } from '../../../rules/event-type'
import { formatBilling } from '../../../rules/billing'
import { formatDollars } from '~/lib/money'
import { type FieldName, NAMES } from './event-values'
import { formatFieldNames, type EventEditor } from './use-event-editor'
import styles from './conflict-dialog.module.css'
import type { BillRow, EventValues } from './event-values'

/** Shows both versions of fields that two people changed, and asks which one to use. */
export function ConflictDialog({ editor, ownId }: { editor: EventEditor; ownId: string | undefined }) {
  const zone = useReaderZone()
  const { conflict } = editor.saving
  if (!conflict) return null
  const { by, at, fields, mine, theirs } = conflict
  const isOwn = by !== undefined && by.id === ownId
  const actor = by === undefined ? 'Another user' : isOwn ? 'You' : by.name
  const where = isOwn ? ' in another window' : ''
  const time = zone === undefined ? '' : ` at ${formatClock(at, zone)}`
  return (
    <Dialog
      open
      // Stays open until one of the two is chosen.
      onOpenChange={() => undefined}
      title="Changed at the same time"
      description={`${actor} changed ${formatFieldNames(fields)}${where}${time}, while you did.`}
      actions={
        <>
          <Button onClick={() => editor.decide('theirs')}>
            {isOwn ? 'Use the other version' : 'Use theirs'}
          </Button>
          <Button variant="primary" onClick={() => editor.decide('mine')}>
            Keep mine
          </Button>
        </>
      }
    >
      <dl className={styles.changes}>
        {fields.map((name: FieldName) => (
          <div key={name}>
            <dt className="bold">{NAMES[name]}</dt>
            <dd>
              <span className="small faint">{isOwn ? 'Other window' : 'Theirs'}</span>
              <p>{formatFieldValue(name, theirs)}</p>
            </dd>
            <dd>
              <span className="small faint">{isOwn ? 'This window' : 'Mine'}</span>
              <p>{formatFieldValue(name, { ...theirs, ...mine })}</p>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

export function formatFieldValue(name: FieldName, values: EventValues): string {
  if (name === 'date') return formatDateLabel(values.date) ?? 'Nothing'
  if (name === 'eventType') return formatEventType(values.eventType)
  if (name === 'isPublic') return values.isPublic ? 'Everyone' : 'Only the team'
  if (name === 'requiresCaptcha') return values.requiresCaptcha ? 'On' : 'Off'
  if (name === 'lineUp') return values.lineUp.map(formatSlot).join('\n') || 'Nobody'
  if (name === 'doorPriceCents')
    return values.doorPriceCents === null ? 'Nothing' : formatDollars(values.doorPriceCents)
  if (name === 'ageRestriction')
    return values.ageRestriction === null
      ? 'Not set'
      : values.ageRestriction === 0
        ? 'All ages'
        : `${values.ageRestriction}+`
  const value = values[name]
  return value === null || value === '' ? 'Nothing' : String(value)
}

function formatSlot({ name, startClock, endClock, billing }: BillRow): string {
  const clocks = [startClock, endClock].filter(Boolean).join(' to ')
  return [name, clocks, formatBilling(billing)].filter(Boolean).join(', ')
}
