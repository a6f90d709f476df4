import { useMutation } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { hasCode } from '~/platform/rpc/errors'
import { useReadAgain } from '~/platform/rpc/use-read-again'

/** Runs a change of a night: says what was done and closes, or stays with what went wrong and reads the night again where it changed. */
export function useNightChange<Input>(props: {
  run: (input: Input) => Promise<unknown>
  done: string
  onDone: () => void
  onFailed?: (error: unknown) => void
  onStale: () => void
}) {
  const { run, done, onDone, onFailed, onStale } = props
  const readAgain = useReadAgain(['events', 'orders', 'tickets'])
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      notify.success(done)
      void readAgain()
      onDone()
    },
    onError: (error) => {
      onFailed?.(error)
      if (hasCode(error, 'CHANGED') || hasCode(error, 'NOT_POSSIBLE')) onStale()
    },
  })
}
