import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { errorMessage } from '~/platform/rpc/errors'

/** A screen that could not be shown; the sidebar beside it still leads elsewhere. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useEffect(() => queries.reset(), [queries])
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <EmptyState
      isPageTitle
      title="This screen did not load"
      action={<Button onClick={retry}>Try again</Button>}
    >
      <span role="alert">{errorMessage(error)}</span>
    </EmptyState>
  )
}
