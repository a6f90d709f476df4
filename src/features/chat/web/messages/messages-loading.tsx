import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { Skeleton } from '~/design/skeleton'

const WIDTHS = ['14rem', '22rem', '9rem', '18rem'] as const

/** Until the first messages have come. */
export function MessagesLoading() {
  return (
    <div className="msw">
      <div className="ms">
        <output className="sr">Loading messages</output>
        <div className="msi" aria-hidden="true">
          {WIDTHS.map((width) => (
            <div key={width} className="grp">
              <span className="av sk" />
              <Skeleton width="7rem" height="0.875rem" />
              <Skeleton width={`min(${width}, 100%)`} height="2.625rem" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** They did not come. */
export function MessagesFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="msw">
      <EmptyState
        className="none"
        title="The messages could not be loaded."
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}
