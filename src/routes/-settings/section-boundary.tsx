import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Button } from '~/design/button'
import { Skeleton } from '~/design/skeleton'
import { errorMessage } from '~/platform/rpc/errors'

/** What a section shows of itself. What cannot be read takes it away alone, and can be asked for again there. */
export function SectionBoundary({ children }: { children: ReactNode }) {
  return (
    <div className="fb" tabIndex={-1}>
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
        className="set-start"
        onClick={({ currentTarget }) => {
          // The button goes with its press: whoever used it stays in the section.
          currentTarget.closest<HTMLElement>('.fb')?.focus()
          // Only now: every section that is shown meanwhile would take it back.
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
      <output className="sr">Loading</output>
    </>
  )
}
