import { Button } from '~/design/button'
import { FormDialog } from '~/design/form-dialog'
import { TextField } from '~/design/text-field'
import { formatDay } from '~/lib/time'
import { useForm } from '~/platform/rpc/use-form'
import type { CalendarEntry } from '../../contract-shapes'
import { HOLD_NOTE_MAX } from '../../rules/booking-limits'
import { DateField } from '~/design/date-field'
import { toDayProblems, useHolds } from './use-holds'
import styles from './own-calendar.module.css'

type HoldDialogProps = {
  day: string
  today: string | undefined
  entry: CalendarEntry | undefined
  onClose: () => void
}

export function HoldDialog({ day, today, entry, onClose }: HoldDialogProps) {
  const holds = useHolds(onClose)
  const before = entry && { day, note: getNote(entry), until: entry.until, through: null }
  const form = useForm({
    blank: { note: getNote(entry), until: entry?.until ?? '', through: '' },
    check: ({ until }) => {
      if (until !== '' && until > day) return { until: 'Choose a day before the hold, or leave this empty.' }
      const isPast = until !== '' && today !== undefined && until < today
      return { until: isPast ? 'Choose today or a later day.' : undefined }
    },
    send: ({ note, until, through }) =>
      holds.hold({
        day,
        note: note.trim(),
        until: until === '' ? null : until,
        through: through === '' || through === day ? null : through,
      }),
    findProblems: toDayProblems,
  })

  return (
    <FormDialog
      title={entry ? 'Change this hold' : 'Hold this day'}
      description={`${formatDay(`${day}T12:00:00Z`, 'UTC')} shows as on hold on your page.`}
      action={
        before && (
          <Button
            variant="ghost"
            className={styles.release}
            busy={holds.isReleasing && 'Releasing'}
            onClick={() => holds.release(before)}
          >
            Release
          </Button>
        )
      }
      actionLabel={entry ? 'Save' : 'Hold'}
      busy={form.isSending && 'Saving'}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {!entry && (
        <DateField
          label="Last day"
          labelEnd="Optional"
          help="Holds every day up to and including this one."
          min={day}
          {...form.field('through')}
        />
      )}
      <TextField
        label="Note"
        labelEnd="Optional"
        help="Shown in your calendar feed, never on your page."
        maxLength={HOLD_NOTE_MAX}
        {...form.text('note')}
      />
      <DateField
        label="Hold expires"
        labelEnd="Optional"
        help="The last day of the hold. After that the day is free again."
        min={today}
        max={day}
        {...form.field('until')}
      />
    </FormDialog>
  )
}

/** A hold without a note has the default title. */
function getNote(entry: CalendarEntry | undefined): string {
  return entry === undefined || entry.title === 'On hold' ? '' : entry.title
}
