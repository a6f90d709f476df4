import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { Skeleton } from '~/design/skeleton'
import { getErrorMessage } from '~/platform/rpc/errors'
import styles from './invitations.module.css'

export function LoadingRows() {
  return (
    <div className={styles.loading} aria-busy="true">
      <output className="visually-hidden">Loading invitations</output>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} height="3.5rem" />
      ))}
    </div>
  )
}

export function FailedList({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState title="The list couldn’t be loaded" action={<Button onClick={onRetry}>Try again</Button>}>
      {getErrorMessage(error)}
    </EmptyState>
  )
}
