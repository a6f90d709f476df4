import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { errorMessage } from '~/platform/rpc/errors'
import { administration } from '../queries'
import styles from './failures.module.css'

type Again = {
  id: string
  run: (input: { id: string }) => Promise<unknown>
  done: string
  failed: string
}

type FailureRowProps = {
  title: string
  recipient: string
  at: string
  description?: string
  /** The provider’s error message, unchanged. */
  reason?: string
  /** Absent if there is nothing to retry. */
  retry?: Again
}

export function FailureRow({ title, recipient, at, description, reason, retry }: FailureRowProps) {
  const zone = useReaderZone()
  return (
    <li>
      <div className={styles.words}>
        <p className="bold">{title}</p>
        <p className="small muted">{recipient}</p>
        {description !== undefined && <p className="small muted">{description}</p>}
        {reason !== undefined && reason !== '' && (
          <p className={classNames('small faint', styles.reason)}>{reason}</p>
        )}
      </div>
      <div className={classNames('end', styles.actions)}>
        <time className="small faint" dateTime={at}>
          {zone !== undefined && formatShort(at, zone)}
        </time>
        {retry && <Retry {...retry} title={title} />}
      </div>
    </li>
  )
}

function Retry({ id, run, done, failed, title }: Again & { title: string }) {
  const queryClient = useQueryClient()
  const again = useMutation({
    mutationFn: run,
    onSuccess: () => notify.success(done),
    onError: (error) => notify.error(failed, { detail: errorMessage(error) }),
    // Also after a refusal: another admin may have resolved it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: administration.attention.key() }),
  })
  return (
    <Button
      size="sm"
      icon={RotateCw}
      aria-label={`Try again: ${title}`}
      busy={again.isPending && 'Trying'}
      onClick={() => again.mutate({ id })}
    >
      Try again
    </Button>
  )
}
