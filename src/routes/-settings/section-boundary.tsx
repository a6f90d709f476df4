import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Button } from '~/design/button'
import { Skeleton } from '~/design/skeleton'
import { errorMessage } from '~/platform/rpc/errors'
import styles from './settings.module.css'

export function SectionBoundary({ children }: { children: ReactNode }) {
  return (
    <div className="form-part-fields" tabIndex={-1}>
      <CatchBoundary getResetKey={() => ''} errorComponent={SectionFailed}>
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </CatchBoundary>
    </div>
  )
}

function SectionFailed({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary()
  return (
    <>
      <p role="alert">{errorMessage(error)}</p>
      <Button
        className={styles.retry}
        onClick={({ currentTarget }) => {
          // Pressing the button removes it: keep the focus in the section.
          currentTarget.closest<HTMLElement>('.form-part-fields')?.focus()
          // After the queries: mounted sections would otherwise render the old errors again.
          queries.reset()
          reset()
        }}
      >
        Try again
      </Button>
    </>
  )
}

function Loading() {
  return (
    <>
      <Skeleton height="var(--control)" />
      <output className="visually-hidden">Loading</output>
    </>
  )
}
