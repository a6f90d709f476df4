import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { CopyButton } from '~/design/copy-button'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { bookings, feedQuery } from '../queries'
import styles from './calendar-feed.module.css'

export function CalendarFeed() {
  const fieldId = useId()
  const [isConfirming, setIsConfirming] = useState(false)
  const queryClient = useQueryClient()
  const feed = useQuery(feedQuery())
  const keep = (next: { url: string | null; endedWithSessions: boolean }) =>
    queryClient.setQueryData(feedQuery().queryKey, next)
  const showError = (error: unknown) => notify.error(getErrorMessage(error))
  const renew = useMutation({ ...bookings.renewFeed.mutationOptions(), onSuccess: keep, onError: showError })
  const revoke = useMutation({
    ...bookings.revokeFeed.mutationOptions(),
    onSuccess: (next) => {
      keep(next)
      setIsConfirming(false)
      notify.success('Link revoked')
    },
    onError: showError,
  })
  const url = feed.data?.url
  return (
    <section className={styles.feed} aria-labelledby={`${fieldId}-title`}>
      <div>
        <h2 className="title-3" id={`${fieldId}-title`}>
          Calendar feed
        </h2>
        <p className="small muted">
          Pending, held and confirmed days in your own calendar. Anyone with the link can read it.
        </p>
        {feed.data?.endedWithSessions && (
          <p className="small muted">
            Your link expired when you signed out everywhere or changed your password. Make a new one and
            subscribe to it again.
          </p>
        )}
      </div>
      {typeof url === 'string' && (
        <>
          <label className="visually-hidden" htmlFor={fieldId}>
            Feed address
          </label>
          <input
            className="input"
            id={fieldId}
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton value={url} copiedLabel="Link copied" />
          <Button variant="ghost" onClick={() => setIsConfirming(true)}>
            Revoke
          </Button>
        </>
      )}
      {url === null && (
        <Button
          className={styles.create}
          busy={renew.isPending && 'Making'}
          onClick={() => renew.mutate(undefined)}
        >
          Make a link
        </Button>
      )}
      {feed.isError && !feed.data && (
        <Button className={styles.create} onClick={() => void feed.refetch()}>
          Try again
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Revoke this link?"
        description="Calendars subscribed to this link stop updating. You can make a new link at any time."
        confirmLabel="Revoke"
        busy={revoke.isPending && 'Revoking'}
        onConfirm={() => revoke.mutate(undefined)}
      />
    </section>
  )
}
