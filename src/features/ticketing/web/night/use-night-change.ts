import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { hasCode } from '~/platform/rpc/errors'

/** Everything that a change of a night shows itself in: its page, the desk, orders and tickets. */
export function useReadAgain(): () => void {
  const queryClient = useQueryClient()
  return () =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        Array.isArray(path) && (path[0] === 'events' || path[0] === 'ticketing'),
    })
}

/** Runs a change of a night: says what was done and closes, or stays with what went wrong and reads the night again where it changed. */
export function useNightChange<Input>(props: {
  run: (input: Input) => Promise<unknown>
  done: string
  onDone: () => void
  onFailed?: (error: unknown) => void
  onStale: () => void
}) {
  const { run, done, onDone, onFailed, onStale } = props
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      notify.success(done)
      readAgain()
      onDone()
    },
    onError: (error) => {
      onFailed?.(error)
      if (hasCode(error, 'CHANGED') || hasCode(error, 'NOT_POSSIBLE')) onStale()
    },
  })
}
