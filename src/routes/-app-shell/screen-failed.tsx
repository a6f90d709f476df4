import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { LoadingScreen } from '~/design/loading-screen'
import { getErrorMessage } from '~/platform/rpc/errors'
import { useReloadAfterDeploy } from '../-frame/reload-after-deploy'

export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useEffect(() => queries.reset(), [queries])
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (useReloadAfterDeploy(error)) return <LoadingScreen />
  return (
    <EmptyState
      isPageTitle
      title="This screen didn’t load"
      action={<Button onClick={retry}>Try again</Button>}
    >
      <span role="alert">{getErrorMessage(error)}</span>
    </EmptyState>
  )
}
