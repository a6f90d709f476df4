import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { DateField } from '~/design/date-field'
import { Form, FormError } from '~/design/form'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { useNow } from '~/design/use-now'
import { getErrorMessage, getFieldErrors, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { formatShortDate, formatIsoDay } from '~/lib/time'
import type { UserRow } from '../../contract-users-shapes'
import { findUntilProblem, SUSPENSION_REASON_MAX, SUSPENSION_YEARS_MAX } from '../../rules/suspension'
import { administration } from '../queries'
import { userQuery } from './queries'
import { patchRow, refetchUsers } from './use-user-changes'
import { formatUserName } from './user-format'
import styles from './user-page.module.css'

type SuspendFormProps = {
  user: Pick<UserRow, 'id' | 'fullName' | 'email' | 'phone' | 'suspendedUntil'>
  onSuspended?: (until: string) => void
  reasonField?: RefObject<HTMLTextAreaElement | null>
  /** Set in a dialog: adds a Cancel button, and marks the other button as dangerous. */
  onCancel?: () => void
}

const DAY = 86_400_000
const USUAL_DAYS = 7

export function SuspendForm({ user, onSuspended, reasonField, onCancel }: SuspendFormProps) {
  const now = useNow()
  const addDays = (days: number) => (now ? formatIsoDay(new Date(now + days * DAY), 'UTC') : '')
  const queryClient = useQueryClient()
  const form = useForm({
    blank: { day: '', reason: '' },
    parse: ({ day, reason }) => {
      // A suspension ends at the end of a UTC day, so that every reader sees the same day.
      const until = new Date(`${day || addDays(USUAL_DAYS)}T23:59:59Z`)
      const problems = {
        day: findUntilProblem(until, new Date()),
        reason:
          reason.trim() === ''
            ? 'Enter a reason. The suspended person will see it.'
            : findLengthProblem(reason),
      }
      return { problems, input: { until, reason: reason.trim() } }
    },
    send: async ({ until, reason }) => {
      const change = { suspendedUntil: until.toISOString() }
      await administration.users.suspend.call({
        id: user.id,
        until: change.suspendedUntil,
        reason,
        was: user.suspendedUntil,
      })
      return { change, reason }
    },
    onDone: ({ change, reason }) => {
      queryClient.setQueryData(
        userQuery(user.id).queryKey,
        (known) => known && { ...known, ...change, suspendedReason: reason },
      )
      patchRow(queryClient, user.id, (row) => ({ ...row, ...change }))
      notify.success(
        `${formatUserName(user)} is suspended until ${formatShortDate(change.suspendedUntil, 'UTC')}`,
      )
      onSuspended?.(change.suspendedUntil)
    },
    findProblems: (error) => {
      const { until, reason } = getFieldErrors(error)
      return { day: hasErrorCode(error, 'BAD_UNTIL') ? getErrorMessage(error) : until, reason }
    },
    onError: (error) => {
      // The refetch may unmount the form, so the error is shown in a toast.
      if (hasErrorCode(error, 'CHANGED'))
        notify.error('Failed to suspend the account', { detail: getErrorMessage(error) })
    },
    onSettled: () => refetchUsers(queryClient),
  })
  const { day, reason } = form.values
  const reasonProps = form.text('reason')
  return (
    <Form className="stack" isBusy={form.isSending} onSubmit={form.submit} aria-label="Suspend">
      <DateField
        label="Until"
        name="until"
        min={addDays(0)}
        max={addDays(SUSPENSION_YEARS_MAX * 365)}
        help="The suspension ends at the end of this day (UTC)."
        {...form.field('day')}
        value={day || addDays(USUAL_DAYS)}
        required
      />
      <TextArea
        ref={reasonField}
        label="Reason (shown to the user)"
        labelEnd={`${reason.trim().length}/${SUSPENSION_REASON_MAX}`}
        rows={2}
        {...reasonProps}
        error={findLengthProblem(reason) ?? reasonProps.error}
        required
      />
      <FormError isNote text={hasErrorCode(form.error, 'CHANGED') ? undefined : form.sentence} />
      <div className={classNames('row', styles.suspendActions)}>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button
          type="submit"
          variant={onCancel ? 'danger' : undefined}
          full={!onCancel}
          aria-label={`Suspend ${formatUserName(user)}`}
          busy={form.isSending && 'Suspending'}
        >
          Suspend
        </Button>
      </div>
    </Form>
  )
}

const findLengthProblem = (reason: string) =>
  reason.trim().length > SUSPENSION_REASON_MAX
    ? `Use at most ${SUSPENSION_REASON_MAX} characters.`
    : undefined
