import { Button, type ButtonProps } from './button'
import { EmptyBox } from './empty-state'

/** The part of an infinite query needed for loading its next page. */
type PagedQuery = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

type ShowMoreProps = Omit<ButtonProps, 'busy' | 'onClick'> & { list: PagedQuery }

/** Button that loads the next page of a list. Renders nothing on the last page. */
export function ShowMore({ list, children = 'Show more', ...look }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <Button {...look} busy={list.isFetchingNextPage && 'Loading'} onClick={() => void list.fetchNextPage()}>
      {children}
    </Button>
  )
}

type LoadFailedProps = { message: string; list: { refetch: () => unknown }; className?: string }

export function LoadFailed({ message, list, className }: LoadFailedProps) {
  return (
    <EmptyBox className={className} role="alert">
      <p className="lead">{message}</p>
      <Button onClick={() => void list.refetch()}>Try again</Button>
    </EmptyBox>
  )
}
