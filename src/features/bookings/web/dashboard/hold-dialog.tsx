import { Button } from '~/design/button'
import { FormDialog } from '~/design/form-dialog'
import { TextField } from '~/design/text-field'
import { formatDay } from '~/lib/time'
import { useForm } from '~/platform/rpc/use-form'
import type { CalendarEntry } from '../../contract-shapes'
import { HOLD_NOTE_MAX } from '../../rules/booking-limits'
import { DateField } from '~/design/date-field'
import styles from './own-calendar.module.css'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { bookings } from '../queries'
import { formatCalendarDay } from './booking-labels'

type Hold = { day: string; note: string; until: string | null; through: string | null }

type HoldDialogProps = {
  day: string
  today: string | undefined
  entry: CalendarEntry | undefined
  onClose: () => void
}

export function HoldDialog({ day, today, entry, onClose }: HoldDialogProps) {
  const holds = useHolds(onClose)
  const before = entry && { day, note: getHoldNote(entry), until: entry.until, through: null }
  const form = useForm({
    blank: { note: getHoldNote(entry), until: entry?.until ?? '', through: '' },
    check: ({ until }) => {
      if (until !== '' && until > day)
        return { until: 'Choose a date up to the day of the hold, or leave this empty.' }
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

/** Returns the note of a hold for the form; empty for the default title, which a hold without a note has. */
function getHoldNote(entry: CalendarEntry | undefined): string {
  return entry === undefined || entry.title === 'On hold' ? '' : entry.title
}

function useHolds(onDone: () => void) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: bookings.key() })
  const showError = (error: unknown) => notify.error(getErrorMessage(error))
  // The toast stays after the dialog has closed, so its undo action must not depend on the dialog's state.
  const createUndo = (act: () => Promise<unknown>) => ({
    label: 'Undo',
    onClick: () => void act().then(refresh, showError),
  })
  const hold = useMutation({
    ...bookings.hold.mutationOptions(),
    onSuccess: (_, { day, through = null }) => {
      onDone()
      refresh()
      const subject =
        through === null
          ? `${formatCalendarDay(day)} is`
          : `${formatCalendarDay(day)} to ${formatCalendarDay(through)} are`
      notify.success(`${subject} on hold`, {
        action: createUndo(() => bookings.release.call({ day, through })),
      })
    },
    onError: (error) => (Object.keys(toDayProblems(error)).length === 0 ? showError(error) : undefined),
  })
  const release = useMutation({
    mutationFn: ({ day }: Hold) => bookings.release.call({ day }),
    onSuccess: (_, before) => {
      onDone()
      refresh()
      notify.success(`${formatCalendarDay(before.day)} is free again`, {
        action: createUndo(() => bookings.hold.call(before)),
      })
    },
    onError: showError,
  })
  return {
    hold: (next: Hold) => hold.mutateAsync(next),
    release: (before: Hold) => release.mutate(before),
    isReleasing: release.isPending,
  }
}

function toDayProblems(error: unknown): { until?: string; through?: string } {
  if (!(error instanceof ORPCError) || error.code !== 'BAD_TERMS') return {}
  const { data }: { data: { field: string } } = error
  return { [data.field === 'through' ? 'through' : 'until']: error.message }
}
