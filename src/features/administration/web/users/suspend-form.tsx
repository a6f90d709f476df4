import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type RefObject, type SubmitEvent, useState } from 'react'
import { Button } from '~/design/button'
import { DateField } from '~/design/dressed-field'
import { Note } from '~/design/note'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { useNow } from '~/design/use-now'
import { errorMessage, fieldErrors, hasCode } from '~/platform/rpc/errors'
import { formatShortDate, isoDay } from '~/lib/time'
import type { UserRow } from '../../contract-users-shapes'
import { findUntilFault, SUSPENSION_REASON_MAX, SUSPENSION_YEARS_MAX } from '../../rules/suspension'
import { administration } from '../queries'
import { userQuery } from './queries'
import { patchRow, readUsersAgain } from './use-user-changes'
import { nameOf } from './user-words'

type SuspendFormProps = {
  user: Pick<UserRow, 'id' | 'fullName' | 'email' | 'phone' | 'suspendedUntil'>
  onSuspended?: (until: string) => void
  /** Of the one field that has nothing in it yet. */
  reasonField?: RefObject<HTMLTextAreaElement | null>
}

const DAY = 86_400_000
const USUAL_DAYS = 7

/** Shuts somebody out until the end of a day. What was written stays when it failed. */
export function SuspendForm({ user, onSuspended, reasonField }: SuspendFormProps) {
  const now = useNow()
  const dayIn = (days: number) => (now ? isoDay(new Date(now + days * DAY), 'UTC') : '')
  const [chosen, setChosen] = useState<string>()
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<{ until?: string | undefined; reason?: string | undefined }>({})
  const queryClient = useQueryClient()
  const day = chosen ?? dayIn(USUAL_DAYS)
  const words = reason.trim()

  const suspend = useMutation({
    mutationFn: (until: string) =>
      administration.users.suspend.call({ id: user.id, until, reason: words, was: user.suspendedUntil }),
    onSuccess: (_done, until) => {
      const change = { suspendedUntil: until }
      queryClient.setQueryData(
        userQuery(user.id).queryKey,
        (known) => known && { ...known, ...change, suspendedReason: words },
      )
      patchRow(queryClient, user.id, (row) => ({ ...row, ...change }))
      notify.success(`${nameOf(user)} is suspended until ${formatShortDate(until, 'UTC')}`)
      setReason('')
      setChosen(undefined)
      onSuspended?.(until)
    },
    onError: (error) => {
      // The form goes with what is read anew: the words must not go with it.
      if (hasCode(error, 'CHANGED'))
        notify.error('Failed to suspend the account', { detail: errorMessage(error) })
      const { until, reason: why } = fieldErrors(error)
      setFaults({ until: hasCode(error, 'BAD_UNTIL') ? errorMessage(error) : until, reason: why })
    },
    onSettled: () => readUsersAgain(queryClient),
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (suspend.isPending) return
    // Up to the end of the day by UTC, in which all who read of it read it: where they are is nobody's business here.
    const until = new Date(`${day}T23:59:59Z`)
    const found = {
      until: findUntilFault(until, new Date()),
      reason: words === '' ? 'Say why. They are told so.' : undefined,
    }
    setFaults(found)
    const first = found.until ? 'until' : found.reason ? 'reason' : undefined
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else if (words.length <= SUSPENSION_REASON_MAX) suspend.mutate(until.toISOString())
  }

  const isTooLong = words.length > SUSPENSION_REASON_MAX
  const isElsewhere = suspend.isError && !faults.until && !faults.reason && !hasCode(suspend.error, 'CHANGED')
  return (
    <form className="stack us-suspend" noValidate onSubmit={submit} aria-label="Suspend">
      <DateField
        label="Until"
        name="until"
        value={day}
        min={dayIn(0)}
        max={dayIn(SUSPENSION_YEARS_MAX * 365)}
        onValueChange={setChosen}
        help="The suspension ends at the end of this day (UTC)."
        error={faults.until}
        required
      />
      <TextArea
        ref={reasonField}
        label="Reason, shown to them"
        labelEnd={`${words.length}/${SUSPENSION_REASON_MAX}`}
        name="reason"
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={isTooLong ? `Use at most ${SUSPENSION_REASON_MAX} characters.` : faults.reason}
        required
      />
      {isElsewhere && (
        <Note tone="red" icon={TriangleAlert} role="alert">
          {errorMessage(suspend.error)}
        </Note>
      )}
      <Button
        type="submit"
        full
        aria-label={`Suspend ${nameOf(user)}`}
        busy={suspend.isPending && 'Suspending'}
      >
        Suspend
      </Button>
    </form>
  )
}
