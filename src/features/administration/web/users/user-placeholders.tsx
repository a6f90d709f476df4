import { EmptyState } from '~/design/empty-state'
import { LinkButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'

export function UserNotFound() {
  return (
    <EmptyState
      isPageTitle
      title="User not found"
      action={<LinkButton to="/admin/users">Back to Users</LinkButton>}
    >
      The page you&apos;re looking for doesn&apos;t exist or has been moved. The account may have been
      deleted.
    </EmptyState>
  )
}

export function UserLoading() {
  return (
    <section className="stack" aria-label="Loading user" aria-busy="true">
      <Skeleton width="6rem" height="2rem" />
      <Skeleton height="5.5rem" width="min(24rem, 100%)" />
      <Skeleton height="5.5rem" />
      <Skeleton height="20rem" />
    </section>
  )
}
