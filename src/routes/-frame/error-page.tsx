import { t } from '@lingui/core/macro'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '~/design/button'
import { LoadingScreen } from '~/design/loading-screen'
import { getErrorMessage } from '~/platform/rpc/errors'
import { useReloadAfterDeploy } from './reload-after-deploy'

/** Shown when a page fails to load; for our own failures the message includes the request id. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useEffect(() => queries.reset(), [queries])
  if (useReloadAfterDeploy(error)) return <LoadingScreen />
  return (
    <main id="main" className="page-width" style={{ paddingBlock: '20vh 4rem' }}>
      <h1 className="title-1">{t`This page didn’t load`}</h1>
      <p className="lead" role="alert">
        {getErrorMessage(error)}
      </p>
      <p style={{ marginTop: '1.5rem', display: 'flex', gap: '1rem', alignItems: 'center' }}>
        <Button variant="primary" onClick={() => void router.invalidate()}>
          {t`Try again`}
        </Button>
        <a href="/">{t`Return to Home`}</a>
      </p>
    </main>
  )
}
