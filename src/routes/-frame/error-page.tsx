import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '~/design/button'
import { useHouseName } from '~/design/house-name'
import { pageTitle } from '~/lib/page-title'
import { errorMessage } from '~/platform/rpc/errors'

/** For whatever a page could not be shown for; the sentence of the failed call names the request when it is our fault. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useEffect(() => queries.reset(), [queries])
  return (
    <main id="main" className="wrap" style={{ paddingBlock: '20vh 4rem' }}>
      <title>{pageTitle('This page did not load', useHouseName())}</title>
      <h1 className="t1">This page did not load</h1>
      <p className="lead" role="alert">
        {errorMessage(error)}
      </p>
      <p style={{ marginTop: '1.5rem', display: 'flex', gap: '1rem', alignItems: 'center' }}>
        <Button variant="primary" onClick={() => void router.invalidate()}>
          Try again
        </Button>
        <a href="/">Return to Home</a>
      </p>
    </main>
  )
}
