import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Table } from '~/design/table'
import { notify } from '~/design/toast'
import { useNow } from '~/design/use-now'
import { errorMessage } from '~/platform/rpc/errors'
import type { FailingEvent } from '../../contract-payments'
import { administration } from '../queries'
import { Moment } from './moment'
import styles from './payments.module.css'

export function FailingWebhooks({ rows }: { rows: readonly FailingEvent[] }) {
  return (
    <Table
      label="Failing webhooks, table"
      caption="Failing webhooks"
      stacked
      className={classNames(styles.table, styles.webhooks)}
      columns={[
        'Event',
        'Error',
        { label: 'Attempts', className: 'numeric' },
        'Next retry',
        { label: 'Action', isHidden: true },
      ]}
    >
      {rows.map((event) => (
        <tr key={event.id} data-row>
          <td className="text full">
            <b className="bold">{event.type}</b>
            <span className={classNames('small faint code', styles.line)}>{event.id}</span>
          </td>
          <td className="text full muted">{event.error}</td>
          <td className="numeric hide">{event.attempts}</td>
          <td className="muted">
            <NextRetry at={event.nextAttemptAt} />
          </td>
          <td>
            <RetryButton event={event} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function NextRetry({ at }: { at: string | null }) {
  const now = useNow()
  if (at === null) return 'Retries have stopped'
  if (now !== undefined && Date.parse(at) <= now) return 'Retry in a moment'
  return (
    <>
      Retry at <Moment at={at} />
    </>
  )
}

function RetryButton({ event: { id, type } }: { event: FailingEvent }) {
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => administration.payments.retryEvent.call({ id }),
    onSuccess: () => notify.success('The webhook is being retried'),
    onError: (error) => notify.error('Failed to retry the webhook', { detail: errorMessage(error) }),
    // Refetches after an error, too, because it may have been handled meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: administration.payments.key() }),
  })
  return (
    <Button
      size="sm"
      icon={RotateCw}
      aria-label={`Retry now: ${type}, ${id}`}
      busy={retry.isPending && 'Retrying'}
      onClick={() => retry.mutate()}
    >
      Retry now
    </Button>
  )
}
