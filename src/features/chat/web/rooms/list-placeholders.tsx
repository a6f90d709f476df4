import { Button } from '~/design/button'
import { Skeleton } from '~/design/skeleton'
import { getErrorMessage } from '~/platform/rpc/errors'
import styles from './members.module.css'

export function ListLoading({ label }: { label: string }) {
  return (
    <section className={styles.loading} aria-label={label} aria-busy="true">
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height="2.5rem" />
      ))}
    </section>
  )
}

export function ListFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={styles.none} role="alert">
      <p className="muted">{getErrorMessage(error)}</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
